import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import type { ServerEnv } from '../platform/http/replies.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { listCriterion, searchConditions } from '../platform/search/search.ts'
import type { Search } from '../platform/search/two-step-search.ts'
import { cardField } from '../vault/card-search.ts'
import { methodAnswers } from '../vault/method-answer.ts'
import { methods, type PaymentMethod } from '../vault/payment-methods.ts'
import { paymentMethods } from '../vault/vault.tables.ts'

/** Both inclusive, as YYYYMM. */
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

/** `segment` is the last part of its path. */
export function expiringCards(
  gateway: Gateway,
  segment: string,
  readMonthsFrom: (c: Context<ServerEnv>) => Months,
): Search<PaymentMethod> {
  const fields = { ids: listCriterion(paymentMethods.token) }
  return {
    path: `/payment_methods/all/${segment}`,
    root: 'payment-methods',
    record: 'creditCard',
    table: paymentMethods,
    id: paymentMethods.token,
    order: asc(paymentMethods.number),
    where: (c) =>
      and(expiring(gateway, readMonthsFrom(c)), ...searchConditions(c.var.body, fields, 'Expiring cards')),
    find: ({ where, order, most }) => methods(gateway).where(where).orderBy(order).limit(most),
    answers: (rows) => methodAnswers(gateway, rows),
  }
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

function readMonth(text: string): string {
  const [, month, year] = text.match(/^(0[1-9]|1[0-2])(\d{4})$/) ?? []
  if (!month || !year) throw new BadRequest(`${text} is no month: it must look like MMYYYY.`)
  return `${year}${month}`
}
