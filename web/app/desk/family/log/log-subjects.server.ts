import { eq, inArray } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { listPaidPlaces } from '#ledger/postings.db.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { people } from '#people/people.tables.ts'
import { fullName } from '#people/people.ts'
import type { Actor } from '#platform/actor.ts'
import type { changes } from '#platform/changes.tables.ts'
import { fieldsIn } from '#platform/changes.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayWithWeekday, longRange } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { countsIn, parseDetails, rolesIn } from './change-details.server.ts'

export type LogLine = Pick<
  typeof changes.$inferSelect,
  'actor' | 'personId' | 'sessionId' | 'meetingId' | 'before' | 'after'
>

/** Resolves the ids of log lines to current names, with one query per table. */
export async function readableLog<Line extends LogLine>(db: Db, lines: Line[]) {
  const details = lines.map(parseDetails)
  const payments = await paymentsById(db, present(details.map(({ paymentId }) => paymentId)))
  const paid = [...payments.values()].flatMap(({ places }) => places)
  const days = await meetingsById(db, present(lines.map(({ meetingId }) => meetingId)))
  const [personIds, sessionIds] = [
    [...lines, ...paid],
    [...lines, ...paid, ...days.values()],
  ]
  const players = await playerNames(db, present(personIds.map(({ personId }) => personId)))
  const named = await sessionNames(db, present(sessionIds.map(({ sessionId }) => sessionId)))
  const members = present(details.map(({ member }) => member)).map((id): Actor => `member:${id}`)
  const actorName = await actorNames(db, [...lines.map(({ actor }) => actor), ...members])
  const playerName = (id: string) => players.get(id) ?? 'Deleted player'
  const sessionName = (id: number) => named.get(id) ?? 'a session that is gone'

  return lines.map(({ actor, before, after, personId, sessionId, meetingId, ...line }) => {
    const detail = parseDetails({ before, after })
    const { sumCents, paymentId, member } = detail
    const meeting = meetingId ? days.get(meetingId) : undefined
    const payment = paymentId ? payments.get(paymentId) : undefined
    const session = sessionId ?? meeting?.sessionId
    const about = [
      member && actorName(`member:${member}`),
      payment?.number && `C-${payment.number}`,
      personId && playerName(personId),
      ...(payment?.places ?? []).map((place) => playerName(place.personId)),
      session && sessionName(session),
      ...(payment?.places ?? []).map((place) => sessionName(place.sessionId)),
      meeting && dayWithWeekday(meeting.day),
      rolesIn(detail),
      fieldsIn(after),
      detail.isAlone && 'alone',
      ...(payment?.places.length ? [] : countsIn(detail)),
    ]
    return {
      ...line,
      by: actorName(actor),
      sum: sumCents === undefined ? undefined : dollars(sumCents),
      about: [...new Set(about.filter((text) => typeof text === 'string' && text !== ''))] as string[],
    }
  })
}

const present = <Id>(ids: (Id | null | undefined)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
]

type Paid = { number: number | null; places: { personId: string; sessionId: number }[] }

/** With the places that they still pay. */
async function paymentsById(db: Db, ids: number[]): Promise<Map<number, Paid>> {
  if (ids.length === 0) return new Map()
  const paid = listPaidPlaces(db, 'recordedId', ids).as('paid')
  const rows = await db
    .select({
      id: offlinePayments.id,
      number: offlinePayments.number,
      personId: registrations.personId,
      sessionId: registrations.sessionId,
    })
    .from(offlinePayments)
    .leftJoin(paid, eq(paid.paymentId, offlinePayments.id))
    .leftJoin(registrations, eq(registrations.id, paid.id))
    .where(inArray(offlinePayments.id, ids))
    .orderBy(registrations.id)
  const payments = new Map<number, Paid>()
  for (const { id, number, personId, sessionId } of rows) {
    const places = payments.get(id)?.places ?? []
    if (personId && sessionId) places.push({ personId, sessionId })
    payments.set(id, { number, places })
  }
  return payments
}

async function meetingsById(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, sessionId, day } = meetings
  const rows = await db.select({ id, sessionId, day }).from(meetings).where(inArray(meetings.id, ids))
  return new Map(rows.map((row) => [row.id, { ...row, personId: null }]))
}

async function playerNames(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db.select().from(people).where(inArray(people.id, ids))
  return new Map(rows.map((player) => [player.id, fullName(player)]))
}

async function sessionNames(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const { id, number, startsOn, endsOn } = sessions
  const rows = await db
    .select({ id, number, startsOn, endsOn, event: events.name })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(inArray(sessions.id, ids))
  return new Map(
    rows.map((row) => [
      row.id,
      `${row.event}, Session ${row.number}, ${longRange(row.startsOn, row.endsOn)}`,
    ]),
  )
}
