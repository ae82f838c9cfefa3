import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Attachment } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMails } from '#mail/outbox.server.ts'
import { type CalendarMeeting, calendarMeetings, calendarOf } from '#meetings/calendar.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { entriesIn, type RegistrationEntry } from '#registrations/entries.db.server.ts'
import { wayWords } from '#registrations/ways-to-pay.ts'
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
  const { places, ...told } = await placesOf(db, moves, options)
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
  const { places, ...told } = await placesOf(tx, moves, options)
  const from = {
    ...{ siteUrl, today },
    ...{ programme: await readProgramme(tx), meetings: await calendarMeetings(tx, ids) },
  }
  const letters = familiesIn(places).map(({ accountId, familyId, email }) => {
    const own = places.filter(({ family }) => family.accountId === accountId)
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

/** A mail about sessions that moved, with what stands there today; nothing where the family has no place in them, or they are over. */
export async function movedMailAgain(tx: Db, siteUrl: string, accountId: string, sessionIds: number[]) {
  const programme = await readProgramme(tx)
  const today = todayIn(programme.timeZone)
  const own = (await entriesIn(tx, sessionIds)).filter(
    (entry) => entry.family.accountId === accountId && !isHeldAlone(entry) && entry.session.endsOn >= today,
  )
  const [first] = own
  if (!first) return undefined
  const off = await sessionsOff(tx, sessionIds)
  const meetings = await calendarMeetings(tx, sessionIds)
  const places = own.map((entry) => ({
    entry,
    move: moveNow(entry, meetings, off.includes(entry.session.id)),
  }))
  const from = { siteUrl, programme, meetings, today }
  const letter = movedMail(first.family.email, places, from)
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

function moveNow({ session, event }: RegistrationEntry, meetings: CalendarMeeting[], isOff: boolean): Move {
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

/** Every place of a family in a session that moves or closes, the families in the order of their addresses. */
async function placesOf(db: Db, moves: Move[], options: Options) {
  const told = new Set(movesToTell(moves, options))
  const entries = await entriesIn(
    db,
    moves.map(({ sessionId }) => sessionId),
  )
  const all = entries.flatMap(({ family, ...entry }) => {
    const move = moves.find(({ sessionId }) => sessionId === entry.session.id)
    return move ? [{ family, entry, move }] : []
  })
  const places = all.filter(({ entry, move }) => (isHeldAlone(entry) ? move.endsHolds : told.has(move)))
  const owed = places
    .filter(({ entry, move }) => move.kind === 'closed' && entry.priceCents > 0 && countsAsPaid(entry))
    .map(
      ({ family, entry }) =>
        `${family.email ?? `${family.name} (no email)`}: ${nameOf(entry)}, ${dollars(entry.priceCents)} ${paidWords(entry)}`,
    )
  return {
    places,
    families: familiesIn(places).length,
    reworded: familiesIn(all.filter(({ move }) => move.kind === 'reworded')).length,
    owed,
  }
}

const familiesIn = (places: { family: Family }[]) => [
  ...new Map(places.map(({ family }) => [family.accountId, family])).values(),
]

type Family = Awaited<ReturnType<typeof entriesIn>>[number]['family']
type Place = { entry: RegistrationEntry; move: Move }
type From = { siteUrl: string; programme: Programme; meetings: CalendarMeeting[]; today: Day }

/** Nothing is being charged for it. */
const isHeldAlone = ({ isHeld, standing }: RegistrationEntry) => isHeld && standing !== 'being paid'

/** What the gateway is charging at this moment is taken, for all that anybody knows. */
const countsAsPaid = (entry: RegistrationEntry) => !isHeldAlone(entry) && entry.standing !== 'unpaid'
const paidWords = ({ standing, way }: RegistrationEntry) =>
  standing === 'paid' && way && way !== 'free' ? `paid ${wayWords[way]}` : 'being paid now'

function movedMail(to: string | null, places: Place[], from: From) {
  const closed = places.filter(({ move }) => move.kind === 'closed')
  const others = places.filter(({ move }) => move.kind !== 'closed')
  const title = titleOf(closed.length, others.length)
  const file = (filename: string, own: Place[], method: 'PUBLISH' | 'CANCEL'): Attachment[] => {
    const entries = own.map(({ entry }) => entry).filter((entry) => !isHeldAlone(entry))
    return entries.length === 0
      ? []
      : [{ filename, calendar: calendarOf(entries, from.meetings, from, method) }]
  }
  const attachments = [
    ...file('changed-sessions.ics', others, 'PUBLISH'),
    ...file('cancelled-sessions.ics', closed, 'CANCEL'),
  ]
  const calendarWords =
    attachments.length > 0
      ? 'Are these sessions in your calendar? Open the attached file and add it there again: what moved moves, and what does not take place is cancelled. '
      : ''
  const layout = mailLayout({
    programme: from.programme,
    title,
    paragraphs: places.map(({ entry, move }) =>
      [`${nameOf(entry)}.`, ...sentencesOf(entry, move, from.today)].join(' '),
    ),
    button: { text: 'Registration history', url: `${from.siteUrl}/pages/registration-history` },
    after: [`${calendarWords}If the change does not suit you, answer this mail.`],
  })
  const source = { sessionIds: [...new Set(places.map(({ move }) => move.sessionId))] }
  return { kind: 'session moved' as const, to, subject: title, ...layout, attachments, source }
}

function titleOf(closed: number, others: number): string {
  if (others === 0) return closed === 1 ? 'A session does not take place' : 'Sessions do not take place'
  return closed + others === 1 ? 'A session of yours has changed' : 'Sessions of yours have changed'
}

function sentencesOf(entry: Place['entry'], { kind, words }: Move, today: Day): string[] {
  if (!isHeldAlone(entry)) return kind === 'closed' ? [...words, moneyOf(entry, today)] : words
  const next = kind === 'closed' ? [] : ['Look at your cart and check out again.']
  return [
    'The place that you were paying for cannot be paid any more.',
    ...words,
    'Nothing was charged.',
    ...next,
  ]
}

/** From the day after its first day on nobody unregisters by themselves. */
function moneyOf(entry: RegistrationEntry, today: Day): string {
  if (entry.priceCents === 0) return 'You need not do anything.'
  if (!countsAsPaid(entry)) return 'You need not pay for it.'
  const paid = dollars(entry.priceCents)
  return today > entry.session.startsOn
    ? `Write or call us: we give your ${paid} back.`
    : `You paid ${paid} for it: unregister in your registration history, and it goes back to you.`
}

const nameOf = ({ firstName, event, session }: RegistrationEntry) =>
  `${firstName}: ${event.name}, Session ${session.number}`
