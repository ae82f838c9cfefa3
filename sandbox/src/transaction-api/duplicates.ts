import { and, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { cardFor } from '../payment-instruments/means.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'
import { transactions } from '../transactions/transactions.tables.ts'

const unsuccessful = ['gateway_rejected', 'processor_declined', 'failed', 'voided']

/**
 * Equal card, amount, account and order within the merchant's time for duplicates. Equal concurrent sales wait for
 * each other, so that one of them is the first.
 */
export async function isDuplicate(
  gateway: Gateway,
  sale: { amountCents: number; account: MerchantAccount; instrument: Instrument; orderId?: string },
): Promise<boolean> {
  const seconds = gateway.merchant.duplicateSeconds
  const numberHash = cardFor(sale.instrument.means)?.numberHash
  if (!seconds || !numberHash) return false
  const key = [gateway.merchant.id, numberHash, sale.amountCents, sale.account.id, sale.orderId].join(' ')
  await gateway.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const isSame = and(
    eq(transactions.merchantId, gateway.merchant.id),
    gt(transactions.createdAt, sql`now() - make_interval(secs => ${seconds})`),
    eq(transactions.type, 'sale'),
    eq(transactions.amountCents, sale.amountCents),
    eq(transactions.merchantAccountId, sale.account.id),
    sale.orderId === undefined ? isNull(transactions.orderId) : eq(transactions.orderId, sale.orderId),
    sql`${transactions.means}->'card'->>'numberHash' = ${numberHash}`,
    not(inArray(transactions.status, unsuccessful)),
  )
  const [earlier] = await gateway.db.select({ id: transactions.id }).from(transactions).where(isSame).limit(1)
  return earlier !== undefined
}
