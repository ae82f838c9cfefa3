import { and, desc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'
import { text, understand } from '../platform/requests.ts'
import {
  type Criterion,
  listCriterion,
  mostIds,
  pageSize,
  rangeCriterion,
  readInstant,
  searchConditions,
  textCriterion,
} from '../platform/search.ts'
import { customers, verifications } from '../tables/vault.ts'
import { dateCriterion, numberCriterion } from './card-search.ts'
import type { Verification } from './verifications.ts'

/** The ids of the verifications that match, newest first (first step of a search). */
export async function searchVerificationIds(gateway: Gateway, request: unknown): Promise<string[]> {
  const rows = await gateway.db
    .select({ id: verifications.id })
    .from(verifications)
    .where(matching(gateway, request))
    .orderBy(desc(verifications.number))
    .limit(mostIds)
  return rows.map((row) => row.id)
}

/** One page of them (second step). */
export function searchVerifications(gateway: Gateway, request: unknown): Promise<Verification[]> {
  return gateway.db
    .select()
    .from(verifications)
    .where(matching(gateway, request))
    .orderBy(desc(verifications.number))
    .limit(pageSize)
}

function matching(gateway: Gateway, request: unknown): SQL | undefined {
  const criteria = searchConditions(request, verificationFields(gateway), 'Verifications')
  return and(eq(verifications.merchantId, gateway.merchant.id), ...criteria)
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
    verification_type: (given) => {
      return understand(z.array(text), given).includes('credit_card') ? undefined : sql`false`
    },
  }
}

function emailCriterion(gateway: Gateway): Criterion {
  const isTheirs = and(
    eq(customers.merchantId, gateway.merchant.id),
    eq(customers.id, verifications.customerId),
  )
  const criterion = textCriterion(customers.email)
  return (given) =>
    exists(
      gateway.db
        .select({ one: sql`1` })
        .from(customers)
        .where(and(isTheirs, criterion(given))),
    )
}
