import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { events, sessions } from '#events/events.tables.ts'
import { withBalance } from '#ledger/balance.ts'
import { listPaidPlaces } from '#ledger/postings.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dueOn, standingColumns } from './registrations.db.server.ts'
import { registrations } from './registrations.tables.ts'

export const withNames = <Query extends PgSelect>(places: Query) =>
  places
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))

export const nameColumns = {
  accountId: registrations.accountId,
  firstName: people.firstName,
  event: events.name,
  number: sessions.number,
}

/** Given up or not, with the part of each payment, and the due without it. */
export async function placesPaidBy<Id extends string | number>(
  db: Db,
  by: 'chargeId' | 'recordedId',
  paymentIds: Id[],
) {
  if (paymentIds.length === 0) return []
  const paid = await listPaidPlaces(db, by, paymentIds)
  const places = await namedPlaces(
    db,
    inArray(
      registrations.id,
      paid.map(({ id }) => id),
    ),
  )
  return paid
    .flatMap((part) => {
      const place = places.find(({ id }) => id === part.id)
      return place ? [{ ...place, ...part }] : []
    })
    .sort((one, other) => one.id - other.id)
}

export async function namedPlaces(db: Db, filter: SQL | undefined) {
  const places = db
    .select({
      id: registrations.id,
      ...nameColumns,
      player: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      bring: events.bring,
      startsOn: sessions.startsOn,
      dueOn,
      priceCents: registrations.priceCents,
      ...standingColumns,
      removedAt: registrations.removedAt,
      createdAt: registrations.createdAt,
    })
    .from(registrations)
    .$dynamic()
  const rows = await withNames(places).where(filter).orderBy(asc(registrations.id))
  return rows.map(withBalance)
}
