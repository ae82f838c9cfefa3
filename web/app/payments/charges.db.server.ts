import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import { type Charge, charges } from './payments.tables.ts'

/** Writes the charge before the gateway is called; undefined when this key was used before. */
export async function addCharge(
  tx: Db,
  row: { accountId: string | null; orderId: string | null; idempotencyKey: string; amountCents: number },
  leaseSeconds: number,
): Promise<Charge | undefined> {
  const leasedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`
  const [added] = await tx
    .insert(charges)
    .values({ ...row, leasedUntil })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function chargeByKey(db: Db, accountId: string, idempotencyKey: string) {
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.accountId, accountId), eq(charges.idempotencyKey, idempotencyKey)))
  return charge
}

/** Writes the end of a charge once; undefined when somebody else has ended it. */
export async function endCharge(tx: Db, id: string, outcome: ChargeOutcome): Promise<Charge | undefined> {
  const written =
    outcome.state === 'accepted'
      ? { transactionId: outcome.transactionId, cardLabel: outcome.cardLabel }
      : { declineReason: outcome.reason }
  const endedAt = outcome.state === 'unknown' ? null : sql`now()`
  const [ended] = await tx
    .update(charges)
    .set({ state: outcome.state, leasedUntil: null, endedAt, ...written })
    .where(and(eq(charges.id, id), inArray(charges.state, ['pending', 'unknown'])))
    .returning()
  return ended
}

/** Open charges that no live call owns, leased to this asker for a while. */
export async function leaseOpenCharges(db: Db, leaseSeconds: number, limit = 20) {
  const due = db
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        inArray(charges.state, ['pending', 'unknown']),
        or(sql`${charges.leasedUntil} is null`, lt(charges.leasedUntil, sql`now()`)),
      ),
    )
    .orderBy(charges.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return (
    db
      .update(charges)
      .set({ leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
      // `array(…)` makes PostgreSQL choose the rows once.
      .where(sql`${charges.id} = any(array(${due}))`)
      .returning({
        id: charges.id,
        ageSeconds: sql<number>`extract(epoch from now() - ${charges.createdAt})::int`,
      })
  )
}
