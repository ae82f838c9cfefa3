import { and, desc, eq, gt, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ChargeOutcome } from '#payments/gateway/charge-outcome.ts'
import { refusedAs } from '#payments/gateway/gateway-answers.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { areDueFirst } from '#platform/database/due-first.server.ts'
import { namedMeans } from './means.ts'
import { type Charge, charges } from './payments.tables.ts'

const isOpen = inArray(charges.state, ['pending', 'unknown'])
const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** Written before the gateway is called; undefined if this key was used, except for a decline. */
export async function addCharge(
  tx: Db,
  row: Pick<Charge, 'accountId' | 'familyId' | 'idempotencyKey' | 'paysFor' | 'amountCents'> & {
    creditCents?: number | undefined
    orderId: string | SQL | null
  },
  leaseSeconds: number,
): Promise<Charge | undefined> {
  const [added] = await tx
    .insert(charges)
    .values({ ...row, leasedUntil: secondsFromNow(leaseSeconds) })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function chargeByKey(db: Db, idempotencyKey: string): Promise<Charge | undefined> {
  const [charge] = await db
    .select()
    .from(charges)
    .where(eq(charges.idempotencyKey, idempotencyKey))
    .orderBy(sql`${charges.state} = 'declined'`, desc(charges.createdAt))
    .limit(1)
  return charge
}

export async function chargeById(db: Db, id: string): Promise<Charge | undefined> {
  const [charge] = await db.select().from(charges).where(eq(charges.id, id))
  return charge
}

export const hasTriedToPay = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.$count(charges, eq(charges.accountId, accountId))) > 0

/**
 * Whether the claim is young enough, by the database's clock, to call the gateway. A process that was held up longer
 * might sell what has been given up.
 */
export async function isFresh(db: Db, id: string, seconds: number): Promise<boolean> {
  // `now()` is the transaction's start, before any wait for a lock.
  const isYoung = sql`${charges.createdAt} > clock_timestamp() - make_interval(secs => ${seconds})`
  return (await db.$count(charges, and(eq(charges.id, id), eq(charges.state, 'pending'), isYoung))) > 0
}

/** The caller was told to wait for a mail. No effect once the charge has ended. */
export const markMailPromised = (db: Db, id: string) =>
  db
    .update(charges)
    .set({ isPromised: true })
    .where(and(eq(charges.id, id), isOpen))

/**
 * Anonymises the charges of a deleted account. The name of a PayPal or Venmo account identifies its payer, a card's
 * last digits do not.
 */
export const forgetPayer = (tx: Db, accountId: string) =>
  tx
    .update(charges)
    .set({
      accountId: null,
      meansLabel: sql`case when ${inArray(charges.means, namedMeans)} then null else ${charges.meansLabel} end`,
    })
    .where(eq(charges.accountId, accountId))

const soonestSeconds = 3600
const latestSeconds = 86_400

/** Taken before a charge's end is written: locks its account, exclusively where credit is used or withdrawn. */
export async function lockPayer(tx: Db, id: string, how: PayerLock = 'key share'): Promise<void> {
  const payer = tx.select({ id: charges.accountId }).from(charges).where(eq(charges.id, id))
  await lockAccount(tx, sql`(${payer})`, how)
}

export const payerLockFor = (creditCents: number): PayerLock =>
  creditCents > 0 ? 'no key update' : 'key share'
type PayerLock = 'no key update' | 'key share'

/** Idempotent: undefined if the charge has ended already. */
export async function endCharge(tx: Db, id: string, outcome: ChargeOutcome): Promise<Charge | undefined> {
  const [ended] = await tx
    .update(charges)
    .set({ state: outcome.state, leasedUntil: null, ...toEndColumns(outcome) })
    .where(and(eq(charges.id, id), isOpen))
    .returning()
  return ended
}

