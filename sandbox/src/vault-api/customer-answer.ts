import { and, asc, eq, inArray } from 'drizzle-orm'
import type { MeansKind } from '../payment-instruments/means.ts'
import { found, NotFound } from '../platform/errors.ts'
import { type Gateway, globalId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { customerAddressAnswer } from '../vault/customer-addresses.ts'
import { type Customer, customerAnswer, customerById } from '../vault/customers.ts'
import { methodAnswers } from '../vault/method-answer.ts'
import { methods } from '../vault/payment-methods.ts'
import { addresses, paymentMethods } from '../vault/vault.tables.ts'

const noAssociations = 'customernoassociations'

/** Braintree's Customer: Find. */
export async function findCustomer(gateway: Gateway, id: string, filter?: string): Promise<XmlValue> {
  const row = found(await customerById(gateway, id), `customer ${id}`)
  if (filter === noAssociations) return toCustomer({ ...row, customFields: {} }, [], [])
  if (filter) throw new NotFound(`There is no association filter ${filter}.`)
  const [answer] = await customerAnswers(gateway, [row])
  return answer
}

/** In a fixed number of statements. */
export async function customerAnswers(gateway: Gateway, rows: Customer[]): Promise<XmlValue[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const [owned, lived] = await Promise.all([
    methods(gateway)
      .where(and(eq(paymentMethods.merchantId, gateway.merchant.id), inArray(paymentMethods.customerId, ids)))
      .orderBy(asc(paymentMethods.number)),
    gateway.db
      .select()
      .from(addresses)
      .where(and(eq(addresses.merchantId, gateway.merchant.id), inArray(addresses.customerId, ids)))
      .orderBy(asc(addresses.number)),
  ])
  const shown = await methodAnswers(gateway, owned)
  return rows.map((row) =>
    toCustomer(
      row,
      owned.flatMap(({ customerId, means }, place) =>
        customerId === row.id ? [{ kind: means.kind, value: shown[place] }] : [],
      ),
      lived.filter(({ customerId }) => customerId === row.id).map(customerAddressAnswer),
    ),
  )
}

function toCustomer(
  row: Customer,
  shown: { kind: MeansKind; value: XmlValue }[],
  addressAnswers: XmlValue[],
): XmlValue {
  const methodsByKind = (kind: MeansKind) =>
    shown.filter((method) => method.kind === kind).map(({ value }) => value)
  return {
    ...customerAnswer(row),
    globalId: globalId('customer', row.id),
    merchantId: row.merchantId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    customFields: Object.keys(row.customFields).length ? row.customFields : '',
    creditCards: methodsByKind('credit_card'),
    addresses: addressAnswers,
    paypalAccounts: methodsByKind('paypal_account'),
    venmoAccounts: methodsByKind('venmo_account'),
    applePayCards: methodsByKind('apple_pay_card'),
    androidPayCards: methodsByKind('android_pay_card'),
  }
}
