import { and, eq, sql } from 'drizzle-orm'
import { type Gateway, merchantAccountId, newId } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import { transactions } from '../tables.ts'
import type { Address } from '../vault/addresses.ts'
import type { Instrument } from '../vault/nonces.ts'
import { checkAddress, type Outcome } from './outcome.ts'

export type Transaction = typeof transactions.$inferSelect

/** Members that only travel with a transaction. */
export type TransactionDetails = {
  customer: Record<string, string | null>
  billing?: Address | null
  shipping?: Address | null
  descriptor?: { name?: string; phone?: string; url?: string } | null
  customFields?: Record<string, string> | null
  deviceData?: string
}
export type StatusEvent = { status: string; amount: string; timestamp: string }

/** Everything that a new transaction is made of. */
export type NewTransaction = {
  type: 'sale' | 'credit'
  amountCents: number
  instrument: Instrument
  outcome: Outcome
  /** Submit for settlement at once when authorized. */
  submit: boolean
  details: TransactionDetails
  orderId?: string | null
  customerId?: string | null
  token?: string | null
  refundedTransactionId?: string
}

/** Writes a transaction with the outcome it had. */
export async function addTransaction(gateway: Gateway, wanted: NewTransaction): Promise<Transaction> {
  const { instrument, outcome, details, submit, ...columns } = wanted
  const { status, additionalResponse, ...response } = outcome
  const submitted = status === 'authorized' && submit
  const statuses = submitted ? [status, 'submitted_for_settlement'] : [status]
  const [row] = await gateway.db
    .insert(transactions)
    .values({
      ...columns,
      ...response,
      merchantId: gateway.merchant.id,
      id: newId(),
      merchantAccountId,
      status: submitted ? 'submitted_for_settlement' : status,
      means: instrument.means,
      cvvCode: instrument.cvvCode,
      ...checkAddress(details.billing),
      details,
      additionalResponse,
      history: statuses.map((one) => statusEvent(one, wanted.amountCents)),
      settlesAt: submitted ? settlementTime(gateway) : null,
    })
    .returning()
  if (!row) throw new Error('The database kept no transaction.')
  return row
}

export async function transactionById(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const [row] = await gateway.db.select().from(transactions).where(isTransaction(gateway, id))
  return row
}

/** Reads a transaction and keeps others from changing it until the end of the database transaction. */
export async function lockTransaction(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const [row] = await gateway.db.select().from(transactions).where(isTransaction(gateway, id)).for('update')
  return row
}

/** Moves a locked transaction to another status, and notes it in its history. */
export async function moveTransaction(
  gateway: Gateway,
  row: Transaction,
  status: string,
  amountCents = row.amountCents,
): Promise<Transaction> {
  const [moved] = await gateway.db
    .update(transactions)
    .set({
      status,
      amountCents,
      history: [...row.history, statusEvent(status, amountCents)],
      settlesAt: status === 'submitted_for_settlement' ? settlementTime(gateway) : null,
      updatedAt: sql`now()`,
    })
    .where(isTransaction(gateway, row.id))
    .returning()
  if (!moved) throw new Error(`Transaction ${row.id} is gone.`)
  return moved
}

export function isTransaction(gateway: Gateway, id: string) {
  return and(eq(transactions.merchantId, gateway.merchant.id), eq(transactions.id, id))
}

function settlementTime(gateway: Gateway) {
  return sql`now() + make_interval(secs => ${gateway.merchant.settleAfterSeconds})`
}

function statusEvent(status: string, amountCents: number): StatusEvent {
  return { status, amount: printAmount(amountCents), timestamp: new Date().toISOString() }
}
