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
import { countsAsPaid, describePaid, entryName, isHeldAlone, movedMail } from './moved-mail.server.ts'
import { formatPlanDays, type Move, notAtAll, notOn, placeIn } from './session-moves.ts'

export type NotifySummary = {
  families: number
  /** Count where only a text changes: mailed on request. */
  reworded: number
  /** Owed to paid families of closed sessions. */
  owed: string[]
}

/** All sessions, none, or these. */
export type TellReworded = boolean | number[] | undefined
type Options = { tellReworded?: TellReworded }

/** Dry run. */
export async function countFamilies(db: Db, moves: Move[], options: Options): Promise<NotifySummary> {
  const { places, waits, ...counts } = await listAffected(db, moves, options)
  return counts
}

/**
 * Queues a mail per family whose sessions move or close, in the import's transaction, after meetings are synced.
 * Calendars match entries by UID and take the higher SEQUENCE.
 */
export async function notifyFamilies(
  tx: Db,
  moves: Move[],
  { siteUrl, today, ...options }: Options & { siteUrl: string; today: Day },
): Promise<NotifySummary> {
  await noteCalledOff(tx, moves)
  const ids = movesToNotify(moves, options).map(({ sessionId }) => sessionId)
  if (ids.length > 0)
    await tx
      .update(sessions)
      .set({ revision: sql`${sessions.revision} + 1` })
      .where(inArray(sessions.id, ids))
  const { places, waits, ...counts } = await listAffected(tx, moves, options)
  const from = {
    ...{ siteUrl, today },
    ...{ programme: await readProgramme(tx), meetings: await calendarMeetings(tx, ids) },
  }
  const letters = familiesIn([...places, ...waits]).map(({ accountId, familyId, email }) => {
    const isOfFamily = ({ family }: { family: WaitingFamily['family'] }) => family.accountId === accountId
    const familyMoves = { places: places.filter(isOfFamily), waits: waits.filter(isOfFamily) }
    return { accountId, familyId, ...movedMail(email, familyMoves, from) }
  })
  await addMails(tx, letters)
  return counts
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
 * A "session moved" mail with today's state; undefined if the family has neither place nor waiting entry there, or the
 * sessions are over.
 */
export async function movedMailAgain(tx: Db, siteUrl: string, accountId: string, sessionIds: number[]) {
  const programme = await readProgramme(tx)
  const today = todayIn(programme.timeZone)
  const isOfFamily = ({ family, session }: Pick<WaitingFamily, 'family' | 'session'>) =>
    family.accountId === accountId && session.endsOn >= today
  const entries = (await entriesIn(tx, sessionIds)).filter(
    (entry) => isOfFamily(entry) && !isHeldAlone(entry),
  )
  const off = await sessionsOff(tx, sessionIds)
  const waiting = (await familiesWaiting(tx, sessionIds)).filter(
    (wait) => isOfFamily(wait) && !off.includes(wait.session.id),
  )
  const [first] = [...entries, ...waiting]
  if (!first) return undefined
  const meetings = await calendarMeetings(tx, sessionIds)
  const toCurrentMove = (entry: InSession) => currentMove(entry, meetings, off.includes(entry.session.id))
  const familyMoves = {
    places: entries.map((entry) => ({ entry, move: toCurrentMove(entry) })),
    waits: waiting.map((wait) => ({ wait, move: toCurrentMove(wait) })),
  }
  const from = { siteUrl, programme, meetings, today }
  const letter = movedMail(first.family.email, familyMoves, from)
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

function currentMove({ session, event }: InSession, meetings: CalendarMeeting[], isOff: boolean): Move {
  const sentences = isOff
    ? [notAtAll]
    : [
        `Days: ${formatPlanDays(session)}.`,
        `Hours: ${session.description}.`,
        `Place: ${placeIn(event)}.`,
        ...meetings
          .filter(({ sessionId, state }) => sessionId === session.id && state === 'cancelled')
          .map(({ day, why }) => notOn(day, why ?? notAtAll)),
      ]
  return { sessionId: session.id, kind: isOff ? 'closed' : 'moved', sentences, lastDay: session.endsOn }
}

const movesToNotify = (moves: Move[], { tellReworded = false }: Options) =>
  moves.filter(({ kind, sessionId }) => kind !== 'reworded' || isChosen(sessionId, tellReworded))

const isChosen = (sessionId: number, chosen: boolean | number[]) =>
  Array.isArray(chosen) ? chosen.includes(sessionId) : chosen

/**
 * Places and waiting entries in sessions that move or close, families in email order. Entries of closed sessions get
 * their mail when they end.
 */
async function listAffected(db: Db, moves: Move[], options: Options) {
  const notified = new Set(movesToNotify(moves, options))
  const ids = moves.map(({ sessionId }) => sessionId)
  const findMove = (entry: InSession) => moves.find(({ sessionId }) => sessionId === entry.session.id)
  const all = (await entriesIn(db, ids)).flatMap(({ family, ...entry }) => {
    const move = findMove(entry)
    return move && !(entry.isOffer && isHeldAlone(entry)) ? [{ family, entry, move }] : []
  })
  const waiting = (await familiesWaiting(db, ids)).flatMap((wait) => {
    const move = findMove(wait)
    return move ? [{ family: wait.family, wait, move }] : []
  })
  const places = all.filter(({ entry, move }) => (isHeldAlone(entry) ? move.endsHolds : notified.has(move)))
  const toNotify = waiting.filter(({ move }) => notified.has(move))
  const owed = places
    .filter(({ entry, move }) => move.kind === 'closed' && entry.priceCents > 0 && countsAsPaid(entry))
    .map(
      ({ family, entry }) =>
        `${family.email ?? `${family.name} (no email)`}: ${entryName(entry)}, ${dollars(entry.priceCents)} ${describePaid(entry)}`,
    )
  return {
    places,
    waits: toNotify.filter(({ move }) => move.kind !== 'closed'),
    families: familiesIn([...places, ...toNotify]).length,
    reworded: familiesIn([...all, ...waiting].filter(({ move }) => move.kind === 'reworded')).length,
    owed,
  }
}

const familiesIn = (places: { family: WaitingFamily['family'] }[]) => [
  ...new Map(places.map(({ family }) => [family.accountId, family])).values(),
]
