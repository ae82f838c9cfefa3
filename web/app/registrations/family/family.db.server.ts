import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { isLive } from './delete-player.server.ts'

const { heldUntil, chargeId, offerOf } = registrations
/** Offers of a waiting list that nobody is paying do not block deleting a player. */
const countsAsPlace = and(isLive, or(isNull(offerOf), isNull(heldUntil), isNotNull(chargeId)))

/** The account's players, the holder first, with the number of registrations in all and from `today` on. */
export function listPlayers(db: Db, accountId: string, today: Day) {
  return db
    .select({
      id: people.id,
      role: people.role,
      firstName: people.firstName,
      lastName: people.lastName,
      phone: people.phone,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      isActive: people.isActive,
      registered: sql<number>`count(${registrations.id})::int`,
      current: sql<number>`count(${sessions.id})::int`,
    })
    .from(people)
    .leftJoin(registrations, and(eq(registrations.personId, people.id), countsAsPlace))
    .leftJoin(sessions, and(eq(sessions.id, registrations.sessionId), sql`${sessions.endsOn} >= ${today}`))
    .where(and(eq(people.accountId, accountId), sql`${people.role} <> 'parent'`))
    .groupBy(people.id)
    .orderBy(sql`${people.role} = 'family'`, asc(people.createdAt), asc(people.id))
}
