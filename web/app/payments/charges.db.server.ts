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

/** Writes the charge before the gateway is called; undefined when this key was used before and not for a decline. */
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

/** The charge that this key belongs to now: the latest, where earlier ones were declined. */
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

/** Whether this account has ever tried to pay online. */
export const hasTriedToPay = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.$count(charges, eq(charges.accountId, accountId))) > 0

/**
 * Whether the claim is so fresh, by the database's clock, that the gateway may be called for it. A process that was
 * held up for longer might sell what has been given up.
 */
export async function isFresh(db: Db, id: string, seconds: number): Promise<boolean> {
  // `now()` would be when the question was sent, however long it waited for a lock.
  const isYoung = sql`${charges.createdAt} > clock_timestamp() - make_interval(secs => ${seconds})`
  return (await db.$count(charges, and(eq(charges.id, id), eq(charges.state, 'pending'), isYoung))) > 0
}

/** The caller is told to wait for a mail. An end that was written meanwhile stays as it is. */
export const promiseMail = (db: Db, id: string) =>
  db
    .update(charges)
    .set({ isPromised: true })
    .where(and(eq(charges.id, id), isOpen))

/** The account goes; what was paid stays. What a PayPal or Venmo account is called tells who paid, the end of a card's number does not. */
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

/**
 * Before the end of a charge is written with what follows from it: its account comes first, alone where credit is used
 * or withdrawn.
 */
export async function lockPayer(tx: Db, id: string, how: PayerLock = 'key share'): Promise<void> {
  const payer = tx.select({ id: charges.accountId }).from(charges).where(eq(charges.id, id))
  await lockAccount(tx, sql`(${payer})`, how)
}

/** Nobody else uses the family's credit meanwhile. */
export const lockFor = (creditCents: number): PayerLock => (creditCents > 0 ? 'no key update' : 'key share')
type PayerLock = 'no key update' | 'key share'

/** Writes the end of a charge once; undefined when somebody else has ended it. */
export async function endCharge(tx: Db, id: string, outcome: ChargeOutcome): Promise<Charge | undefined> {
  const [ended] = await tx
    .update(charges)
    .set({ state: outcome.state, leasedUntil: null, ...writtenOf(outcome) })
    .where(and(eq(charges.id, id), isOpen))
    .returning()
  return ended
}

function writtenOf(outcome: ChargeOutcome) {
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

/**
 * Open charges that no live call owns, leased to this asker for a while. Nobody waits for their answer any more, so
 * the payer is to be told of their end.
 */
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

/** Given back at once: the next round asks again. */
export const releaseCharge = (db: Db, id: string) =>
  db
    .update(charges)
    .set({ leasedUntil: null })
    .where(and(eq(charges.id, id), isOpen))

/** One charge that the gateway had not seen and that is to be asked about again, leased to this asker. */
export async function leaseNeverSeen(db: Db, leaseSeconds: number): Promise<Charge | undefined> {
  const [leased] = await db
    .update(charges)
    .set({ askAgainAt: secondsFromNow(leaseSeconds) })
    .where(areDueFirst(charges.id, charges.askAgainAt, 1))
    .returning()
  return leased
}

/** Still not seen: asked once more a day after its end, and then no more. */
export const noteNotSeen = (db: Db, id: string) => {
  const last = sql`${charges.endedAt} + make_interval(secs => ${latestSeconds})`
  return db
    .update(charges)
    .set({ askAgainAt: sql`case when now() < ${last} then ${last} end` })
    .where(eq(charges.id, id))
}

/** The gateway has declined it after all. */
export const noteDeclinedLate = (db: Db, id: string) =>
  db.update(charges).set({ endedHow: 'answer', askAgainAt: null }).where(eq(charges.id, id))

/** A sale was made after its charge had been given up; true for whoever writes it first. */
export async function noteLateSale(db: Db, id: string, transactionId: string, leaseSeconds: number) {
  const noted = await db
    .update(charges)
    .set({ lateTransactionId: transactionId, askAgainAt: secondsFromNow(leaseSeconds) })
    .where(and(eq(charges.id, id), eq(charges.state, 'declined'), sql`${charges.lateTransactionId} is null`))
    .returning({ id: charges.id })
  return noted.length > 0
}

/** The late sale is given back; undefined when somebody else wrote it. */
export async function noteUndone(tx: Db, id: string): Promise<Charge | undefined> {
  const [undone] = await tx
    .update(charges)
    .set({ endedHow: 'undone', askAgainAt: null })
    .where(and(eq(charges.id, id), sql`${charges.endedHow} <> 'undone'`))
    .returning()
  return undone
}

const mostRefusals = 5

/** Whether the gateway has refused to take calls of ours for some minutes: nobody's places are held for a card then. */
export async function takesNoCards(db: Db): Promise<boolean> {
  // Those of the last ten minutes are to be asked about again in fifty or more, and by that they are indexed.
  const isRecent = and(
    gt(charges.askAgainAt, secondsFromNow(soonestSeconds - 600)),
    gt(charges.endedAt, secondsFromNow(-600)),
  )
  return (
    (await db.$count(charges, and(isRecent, like(charges.declineReason, `${refusedAs}%`)))) >= mostRefusals
  )
}
