import { and, count, eq, exists, gt, gte, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { selectPaidPlaces } from '#ledger/postings.db.server.ts'
import { disputeStanding } from '#payments/disputes.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { familyNow, writtenFor } from '#people/families.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import {
  dueOn,
  isBounced,
  isOwedBack,
  isSettledPlace,
  isUnpaid,
} from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

/** Not given up and not held for a running payment. */
export const isPlace = and(isNull(registrations.removedAt), isNull(registrations.heldUntil))

/** Unpaid after the session's start and its due day. */
export const isOverdue = (today: Day) => and(isUnpaid, lt(sessions.startsOn, today), lt(dueOn, today))

/** Paid, in a session that was called off, not given up. */
export const isClosedThoughPaid = and(
  isNotNull(sessions.calledOffAt),
  isNull(registrations.removedAt),
  gt(registrations.priceCents, 0),
  or(isNotNull(registrations.chargeId), isSettledPlace),
)

/** An open dispute, or a lost one with a place still paid or a refund queued. */
export const isDisputed = sql`exists (select from disputes where disputes.charge_id = charges.id)
  and (${disputeStanding} = 'open' or (${disputeStanding} = 'lost' and (
    exists (select from (${selectPaidPlaces({ chargeId: charges.id })}) as paid
      join registrations on registrations.id = paid.id where cents > 0 and removed_at is null)
    or exists (select from refunds where refunds.charge_id = charges.id and refunds.state = 'queued'))))`

/** Has a place in a session that is not over, and no release. */
function isUnsigned(db: Db, today: Day) {
  const place = db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(and(eq(registrations.accountId, accounts.id), isPlace, gte(sessions.endsOn, today)))
  return and(isNull(accounts.releaseSignedAt), not(hasSigned), exists(place))
}

/** Uses the partial index of accounts that never signed. */
export const countUnsigned = (db: Db, today: Day) =>
  db.select({ many: count() }).from(accounts).where(isUnsigned(db, today))

/** As counted by Today. */
export function familiesByState(db: Db, today: Day) {
  const withPlace = () =>
    db
      .select({ id: familyNow })
      .from(registrations)
      .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
      .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
  return {
    overdue: withPlace().where(isOverdue(today)),
    unpaid: withPlace().where(isUnpaid),
    owed: withPlace().where(isOwedBack),
    bounced: withPlace().where(isBounced),
    disputed: db
      .select({ id: familyNow })
      .from(charges)
      .leftJoin(writtenFor, eq(writtenFor.id, charges.familyId))
      .where(isDisputed),
    closed: withPlace().where(isClosedThoughPaid),
    unsigned: db.select({ id: accounts.familyId }).from(accounts).where(isUnsigned(db, today)),
  }
}
