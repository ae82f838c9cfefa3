import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import {
  type Criterion,
  listCriterion,
  rangeCriterion,
  readInstant,
  searchConditions,
  someRow,
  textCriterion,
} from '../platform/search/search.ts'
import type { Search } from '../platform/search/two-step-search.ts'
import { cardDateCriterion, cardField, cardNumberCriterion } from '../vault/card-search.ts'
import type { Customer } from '../vault/customers.ts'
import { addresses, customers, paymentMethods } from '../vault/vault.tables.ts'
import { customerAnswers } from './customer-answer.ts'

export function customerSearch(gateway: Gateway): Search<Customer> {
  const isOurs = eq(customers.merchantId, gateway.merchant.id)
  return {
    path: '/customers/advanced_search',
    root: 'customers',
    record: 'customer',
    table: customers,
    id: customers.id,
    order: desc(customers.number),
    where: (c) => and(isOurs, ...searchConditions(c.var.body, customerFields(gateway), 'Customers')),
    find: ({ where, order, most }) =>
      gateway.db.select().from(customers).where(where).orderBy(order).limit(most),
    answers: (rows) => customerAnswers(gateway, rows),
  }
}

/** Every supported search field. */
function customerFields(gateway: Gateway): Record<string, Criterion> {
  const onMethod = (criterion: Criterion) => someMethod(gateway, criterion)
  return {
    id: textCriterion(customers.id),
    ids: listCriterion(customers.id),
    first_name: textCriterion(customers.firstName),
    last_name: textCriterion(customers.lastName),
    company: textCriterion(customers.company),
    email: textCriterion(customers.email),
    phone: textCriterion(customers.phone),
    fax: textCriterion(customers.fax),
    website: textCriterion(customers.website),
    created_at: rangeCriterion(customers.createdAt, readInstant),
    cardholder_name: onMethod(textCriterion(cardField(paymentMethods.means, 'cardholderName'))),
    credit_card_number: onMethod(cardNumberCriterion(gateway, paymentMethods.means)),
    credit_card_expiration_date: onMethod(cardDateCriterion(paymentMethods.means)),
    payment_method_token: onMethod(textCriterion(paymentMethods.token)),
    payment_method_token_with_duplicates: onMethod(sameNumberCriterion(gateway)),
    paypal_account_email: onMethod(textCriterion(sql`${paymentMethods.means} ->> 'email'`)),
    address_first_name: someAddress(gateway, 'first_name'),
    address_last_name: someAddress(gateway, 'last_name'),
    address_street_address: someAddress(gateway, 'street_address'),
    address_extended_address: someAddress(gateway, 'extended_address'),
    address_locality: someAddress(gateway, 'locality'),
    address_region: someAddress(gateway, 'region'),
    address_postal_code: someAddress(gateway, 'postal_code'),
    address_country_name: someAddress(gateway, 'country_name'),
  }
}

function someMethod(gateway: Gateway, criterion: Criterion): Criterion {
  const isOurs = eq(paymentMethods.merchantId, gateway.merchant.id)
  const isTheirs = and(isOurs, eq(paymentMethods.customerId, customers.id))
  return someRow(gateway, paymentMethods, isTheirs, criterion)
}

function someAddress(gateway: Gateway, field: string): Criterion {
  const isOurs = eq(addresses.merchantId, gateway.merchant.id)
  const isTheirs = and(isOurs, eq(addresses.customerId, customers.id))
  return someRow(gateway, addresses, isTheirs, textCriterion(sql`${addresses.address} ->> ${field}`))
}

/** The method itself, and every other with the same number. */
function sameNumberCriterion(gateway: Gateway): Criterion {
  return (terms) => {
    const isNamed = textCriterion(paymentMethods.token)(terms)
    const numbers = gateway.db
      .select({ numberHash: paymentMethods.numberHash })
      .from(paymentMethods)
      .where(and(eq(paymentMethods.merchantId, gateway.merchant.id), isNamed))
    return or(isNamed, inArray(paymentMethods.numberHash, numbers))
  }
}
