import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { post } from '#ledger/postings.db.server.ts'
import type { RefundOutcome } from '#payments/gateway/charge-outcome.ts'
import { isUuid } from '#payments/gateway/gateway-answers.ts'
import { charges } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { lockPlaces } from '#registrations/places.server.ts'
import {
  isOverRefunded,
  isUnderWay,
  lockSessions,
  owedBackCents,
} from '#registrations/registrations.db.server.ts'
import { type Refund, refunds, registrations } from '#registrations/registrations.tables.ts'

/** `registrationId` not null: only credit that was paid out has none. */
export const refundColumns = {
  ...getTableColumns(refunds),
  registrationId: sql<number>`${refunds.registrationId}`,
}

const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** A fencing token: changes with every lease. */
export type Leased = { lease: string }
const lease = sql<string>`coalesce(extract(epoch from ${refunds.leasedUntil})::text, '')`

/**
 * Inserted before the gateway is called; undefined if one of this charge is under way for the place. `endedBy`: made at
 * the desk, which has posted the place's part already.
 */
export async function addRefund(
  tx: Db,
  row: Pick<Refund, 'registrationId' | 'accountId' | 'familyId' | 'chargeId' | 'amountCents'> & {
    endedBy?: Actor
  },
  leaseSeconds: number,
): Promise<(Refund & Leased) | undefined> {
  const [added] = await tx
    .insert(refunds)
    .values({ ...row, leasedUntil: secondsFromNow(leaseSeconds) })
    .onConflictDoNothing()
    .returning({ ...refundColumns, lease })
  return added
}

/** The lease is still ours, for at least so long. */
export async function ownsRefund(db: Db, refund: { id: string } & Leased, seconds: number): Promise<boolean> {
  const isOurs = and(eq(refunds.id, refund.id), isUnderWay, sql`${lease} = ${refund.lease}`)
  return (await db.$count(refunds, and(isOurs, sql`${refunds.leasedUntil} > ${secondsFromNow(seconds)}`))) > 0
}

/** The ids among them that our refunds have; one may be for several places. */
export async function refundsMadeAmong(db: Db, transactionIds: string[]): Promise<string[]> {
  const isOurs = inArray(refunds.transactionId, transactionIds)
  const rows = await db.selectDistinct({ id: refunds.transactionId }).from(refunds).where(isOurs)
  return rows.flatMap(({ id }) => id ?? [])
}

/** The ids among them that are our refunds', including those whose answer was lost. */
export async function refundsAmong(db: Db, orderIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.id, orderIds.filter(isUuid)))
  return rows.map(({ id }) => id)
}

export async function refundById(db: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await db.select(refundColumns).from(refunds).where(eq(refunds.id, id))
  return refund
}

/** Failed refunds of the same place and sum, not known to have been made. */
export const earlierRefunds = (db: Db, { id, registrationId, chargeId, amountCents }: Refund) =>
  db
    .select({ id: refunds.id, amountCents: refunds.amountCents })
    .from(refunds)
    .where(
      and(
        ...[eq(refunds.registrationId, registrationId), eq(refunds.chargeId, orNotFound(chargeId))],
        ...[eq(refunds.amountCents, amountCents), eq(refunds.state, 'failed')],
        ...[isNull(refunds.transactionId), ne(refunds.id, id)],
      ),
    )
    .orderBy(asc(refunds.createdAt))

/** The family asked again while refunds are under way: promises a mail; false without one. */
export async function promiseMails(tx: Db, registrationId: number): Promise<boolean> {
  const isIts = and(eq(refunds.registrationId, registrationId), isNull(refunds.endedBy), isUnderWay)
  if ((await tx.$count(refunds, isIts)) === 0) return false
  await tx.update(refunds).set({ isPromised: true }).where(isIts)
  return true
}

/** The last refund that has not failed. Without a charge: by hand. */
export async function findLastRefund(
  db: Db,
  { registrationId, chargeId }: Pick<Refund, 'registrationId' | 'chargeId'>,
): Promise<Refund | undefined> {
  const isForCharge = chargeId ? eq(refunds.chargeId, chargeId) : isNull(refunds.chargeId)
  const [refund] = await db
    .select(refundColumns)
    .from(refunds)
    .where(and(eq(refunds.registrationId, registrationId), isForCharge, ne(refunds.state, 'failed')))
    .orderBy(desc(isUnderWay), desc(refunds.createdAt))
    .limit(1)
  return refund
}

export async function isTooMuchBack(tx: Db, registrationId: number): Promise<boolean> {
  return (await tx.$count(registrations, and(eq(registrations.id, registrationId), isOverRefunded))) > 0
}

