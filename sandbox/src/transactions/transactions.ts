import { and, eq, sql } from 'drizzle-orm'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'
import type { Checks, Outcome } from '../processor/outcome.ts'
import type { StatusEvent, TransactionDetails } from './details.ts'
import { transactions } from './transactions.tables.ts'

export type Transaction = typeof transactions.$inferSelect

export type NewTransaction = {
  type: 'sale' | 'credit'
  amountCents: number
  account: MerchantAccount
  instrument: Instrument
  outcome: Outcome
  checks: Checks
  /** Submit for settlement once authorized. */
  submit: boolean
  details: TransactionDetails
  orderId?: string | null
  customerId?: string | null
  token?: string | null
  refundedTransactionId?: string
  authorizedTransactionId?: string
}

export const authorizationSeconds = 7 * 24 * 60 * 60
export const payoutSeconds = 24 * 60 * 60

export async function addTransaction(gateway: Gateway, transaction: NewTransaction): Promise<Transaction> {
  const { instrument, outcome, details, submit, account, checks, ...columns } = transaction
  const { status, additionalResponse, ...response } = outcome
  const isAuthorized = status === 'authorized'
  const submitted = submittedStatus(instrument.means)
  const statuses = isAuthorized && submit ? [status, submitted] : [status]
  const now = isAuthorized && submit ? submitted : status
  const id = newId()
  const [row] = await gateway.db
    .insert(transactions)
    .values({
      ...columns,
      ...response,
      ...checks,
      merchantId: gateway.merchant.id,
      id,
      merchantAccountId: account.id,
      currency: account.currency,
      status: now,
      means: instrument.means,
      details,
      additionalResponse,
      authorizationCode: isAuthorized ? id.slice(-6).toUpperCase() : null,
      history: statuses.map((status) => statusEvent(status, transaction.amountCents)),
      dueAt: dueTime(gateway, now),
    })
    .returning()
  if (!row) throw new Error('The database kept no transaction.')
  return row
}

export async function transactionById(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const [row] = await gateway.db.select().from(transactions).where(isTransaction(gateway, id))
  return row
}

/** Locks the row until the end of the database transaction. */
export async function lockTransaction(gateway: Gateway, id: string): Promise<Transaction | undefined> {
  const [row] = await gateway.db.select().from(transactions).where(isTransaction(gateway, id)).for('update')
  return row
}

/** Adds the status to the history of a locked transaction. */
export async function moveTransaction(
  gateway: Gateway,
  row: Transaction,
  status: string,
  change: Partial<Pick<Transaction, 'amountCents' | 'orderId' | 'details'>> = {},
): Promise<Transaction> {
  return changeTransaction(gateway, row, {
    ...change,
    ...(status === 'settled' && settlementColumns),
    status,
    history: [...row.history, statusEvent(status, change.amountCents ?? row.amountCents)],
    dueAt: dueTime(gateway, status),
  })
}

export async function changeTransaction(
  gateway: Gateway,
  row: Transaction,
  change: Parameters<ReturnType<Gateway['db']['update']>['set']>[0],
): Promise<Transaction> {
  const [changed] = await gateway.db
    .update(transactions)
    .set({ ...change, updatedAt: sql`now()` })
    .where(isTransaction(gateway, row.id))
    .returning()
  if (!changed) throw new Error(`Transaction ${row.id} is gone.`)
  return changed
}

/** Settlement batch, and the card scheme's number. */
const settlementColumns = {
  settlementBatchId: sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD') || '_' || ${transactions.merchantAccountId}`,
  acquirerReferenceNumber: sql`lpad(${transactions.number}::text, 23, '0')`,
}

function isTransaction(gateway: Gateway, id: string) {
  return and(eq(transactions.merchantId, gateway.merchant.id), eq(transactions.id, id))
}

/** PayPal captures the money at once. */
export function submittedStatus(means: Transaction['means']): string {
  return means.kind === 'paypal_account' ? 'settling' : 'submitted_for_settlement'
}

/** Null for a final status. */
function dueTime({ merchant }: Gateway, status: string) {
  const seconds = {
    authorized: authorizationSeconds,
    submitted_for_settlement: merchant.settleAfterSeconds,
    settling: merchant.settleAfterSeconds,
    settlement_confirmed: merchant.settleAfterSeconds,
    settled: payoutSeconds,
  }[status]
  return seconds === undefined ? null : sql`now() + make_interval(secs => ${seconds})`
}

function statusEvent(status: string, amountCents: number): StatusEvent {
  return { status, amount: printAmount(amountCents), timestamp: new Date().toISOString() }
}