function toEndColumns(outcome: ChargeOutcome) {
  if (outcome.state === 'unknown') return { declineReason: outcome.reason, isPromised: true }
  const endedAt = sql`now()`
  if (outcome.state === 'declined') {
    const askAgainAt = outcome.how === 'never seen' ? secondsFromNow(soonestSeconds) : null
    const { how, reason, code = null } = outcome
    return { endedAt, endedHow: how, declineReason: reason, declineCode: code, askAgainAt }
  }
  const { state: _, ...accepted } = outcome
  const number = sql<number>`nextval('receipt_numbers')`
  const askSettlementAt = secondsFromNow(latestSeconds)
  return { endedAt, endedHow: 'answer' as const, number, askSettlementAt, ...accepted, declineReason: null }
}

/** Leases open charges that no live call owns. Their callers are gone, so the end is mailed. */
export async function leaseOpenCharges(db: Db, leaseSeconds: number, limit = 20) {
  const due = db
    .select({ id: charges.id })
    .from(charges)
    .where(and(isOpen, or(sql`${charges.leasedUntil} is null`, lt(charges.leasedUntil, sql`now()`))))
    .orderBy(charges.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return (
    db
      .update(charges)
      .set({ leasedUntil: secondsFromNow(leaseSeconds), isPromised: true })
      // `array(…)` makes PostgreSQL choose the rows once.
      .where(sql`${charges.id} = any(array(${due}))`)
      .returning({
        id: charges.id,
        creditCents: charges.creditCents,
        ageSeconds: sql<number>`extract(epoch from now() - ${charges.createdAt})::int`,
      })
  )
}

export const releaseCharge = (db: Db, id: string) =>
  db
    .update(charges)
    .set({ leasedUntil: null })
    .where(and(eq(charges.id, id), isOpen))

/** Leases a charge that the gateway had not seen and that is due to be asked about again. */
export async function leaseNeverSeen(db: Db, leaseSeconds: number): Promise<Charge | undefined> {
  const [leased] = await db
    .update(charges)
    .set({ askAgainAt: secondsFromNow(leaseSeconds) })
    .where(areDueFirst(charges.id, charges.askAgainAt, 1))
    .returning()
  return leased
}

/** Asked once more a day after its end, and then no more. */
export const rescheduleNeverSeen = (db: Db, id: string) => {
  const last = sql`${charges.endedAt} + make_interval(secs => ${latestSeconds})`
  return db
    .update(charges)
    .set({ askAgainAt: sql`case when now() < ${last} then ${last} end` })
    .where(eq(charges.id, id))
}

export const noteDeclinedLate = (db: Db, id: string) =>
  db.update(charges).set({ endedHow: 'answer', askAgainAt: null }).where(eq(charges.id, id))

/** A sale was made after its charge had been given up; true for the first to note it. */
export async function noteLateSale(db: Db, id: string, transactionId: string, leaseSeconds: number) {
  const noted = await db
    .update(charges)
    .set({ lateTransactionId: transactionId, askAgainAt: secondsFromNow(leaseSeconds) })
    .where(and(eq(charges.id, id), eq(charges.state, 'declined'), sql`${charges.lateTransactionId} is null`))
    .returning({ id: charges.id })
  return noted.length > 0
}

/** The late sale was refunded; undefined if already noted. */
export async function noteLateSaleRefunded(tx: Db, id: string): Promise<Charge | undefined> {
  const [undone] = await tx
    .update(charges)
    .set({ endedHow: 'undone', askAgainAt: null })
    .where(and(eq(charges.id, id), sql`${charges.endedHow} <> 'undone'`))
    .returning()
  return undone
}

const maxRefusals = 5

/** Whether the gateway has refused our calls for some minutes: no places are held for a card then. */
export async function isGatewayRefusing(db: Db): Promise<boolean> {
  // Charges of the last ten minutes, found by the index of their next question in fifty minutes or more.
  const isRecent = and(
    gt(charges.askAgainAt, secondsFromNow(soonestSeconds - 600)),
    gt(charges.endedAt, secondsFromNow(-600)),
  )
  return (
    (await db.$count(charges, and(isRecent, like(charges.declineReason, `${refusedAs}%`)))) >= maxRefusals
  )
}
