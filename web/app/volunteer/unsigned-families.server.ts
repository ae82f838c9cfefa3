import { and, count, eq, exists, gte, isNull, not } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { hasSigned } from '#people/accounts/releases.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import type { Day } from '#platform/dates.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { familiesWhere, withPlayers } from './search-families.server.ts'

/** More than ever wait at once, and one page all the same. */
const most = 200

/** An account that has a place in a session that is not over, and has accepted no release. */
function isUnsigned(db: Db, today: Day) {
  const place = db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(
      and(
        eq(registrations.accountId, accounts.id),
        ...[isNull(registrations.removedAt), isNull(registrations.heldUntil)],
        gte(sessions.endsOn, today),
      ),
    )
  return and(isNull(accounts.releaseSignedAt), not(hasSigned), exists(place))
}

/** How many families play without a release; the index of those who never signed leads to them. */
export const countUnsigned = (db: Db, today: Day) =>
  db.select({ many: count() }).from(accounts).where(isUnsigned(db, today))

export const findUnsigned = (db: Db, today: Day) => familiesWhere(db, isUnsigned(db, today), most + 1)

export const unsignedFamilies = async (db: Db, today: Day) =>
  withPlayers(db, await findUnsigned(db, today), most)
