import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { RefundOutcome } from '#payments/charge-outcome.ts'
import { charges } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { type Refund, refunds, registrations } from '#registrations/registrations.tables.ts'

/** Writes the refund before the gateway is called; undefined when this registration has one already. */
export async function addRefund(
  tx: Db,
  row: Pick<Refund, 'registrationId' | 'accountId' | 'chargeId' | 'amountCents'> & { state?: 'owed' },
  leaseSeconds: number,
): Promise<Refund | undefined> {
  const leasedUntil = row.state === 'owed' ? null : sql`now() + make_interval(secs => ${leaseSeconds})`
  const [added] = await tx
    .insert(refunds)
    .values({ ...row, leasedUntil })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function refundOf(db: Db, registrationId: number): Promise<Refund | undefined> {
  const isLive = and(eq(refunds.registrationId, registrationId), sql`${refunds.state} <> 'failed'`)
  const [refund] = await db.select().from(refunds).where(isLive)
  return refund
}

/** Writes what became of a refund; undefined when somebody else has ended it. */
export async function noteRefund(tx: Db, id: string, outcome: RefundOutcome, waitSeconds: number) {
  const isOver = outcome.state === 'done' || outcome.state === 'failed'
  const [noted] = await tx
    .update(refunds)
    .set({
      state: outcome.state,
      endedAt: isOver ? sql`now()` : null,
      leasedUntil: isOver ? null : sql`now() + make_interval(secs => ${waitSeconds})`,
      ...('transactionId' in outcome && { transactionId: outcome.transactionId }),
      ...('reason' in outcome && { reason: outcome.reason }),
    })
    .where(and(eq(refunds.id, id), inArray(refunds.state, ['pending', 'unknown', 'queued'])))
    .returning()
  return noted
}

/** The oldest open refund that nobody works on, leased to this asker, with what the gateway must be told. */
export async function leaseOpenRefund(db: Db, leaseSeconds: number) {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, ['pending', 'unknown', 'queued']),
        or(sql`${refunds.leasedUntil} is null`, lt(refunds.leasedUntil, sql`now()`)),
      ),
    )
    .orderBy(refunds.createdAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [leased] = await db
    .update(refunds)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .from(charges)
    .where(and(eq(charges.id, refunds.chargeId), sql`${refunds.id} = any(array(${due}))`))
    .returning({
      id: refunds.id,
      state: refunds.state,
      amountCents: refunds.amountCents,
      transactionId: charges.transactionId,
      chargeCents: charges.amountCents,
    })
  return leased
}

/** The family's registration and its session, locked, with what unregistering must know. */
export async function lockPlace(tx: Db, accountId: string, id: number) {
  const isIt = and(eq(registrations.id, id), eq(registrations.accountId, accountId))
  if (!(await lockAccount(tx, accountId))) refuse('signed-out')
  const [at] = await tx.select({ sessionId: registrations.sessionId }).from(registrations).where(isIt)
  const [session] = await lockSessions(tx, [found(at).sessionId])
  const [row] = await tx
    .select({
      personId: registrations.personId,
      priceCents: registrations.priceCents,
      paidBy: registrations.paidBy,
      chargeId: registrations.chargeId,
      heldUntil: registrations.heldUntil,
      removedAt: registrations.removedAt,
    })
    .from(registrations)
    .where(isIt)
    .for('update')
  return { row: found(row), session: found(session) }
}

/** Before a refund is written to that may free its place: its account and its session come first. */
export async function lockRefund(tx: Db, id: string): Promise<void> {
  const [at] = await tx
    .select({ accountId: refunds.accountId, sessionId: registrations.sessionId })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .where(eq(refunds.id, id))
  const { accountId, sessionId } = found(at)
  if (accountId) await lockAccount(tx, accountId)
  await lockSessions(tx, [sessionId])
}
