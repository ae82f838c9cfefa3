import { and, desc, eq, inArray } from 'drizzle-orm'
import { addressAnswer } from '../payment-instruments/addresses.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { cardFor } from '../payment-instruments/means.ts'
import { cardAnswer } from '../payment-instruments/means-answer.ts'
import { threeDSecureAnswer } from '../payment-instruments/three-d-secure.ts'
import { Refused } from '../platform/errors.ts'
import { type Gateway, globalId, newId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { printAmount } from '../platform/money.ts'
import { findMerchantAccount } from '../processor/merchant-accounts.ts'
import { authorize, checkAddress, verify } from '../processor/outcome.ts'
import { verifications } from './vault.tables.ts'
import type { Check } from './verification-options.ts'

type NewVerification = typeof verifications.$inferInsert
export type Verification = Omit<NewVerification, 'number'> & { createdAt: Date }

/** Declined by the bank or rejected by a rule. */
export class CardNotVerified extends Refused {
  constructor(readonly verification: Verification) {
    const reason = verification.gatewayRejectionReason
    const message = reason
      ? `Gateway Rejected: ${reason}`
      : (verification.responseText ?? 'Processor Declined')
    super([], message, { verification: verificationAnswer(verification) })
  }
}

/** Stores the bank's answer; undefined for means without a card. Throws CardNotVerified when declined. */
export async function verifyCard(
  gateway: Gateway,
  instrument: Instrument,
  { token, customerId, amountCents, merchantAccountId }: Check & { token?: string; customerId?: string },
): Promise<Verification | undefined> {
  const { means, billing, cvvCode, threeDSecure } = instrument
  const card = cardFor(means)
  if (!card) return undefined
  const checks = { cvvCode, ...checkAddress(billing) }
  const checked = verify(means, checks)
  const isPaid = checked.status === 'authorized' && amountCents > 0
  const { status, ...outcome } = isPaid ? authorize(amountCents, means, checks) : checked
  const row = {
    merchantId: gateway.merchant.id,
    id: newId(),
    customerId,
    merchantAccountId,
    amountCents,
    card,
    billing,
    threeDSecure,
    ...checks,
    ...outcome,
    createdAt: thisSecond(),
  }
  if (status !== 'authorized') throw new CardNotVerified({ ...row, status })
  const verified = { ...row, status: 'verified', token }
  await gateway.db.insert(verifications).values(verified)
  return verified
}

/** Stores the verification whose refusal rolled the work back. */
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

/** By token, newest first. */
export async function listVerifications(
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
    amount: printAmount(row.amountCents),
    currencyIsoCode: findMerchantAccount(row.merchantAccountId)?.currency ?? null,
    merchantAccountId: row.merchantAccountId,
    processorResponseCode: row.responseCode ?? null,
    processorResponseText: row.responseText ?? null,
    processorResponseType: row.responseType ?? null,
    additionalProcessorResponse: row.additionalResponse ?? null,
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    networkTransactionId: row.status === 'verified' ? `020${row.createdAt.getTime()}` : null,
    gatewayRejectionReason: row.gatewayRejectionReason ?? null,
    cvvResponseCode: row.cvvCode,
    avsErrorResponseCode: ['E', 'S'].includes(row.avsPostalCode) ? row.avsPostalCode : null,
    avsPostalCodeResponseCode: row.avsPostalCode,
    avsStreetAddressResponseCode: row.avsStreetCode,
    threeDSecureInfo: threeDSecureAnswer(row.threeDSecure),
    riskData: {
      id: row.id,
      decision: 'Not Evaluated',
      deviceDataCaptured: false,
      fraudServiceProvider: null,
    },
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    creditCard: { token: row.token ?? null, ...cardAnswer(row.card) },
    billing: addressAnswer(row.billing),
  }
}

function thisSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000)
}
