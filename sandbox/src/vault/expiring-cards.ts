import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/requests.ts'
import { listCriterion, mostIds, pageSize, searchConditions } from '../platform/search.ts'
import { paymentMethods } from '../tables/vault.ts'
import { cardField } from './card-search.ts'
import { methods, type PaymentMethod } from './payment-methods.ts'

/** From one month to another, both within, each as YYYYMM. */
export type Months = { from: string; to: string }

/** Every month before this one. */
export function monthsGone(today = new Date()): Months {
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return { from: '000000', to: last.toISOString().slice(0, 7).replace('-', '') }
}

/** "052026" and "122026", as the SDK sends them. */
export function readMonths(start = '', end = ''): Months {
  return { from: readMonth(start), to: readMonth(end) }
}

/** The tokens of the cards that expire in these months (first step of the searches for expired and expiring cards). */
export async function searchExpiringTokens(gateway: Gateway, months: Months): Promise<string[]> {
  const rows = await gateway.db
    .select({ token: paymentMethods.token })
    .from(paymentMethods)
    .where(expiring(gateway, months))
    .orderBy(asc(paymentMethods.number))
    .limit(mostIds)
  return rows.map((row) => row.token)
}

/** One page of them (second step). */
export function searchExpiring(gateway: Gateway, months: Months, request: unknown): Promise<PaymentMethod[]> {
  const criteria = searchConditions(request, { ids: listCriterion(paymentMethods.token) }, 'Expiring cards')
  return methods(gateway)
    .where(and(expiring(gateway, months), ...criteria))
    .orderBy(asc(paymentMethods.number))
    .limit(pageSize)
}

function expiring(gateway: Gateway, { from, to }: Months): SQL | undefined {
  const { means, merchantId } = paymentMethods
  const month = sql`${cardField(means, 'expirationYear')} || ${cardField(means, 'expirationMonth')}`
  return and(
    eq(merchantId, gateway.merchant.id),
    sql`${means} ->> 'kind' = 'credit_card'`,
    sql`${month} between ${from} and ${to}`,
  )
}

function readMonth(given: string): string {
  const [, month, year] = given.match(/^(0[1-9]|1[0-2])(\d{4})$/) ?? []
  if (!month || !year) throw new BadRequest(`${given} is no month: it must look like MMYYYY.`)
  return `${year}${month}`
}
