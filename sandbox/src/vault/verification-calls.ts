import { and, desc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { found, Refused } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { optionalText, text, understand } from '../platform/requests.ts'
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
import type { XmlValue } from '../platform/xml.ts'
import { customers, verifications } from '../tables.ts'
import { checkCvv } from '../transactions/outcome.ts'
import { dateCriterion, numberCriterion } from './card-search.ts'
import { CardRequest, readCard } from './cards.ts'
import type { Instrument } from './nonces.ts'
import { checkBilling, useNonce } from './vaulting.ts'
import { readCheckRequest } from './verification-options.ts'
import { keepingVerification, type Verification, verificationAnswer, verifyCard } from './verifications.ts'

const Body = z.object({
  verification: z
    .object({
      credit_card: CardRequest.nullish(),
      payment_method_nonce: optionalText,
      options: z.object({ amount: optionalText, merchant_account_id: optionalText }).nullish(),
    })
    .default({}),
})

/** Checks a card without vaulting or charging it (Braintree's CreditCardVerification: Create). */
export async function createVerification(gateway: Gateway, request: unknown): Promise<XmlValue> {
  const { verification: wanted } = understand(Body, request)
  const check = readCheckRequest(wanted.options ?? {}, ['verification'])
  const verified = await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const instrument = await readInstrument(within, wanted)
      const { customerId, token } = instrument
      const known = { customerId: customerId ?? undefined, token: token ?? undefined }
      return verifyCard(within, instrument, { ...check, ...known })
    }),
  )
  return verificationAnswer(found(verified, 'card to verify'))
}

/** Shows a verification (Braintree's CreditCardVerification: Find). */
export async function findVerification(gateway: Gateway, id: string): Promise<XmlValue> {
  const isIt = and(eq(verifications.merchantId, gateway.merchant.id), eq(verifications.id, id))
  const [row] = await gateway.db.select().from(verifications).where(isIt)
  return verificationAnswer(found(row, `verification ${id}`))
}

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

async function readInstrument(
  gateway: Gateway,
  wanted: z.infer<typeof Body>['verification'],
): Promise<Instrument> {
  const at = ['verification', 'credit_card']
  const card = wanted.credit_card ?? {}
  if (wanted.payment_method_nonce !== undefined) {
    const instrument = await useNonce(gateway, wanted.payment_method_nonce, ['verification'])
    return { ...instrument, billing: checkBilling(card.billing_address, at) ?? instrument.billing }
  }
  const read = readCard(card, gateway.secrets.hashKey, ...at)
  if (!('card' in read)) throw new Refused(read)
  return {
    means: { kind: 'credit_card', card: read.card },
    billing: checkBilling(card.billing_address, at),
    cvvCode: checkCvv(card.cvv),
    customerId: null,
    token: null,
  }
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
