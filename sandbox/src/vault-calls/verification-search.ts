import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { text, understand } from '../platform/requests.ts'
import {
  type Criterion,
  listCriterion,
  rangeCriterion,
  readInstant,
  searchConditions,
  someRow,
  textCriterion,
} from '../platform/search.ts'
import type { Search } from '../platform/two-step-search.ts'
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

const ofCard = (member: string) => sql`(${verifications.card} ->> ${member})`

/** What verifications can be searched by: every field of a request must be named here. */
function verificationFields(gateway: Gateway): Record<string, Criterion> {
  return {
    id: textCriterion(verifications.id),
    ids: listCriterion(verifications.id),
    status: listCriterion(verifications.status),
    created_at: rangeCriterion(verifications.createdAt, readInstant),
    customer_id: textCriterion(verifications.customerId),
    customer_email: emailCriterion(gateway),
    payment_method_token: textCriterion(verifications.token),
    credit_card_cardholder_name: textCriterion(ofCard('cardholderName')),
    credit_card_card_type: listCriterion(ofCard('brand')),
    credit_card_number: numberCriterion(gateway, ofCard),
    credit_card_expiration_date: dateCriterion(ofCard),
    billing_address_details_postal_code: textCriterion(sql`${verifications.billing} ->> 'postal_code'`),
    // Cards are the only thing that is verified here.
    verification_type: (terms) => {
      return understand(z.array(text), terms).includes('credit_card') ? undefined : sql`false`
    },
  }
}

function emailCriterion(gateway: Gateway): Criterion {
  const isOurs = eq(customers.merchantId, gateway.merchant.id)
  const isTheirs = and(isOurs, eq(customers.id, verifications.customerId))
  return someRow(gateway, customers, isTheirs, textCriterion(customers.email))
}
