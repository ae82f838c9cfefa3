import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { parseRequest, text } from '../platform/http/requests.ts'
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
import { dateCriterion, numberCriterion } from '../vault/card-search.ts'
import { customers, verifications } from '../vault/vault.tables.ts'
import { type Verification, verificationAnswer } from '../vault/verifications.ts'

export function verificationSearch(gateway: Gateway): Search<Verification> {
  const isOurs = eq(verifications.merchantId, gateway.merchant.id)
  return {
    path: '/verifications/advanced_search',
    root: 'credit-card-verifications',
    record: 'verification',
    table: verifications,
    id: verifications.id,
    order: desc(verifications.number),
    where: (c) => and(isOurs, ...searchConditions(c.var.body, verificationFields(gateway), 'Verifications')),
    find: ({ where, order, most }) =>
      gateway.db.select().from(verifications).where(where).orderBy(order).limit(most),
    answers: (rows) => rows.map(verificationAnswer),
  }
}

const cardMember = (member: string) => sql`(${verifications.card} ->> ${member})`

/** Every supported search field. */
function verificationFields(gateway: Gateway): Record<string, Criterion> {
  return {
    id: textCriterion(verifications.id),
    ids: listCriterion(verifications.id),
    status: listCriterion(verifications.status),
    created_at: rangeCriterion(verifications.createdAt, readInstant),
    customer_id: textCriterion(verifications.customerId),
    customer_email: emailCriterion(gateway),
    payment_method_token: textCriterion(verifications.token),
    credit_card_cardholder_name: textCriterion(cardMember('cardholderName')),
    credit_card_card_type: listCriterion(cardMember('brand')),
    credit_card_number: numberCriterion(gateway, cardMember),
    credit_card_expiration_date: dateCriterion(cardMember),
    billing_address_details_postal_code: textCriterion(sql`${verifications.billing} ->> 'postal_code'`),
    // Only cards are verified.
    verification_type: (terms) => {
      return parseRequest(z.array(text), terms).includes('credit_card') ? undefined : sql`false`
    },
  }
}

function emailCriterion(gateway: Gateway): Criterion {
  const isOurs = eq(customers.merchantId, gateway.merchant.id)
  const isTheirs = and(isOurs, eq(customers.id, verifications.customerId))
  return someRow(gateway, customers, isTheirs, textCriterion(customers.email))
}
