import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hashNumber } from '../payment-instruments/cards.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest, flag, optionalText, parseRequest, text } from '../platform/http/requests.ts'
import { parseAmount } from '../platform/money.ts'
import {
  type Criterion,
  listCriterion,
  rangeCriterion,
  readInstant,
  textCriterion,
} from '../platform/search/search.ts'
import { apiUser } from '../transactions/transaction-answer.ts'
import { transactions as column } from '../transactions/transactions.tables.ts'

/** Every supported field of Braintree's TransactionSearch. */
export function transactionFields(gateway: Gateway): Record<string, Criterion> {
  return { ...plainFields, credit_card_number: (terms) => cardNumber(terms, gateway.secrets.hashKey) }
}

const plainFields: Record<string, Criterion> = {
  id: textCriterion(column.id),
  ids: listCriterion(column.id),
  order_id: textCriterion(column.orderId),
  type: listCriterion(column.type),
  status: listCriterion(column.status),
  amount: rangeCriterion(column.amountCents, readCents),
  currency: textCriterion(column.currency),
  merchant_account_id: listCriterion(column.merchantAccountId),
  created_using: listCriterion(sql`${column.details}->>'createdUsing'`),
  source: listCriterion(sql`'api'`),
  user: listCriterion(sql`${apiUser}::text`),
  refund: (value) =>
    parseRequest(flag, value)
      ? isNotNull(column.refundedTransactionId)
      : isNull(column.refundedTransactionId),
  acquirer_reference_number: textCriterion(column.acquirerReferenceNumber),
  processor_authorization_code: textCriterion(column.authorizationCode),
  settlement_batch_id: textCriterion(column.settlementBatchId),
  ...customerFields(),
  ...addressFields('billing'),
  ...addressFields('shipping'),
  ...meansFields(),
  ...timeFields(),
  ...neverThere(),
}

function customerFields(): Record<string, Criterion> {
  const member = (name: string) => textCriterion(sql`${column.details}->'customer'->>${sql.raw(`'${name}'`)}`)
  return {
    customer_id: textCriterion(column.customerId),
    customer_first_name: member('firstName'),
    customer_last_name: member('lastName'),
    customer_company: member('company'),
    customer_email: member('email'),
    customer_phone: member('phone'),
    customer_fax: member('fax'),
    customer_website: member('website'),
  }
}

function addressFields(address: 'billing' | 'shipping'): Record<string, Criterion> {
  const members = [
    'first_name',
    'last_name',
    'company',
    'street_address',
    'extended_address',
    'locality',
    'region',
    'postal_code',
    'country_name',
  ]
  return Object.fromEntries(
    members.map((member) => [
      `${address}_${member}`,
      textCriterion(sql`${column.details}->${sql.raw(`'${address}'`)}->>${sql.raw(`'${member}'`)}`),
    ]),
  )
}

function meansFields(): Record<string, Criterion> {
  const card = (member: string) => sql`(${column.means}->'card'->>${sql.raw(`'${member}'`)})`
  const payPal = (prefix: string) =>
    sql`case when ${column.means}->>'kind' = 'paypal_account' then ${sql.raw(`'${prefix}'`)} || upper(${column.id}) end`
  return {
    payment_method_token: textCriterion(column.token),
    payment_instrument_type: (terms) =>
      listCriterion(sql`${column.means}->>'kind'`)(parseRequest(z.array(text), terms).map(toKind)),
    credit_card_cardholder_name: textCriterion(card('cardholderName')),
    credit_card_card_type: listCriterion(card('brand')),
    credit_card_unique_identifier: textCriterion(card('numberHash')),
    credit_card_customer_location: listCriterion(sql`case when ${column.means} ? 'card' then 'us' end`),
    credit_card_expiration_date: (terms) => {
      const { is, is_not } = parseRequest(z.strictObject({ is: optionalText, is_not: optionalText }), terms)
      const date = sql`(${card('expirationMonth')} || '/' || ${card('expirationYear')})`
      return textCriterion(date)({ is: is && wholeDate(is), is_not: is_not && wholeDate(is_not) })
    },
    paypal_payer_email: textCriterion(sql`${column.means}->>'email'`),
    paypal_payment_id: textCriterion(payPal('PAY-')),
    paypal_authorization_id: textCriterion(payPal('AUTH-')),
  }
}

