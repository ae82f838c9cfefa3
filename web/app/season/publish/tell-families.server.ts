import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { addMails } from '#mail/outbox.server.ts'
import { type CalendarMeeting, calendarMeetings } from '#meetings/calendar/calendar.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { entriesIn } from '#registrations/entries.db.server.ts'
import { familiesWaiting, type WaitingFamily } from '#waiting-list/families-waiting.db.server.ts'
import { countsAsPaid, isHeldAlone, movedMail, nameOf, paidWords } from './moved-mail.server.ts'
import { daysOf, type Move, notAtAll, notOn, placeIn } from './session-moves.ts'

export type Told = {
  /** Families that get a mail. */
  families: number
  /** Those among them, or besides, where nothing but a text changes: told when whoever imports says so. */
  reworded: number
  /** What paid families of closed sessions are owed. */
  owed: string[]
}

/** Whether a changed text is told: of all sessions, of none, or of these. */
export type TellReworded = boolean | number[] | undefined
type Options = { tellReworded?: TellReworded }

/** Who would be told, without telling anybody. */
export async function countFamilies(db: Db, moves: Move[], options: Options): Promise<Told> {
  const { places, waits, ...told } = await placesOf(db, moves, options)
  return told
}

/**
 * Writes a mail to each family whose sessions move or close, in the import's transaction, once the meetings are in line
 * with them. Their calendars know the entries by their UIDs and take what has the higher SEQUENCE.
 */
export async function tellFamilies(
  tx: Db,
  moves: Move[],
  { siteUrl, today, ...options }: Options & { siteUrl: string; today: Day },
): Promise<Told> {
  await noteCalledOff(tx, moves)
  const ids = movesToTell(moves, options).map(({ sessionId }) => sessionId)
  if (ids.length > 0)
    await tx
      .update(sessions)
      .set({ revision: sql`${sessions.revision} + 1` })
      .where(inArray(sessions.id, ids))
  const { places, waits, ...told } = await placesOf(tx, moves, options)
  const from = {
    ...{ siteUrl, today },
    ...{ programme: await readProgramme(tx), meetings: await calendarMeetings(tx, ids) },
  }
  const letters = familiesIn([...places, ...waits]).map(({ accountId, familyId, email }) => {
    const isOwn = ({ family }: { family: WaitingFamily['family'] }) => family.accountId === accountId
    const own = { places: places.filter(isOwn), waits: waits.filter(isOwn) }
    return { accountId, familyId, ...movedMail(email, own, from) }
  })
  await addMails(tx, letters)
  return told
}

async function noteCalledOff(tx: Db, moves: Move[]) {
  for (const [kind, calledOffAt] of [
    ['closed', sql`now()`],
    ['reopened', null],
  ] as const) {
    const ids = moves.filter((move) => move.kind === kind).map(({ sessionId }) => sessionId)
    if (ids.length > 0) await tx.update(sessions).set({ calledOffAt }).where(inArray(sessions.id, ids))
  }
}

/**
 * A mail about sessions that moved, with what stands there today; nothing where the family neither has a place in them nor
 * waits for one, or they are over.
 */
export async function movedMailAgain(tx: Db, siteUrl: string, accountId: string, sessionIds: number[]) {
  const programme = await readProgramme(tx)
  const today = todayIn(programme.timeZone)
  const isOwn = ({ family, session }: Pick<WaitingFamily, 'family' | 'session'>) =>
    family.accountId === accountId && session.endsOn >= today
  const entries = (await entriesIn(tx, sessionIds)).filter((entry) => isOwn(entry) && !isHeldAlone(entry))
  const off = await sessionsOff(tx, sessionIds)
  const waiting = (await familiesWaiting(tx, sessionIds)).filter(
    (wait) => isOwn(wait) && !off.includes(wait.session.id),
  )
  const [first] = [...entries, ...waiting]
  if (!first) return undefined
  const meetings = await calendarMeetings(tx, sessionIds)
  const nowOf = (of: InSession) => moveNow(of, meetings, off.includes(of.session.id))
  const own = {
    places: entries.map((entry) => ({ entry, move: nowOf(entry) })),
    waits: waiting.map((wait) => ({ wait, move: nowOf(wait) })),
  }
  const from = { siteUrl, programme, meetings, today }
  const letter = movedMail(first.family.email, own, from)
  return { ...letter, accountId }
}

async function sessionsOff(tx: Db, ids: number[]): Promise<number[]> {
  const isOff = or(eq(sessions.isActive, false), eq(events.isActive, false))
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(inArray(sessions.id, ids), isOff))
  return rows.map(({ id }) => id)
}

type InSession = Pick<WaitingFamily, 'session' | 'event'>

function moveNow({ session, event }: InSession, meetings: CalendarMeeting[], isOff: boolean): Move {
  const words = isOff
    ? [notAtAll]
    : [
        `Days: ${daysOf(session)}.`,
        `Hours: ${session.description}.`,
        `Place: ${placeIn(event)}.`,
        ...meetings
          .filter(({ sessionId, state }) => sessionId === session.id && state === 'cancelled')
          .map(({ day, why }) => notOn(day, why ?? notAtAll)),
      ]
  return { sessionId: session.id, kind: isOff ? 'closed' : 'moved', words, lastDay: session.endsOn }
}

const movesToTell = (moves: Move[], { tellReworded = false }: Options) =>
  moves.filter(({ kind, sessionId }) => kind !== 'reworded' || isChosen(sessionId, tellReworded))

const isChosen = (sessionId: number, told: boolean | number[]) =>
  Array.isArray(told) ? told.includes(sessionId) : told

/**
 * Every place of a family in a session that moves or closes, and who waits for one or is offered it, the families in the
 * order of their addresses. Those who wait for what closes get their mail when their entry ends.
 */
async function placesOf(db: Db, moves: Move[], options: Options) {
  const told = new Set(movesToTell(moves, options))
  const ids = moves.map(({ sessionId }) => sessionId)
  const moveOf = (of: InSession) => moves.find(({ sessionId }) => sessionId === of.session.id)
  const all = (await entriesIn(db, ids)).flatMap(({ family, ...entry }) => {
    const move = moveOf(entry)
    return move && !(entry.isOffer && isHeldAlone(entry)) ? [{ family, entry, move }] : []
  })
  const waiting = (await familiesWaiting(db, ids)).flatMap((wait) => {
    const move = moveOf(wait)
    return move ? [{ family: wait.family, wait, move }] : []
  })
  const places = all.filter(({ entry, move }) => (isHeldAlone(entry) ? move.endsHolds : told.has(move)))
  const toTell = waiting.filter(({ move }) => told.has(move))
  const owed = places
    .filter(({ entry, move }) => move.kind === 'closed' && entry.priceCents > 0 && countsAsPaid(entry))
    .map(
      ({ family, entry }) =>
        `${family.email ?? `${family.name} (no email)`}: ${nameOf(entry)}, ${dollars(entry.priceCents)} ${paidWords(entry)}`,
    )
  return {
    places,
    waits: toTell.filter(({ move }) => move.kind !== 'closed'),
    families: familiesIn([...places, ...toTell]).length,
    reworded: familiesIn([...all, ...waiting].filter(({ move }) => move.kind === 'reworded')).length,
    owed,
  }
}

const familiesIn = (places: { family: WaitingFamily['family'] }[]) => [
  ...new Map(places.map(({ family }) => [family.accountId, family])).values(),
]