export async function noteRefund(tx: Db, id: string, outcome: RefundOutcome, waitSeconds: number) {
  const isOver = outcome.state === 'done' || outcome.state === 'failed'
  const [noted] = await tx
    .update(refunds)
    .set({
      state: outcome.state,
      endedAt: isOver ? sql`now()` : null,
      leasedUntil: isOver ? null : secondsFromNow(waitSeconds),
      askAgainAt: outcome.state === 'failed' && outcome.isPassing ? secondsFromNow(3600) : null,
      askSettlementAt: outcome.state === 'done' ? secondsFromNow(86_400) : null,
      ...(!isOver && { isPromised: true }),
      ...('transactionId' in outcome && { transactionId: outcome.transactionId }),
      ...('reason' in outcome && { reason: outcome.reason }),
    })
    .where(and(eq(refunds.id, id), isUnderWay))
    .returning(refundColumns)
  return noted
}

/** Leases the oldest open refund. Nobody waits for its answer any more, so its end is mailed. */
export function leaseOpenRefund(db: Db, leaseSeconds: number) {
  const isFree = or(isNull(refunds.leasedUntil), lt(refunds.leasedUntil, sql`now()`))
  const leasing = { leasedUntil: secondsFromNow(leaseSeconds), isPromised: true }
  return leaseFirst(db, and(isUnderWay, isFree), refunds.createdAt, leasing)
}

/** Leases a refund that the gateway had not seen, when it is due to be asked about again. */
export function leaseNeverSeenRefund(db: Db, leaseSeconds: number) {
  const isDue = and(eq(refunds.state, 'failed'), lte(refunds.askAgainAt, sql`now()`))
  return leaseFirst(db, isDue, refunds.askAgainAt, { askAgainAt: secondsFromNow(leaseSeconds) })
}

async function leaseFirst(
  db: Db,
  isDue: SQL | undefined,
  since: PgColumn,
  leasing: PgUpdateSetSource<typeof refunds>,
) {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isDue)
    .orderBy(since)
    .limit(1)
    .for('update', { skipLocked: true })
  const [leased] = await db
    .update(refunds)
    .set(leasing)
    .from(charges)
    .where(and(eq(charges.id, refunds.chargeId), sql`${refunds.id} = any(array(${due}))`))
    .returning({
      id: refunds.id,
      registrationId: refunds.registrationId,
      chargeId: refunds.chargeId,
      state: refunds.state,
      amountCents: refunds.amountCents,
      transactionId: charges.transactionId,
      chargeCents: charges.amountCents,
      lease,
    })
  return leased
}

/** Asked once more a day after its end, and then no more. */
export const noteNotSeenRefund = (db: Db, id: string, isMade: boolean) => {
  const last = sql`${refunds.endedAt} + interval '1 day'`
  return db
    .update(refunds)
    .set({ askAgainAt: isMade ? null : sql`case when now() < ${last} then ${last} end` })
    .where(eq(refunds.id, id))
}

/** Made after all; false if its payment did not settle: the place is unpaid then. */
export const reopenRefund = (db: Db, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockRefund(tx, id)
    const isUnpaid = sql`exists (select from ${charges}
      where ${charges.id} = ${refunds.chargeId} and ${charges.endedHow} = 'not settled')`
    const reopened = await tx
      .update(refunds)
      .set({ state: 'unknown', endedAt: null, isPromised: true })
      .where(and(eq(refunds.id, id), eq(refunds.state, 'failed'), not(isUnpaid)))
      .returning({ id: refunds.id })
    return reopened.length > 0
  })

/** Locks account, session and registration. */
export async function lockPlace(tx: Db, accountId: string, id: number) {
  const isIt = and(eq(registrations.id, id), eq(registrations.accountId, accountId))
  if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
  const [at] = await tx.select({ sessionId: registrations.sessionId }).from(registrations).where(isIt)
  const [session] = await lockSessions(tx, [orNotFound(at).sessionId])
  const [row] = await tx
    .select({
      familyId: registrations.familyId,
      personId: registrations.personId,
      sessionId: registrations.sessionId,
      priceCents: registrations.priceCents,
      owedBackCents,
      chargeId: registrations.chargeId,
      heldUntil: registrations.heldUntil,
      removedAt: registrations.removedAt,
    })
    .from(registrations)
    .where(isIt)
    .for('update')
  return { row: orNotFound(row), session: orNotFound(session) }
}

export async function owedBackFor(tx: Db, registrationId: number): Promise<number> {
  const isIt = eq(registrations.id, registrationId)
  const [place] = await tx.select({ cents: owedBackCents }).from(registrations).where(isIt)
  return place?.cents ?? 0
}

export const postRefund = (tx: Db, kind: 'refunded' | 'came back', refund: Refund, by: Actor) =>
  post(tx, by, [
    {
      kind,
      registrationId: refund.registrationId,
      cents: kind === 'refunded' ? refund.amountCents : -refund.amountCents,
      chargeId: refund.chargeId,
      refundId: refund.id,
    },
  ])

/** Locks account and place before a refund that may free the place. */
export async function lockRefund(tx: Db, id: string): Promise<void> {
  const { accountId, registrationId } = orNotFound(await refundById(tx, id))
  if (accountId) await lockAccount(tx, accountId, 'no key update')
  await lockPlaces(tx, eq(registrations.id, registrationId))
}