function timeFields(): Record<string, Criterion> {
  const statuses = {
    authorized_at: 'authorized',
    authorization_expired_at: 'authorization_expired',
    submitted_for_settlement_at: 'submitted_for_settlement',
    settled_at: 'settled',
    voided_at: 'voided',
    processor_declined_at: 'processor_declined',
    gateway_rejected_at: 'gateway_rejected',
    failed_at: 'failed',
  }
  return {
    created_at: rangeCriterion(column.createdAt, readInstant),
    disbursement_date: rangeCriterion(column.disbursedOn, readDay),
    dispute_date: (terms) => {
      const { is, min, max } = parseRequest(Range, terms)
      return sql`exists (select from disputes where disputes.merchant_id = ${column.merchantId}
        and transaction_id = ${column.id} and ${within(sql`received_on`, is, min, max, readDay)})`
    },
    ...Object.fromEntries(Object.entries(statuses).map(([field, status]) => [field, reached(status)])),
  }
}

/** Fields of features that the sandbox lacks: they match nothing. */
function neverThere(): Record<string, Criterion> {
  const [noText, noList] = [textCriterion(sql`null::text`), listCriterion(sql`null::text`)]
  return {
    store_id: noText,
    store_ids: noList,
    sepa_debit_paypal_v2_order_id: noText,
    ach_type: noList,
    reason_code: noList,
    debit_network: noList,
    ach_return_responses_created_at: () => sql`false`,
  }
}

const Range = z.strictObject({ is: optionalText, min: optionalText, max: optionalText })

/** To the second, as printed. */
function reached(status: string): Criterion {
  return (terms) => {
    const { is, min, max } = parseRequest(Range, terms)
    const second = sql`date_trunc('second', (event->>'timestamp')::timestamptz)`
    return sql`exists (select from jsonb_array_elements(${column.history}) event
      where event->>'status' = ${status} and ${within(second, is, min, max, (day) => readInstant(day).toISOString())})`
  }
}

function within(
  field: SQL,
  is: string | undefined,
  min: string | undefined,
  max: string | undefined,
  read: (text: string) => string,
): SQL | undefined {
  return and(
    sql`true`,
    is === undefined ? undefined : sql`${field} = ${read(is)}`,
    min === undefined ? undefined : sql`${field} >= ${read(min)}`,
    max === undefined ? undefined : sql`${field} <= ${read(max)}`,
  )
}

/** Whole numbers by hash; parts by the stored first six and last four digits. */
function cardNumber(terms: unknown, hashKey: string): SQL | undefined {
  const Parts = z.strictObject({
    is: optionalText,
    is_not: optionalText,
    starts_with: optionalText,
    ends_with: optionalText,
  })
  const { is, is_not, starts_with, ends_with } = parseRequest(Parts, terms)
  const card = sql`${column.means}->'card'`
  return and(
    is === undefined ? undefined : sql`${card}->>'numberHash' = ${hashNumber(is, hashKey)}`,
    is_not === undefined ? undefined : sql`${card}->>'numberHash' <> ${hashNumber(is_not, hashKey)}`,
    starts_with === undefined ? undefined : sql`starts_with(${card}->>'bin', ${starts_with.slice(0, 6)})`,
    ends_with === undefined
      ? undefined
      : sql`right(${card}->>'last4', ${ends_with.length}) = ${ends_with.slice(-4)}`,
  )
}

/** "CreditCardDetail" and "credit_card" are the same kind. */
function toKind(name: string): string {
  const kinds: Record<string, string> = {
    CreditCardDetail: 'credit_card',
    PayPalAccountDetail: 'paypal_account',
    PaypalDetail: 'paypal_account',
    ApplePayDetail: 'apple_pay_card',
    AndroidPayDetail: 'android_pay_card',
    VenmoAccountDetail: 'venmo_account',
  }
  return kinds[name] ?? name
}

/** "5/30" → "05/2030", as it is kept. */
function wholeDate(date: string): string {
  const [month = '', year = ''] = date.split('/')
  return `${month.padStart(2, '0')}/${year.length === 2 ? `20${year}` : year}`
}

function readCents(amount: string): number {
  const cents = parseAmount(amount)
  if (cents === undefined || cents < 0) throw new BadRequest(`${amount} is no amount.`)
  return Math.min(cents, 2_147_483_647)
}

function readDay(time: string): string {
  return readInstant(time).toISOString().slice(0, 10)
}
