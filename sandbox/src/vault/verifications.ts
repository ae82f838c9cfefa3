import { and, desc, eq, inArray } from 'drizzle-orm'
import { Refused } from '../platform/errors.ts'
import { type Gateway, globalId, merchantAccountId, newId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/xml.ts'
import { verifications } from '../tables.ts'
import { checkAddress, verify } from '../transactions/outcome.ts'
import { addressAnswer } from './addresses.ts'
import type { Card } from './cards.ts'
import { cardOf } from './means.ts'
import type { Instrument } from './nonces.ts'
import { threeDSecureAnswer } from './three-d-secure.ts'

type NewVerification = typeof verifications.$inferInsert
export type Verification = Omit<NewVerification, 'number'>

/** The bank or a rule said no to a card check; the verification tells which. */
export class CardNotVerified extends Refused {
  constructor(readonly verification: Verification) {
    const reason = verification.gatewayRejectionReason
    super([], reason ? `Gateway Rejected: ${reason}` : (verification.responseText ?? 'Processor Declined'))
  }
}

/** Asks the bank about a card; keeps the answer under `token`. Throws CardNotVerified on a no. */
export async function verifyCard(gateway: Gateway, instrument: Instrument, token: string): Promise<void> {
  const { means, billing, cvvCode, threeDSecure } = instrument
  const card = cardOf(means)
  if (!card) return
  const checks = { cvvCode, ...checkAddress(billing) }
  const { status, additionalResponse: _, ...outcome } = verify(means, checks)
  const row = {
    merchantId: gateway.merchant.id,
    id: newId(),
    card,
    billing,
    threeDSecure,
    ...checks,
    ...outcome,
  }
  if (status !== 'authorized') throw new CardNotVerified({ ...row, status, createdAt: new Date() })
  await gateway.db.insert(verifications).values({ ...row, status: 'verified', token })
}

/** Runs work that may check a card, and keeps the record of a check that undid the work. */
export async function keepingVerification<Result>(
  gateway: Gateway,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (problem) {
    if (problem instanceof CardNotVerified)
      await gateway.db.insert(verifications).values(problem.verification)
    throw problem
  }
}

/** The verifications of these payment methods by token, newest first. */
export async function verificationsOf(
  gateway: Gateway,
  tokens: string[],
): Promise<Map<string, Verification[]>> {
  if (!tokens.length) return new Map()
  const rows = await gateway.db
    .select()
    .from(verifications)
    .where(and(eq(verifications.merchantId, gateway.merchant.id), inArray(verifications.token, tokens)))
    .orderBy(desc(verifications.number))
  return new Map(tokens.map((token) => [token, rows.filter((row) => row.token === token)]))
}

export function verificationAnswer(row: Verification): XmlValue {
  return {
    id: row.id,
    globalId: globalId('verification', row.id),
    status: row.status,
    merchantAccountId,
    processorResponseCode: row.responseCode ?? null,
    processorResponseText: row.responseText ?? null,
    processorResponseType: row.responseType ?? null,
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    gatewayRejectionReason: row.gatewayRejectionReason ?? null,
    cvvResponseCode: row.cvvCode,
    avsErrorResponseCode: null,
    avsPostalCodeResponseCode: row.avsPostalCode,
    avsStreetAddressResponseCode: row.avsStreetCode,
    threeDSecureInfo: threeDSecureAnswer(row.threeDSecure),
    createdAt: row.createdAt instanceof Date ? row.createdAt : null,
    creditCard: verifiedCard(row.card),
    billing: addressAnswer(row.billing),
  }
}

function verifiedCard(card: Card): XmlValue {
  return {
    bin: card.bin,
    last_4: card.last4,
    cardType: card.brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    cardholderName: card.cardholderName ?? null,
  }
}
