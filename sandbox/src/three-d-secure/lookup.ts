import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import {
  type Caller,
  customerIdFor,
  Forbidden,
  merchantAccountIdFor,
} from '../merchant-access/authorization.ts'
import type { Outcome } from '../payment-instruments/authentication-outcomes.ts'
import type { Card } from '../payment-instruments/cards.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { cardFor } from '../payment-instruments/means.ts'
import { found, NotFound, Refused, refuse, WrongMembers } from '../platform/errors.ts'
import { type Gateway, inTransaction, newId } from '../platform/gateway.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { readAmount } from '../platform/money.ts'
import { parseOffers } from '../platform/offers.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce, takeNonce } from '../vault/nonces.ts'
import { threeDSecureAuthentications as authentications } from './authentications.tables.ts'
import {
  type Authentication,
  authenticationById,
  isAuthentication,
  pareqFor,
  toThreeDSecure,
} from './authentications.ts'
import { readAnswerJwt } from './cardinal.ts'
import { JwtRequest, type LookupRequest, readLookup, wrong } from './lookup.schema.ts'
import { lookupOutcome } from './lookup-outcome.ts'
import { isProviderSession } from './provider-sessions.ts'

/**
 * Braintree's three_d_secure/lookup. Consumes the nonce; the new one carries the authentication. Throws Forbidden for
 * keys, NotFound for an unusable nonce, Refused and WrongMembers. `sent` is the original body.
 */
export async function lookUp(
  gateway: Gateway,
  caller: Caller,
  nonce: string,
  { body, sent }: { body: unknown; sent: unknown },
) {
  refuseKey(caller)
  const { enabled, status } = parseOffers(gateway.merchant).three_d_secure
  if (!enabled) throw new Refused([], '3D Secure is not enabled for this merchant account.')
  const request = readLookup(body)
  const amount = readAmount(request.amount)
  if (!('amountCents' in amount)) throw new Refused([{ ...amount, path: [] }])
  return inTransaction(gateway, async (within) => {
    const instrument = await takeNonce(within, nonce)
    const isOurs =
      typeof instrument === 'object' && [null, customerIdFor(caller)].includes(instrument.customerId)
    if (!isOurs) throw new NotFound('There is no such payment method nonce.')
    const card = await readLookupCard(within, instrument, request)
    const purchase = {
      amountCents: amount.amountCents,
      merchantAccountId: merchantAccountIdFor(caller),
      request: sent,
    }
    const row = await addAuthentication(within, card, lookupOutcome(card, request, status), purchase)
    return lookupAnswer(within, instrument, await passOn(within, instrument, row))
  })
}

async function readLookupCard(
  within: Gateway,
  { means }: Instrument,
  { bin, df_reference_id }: LookupRequest,
) {
  const card = cardFor(means)
  if (!card) throw new Refused([], 'Only cards can be authenticated.')
  const isSameCard = bin === undefined || bin.slice(0, card.bin.length) === card.bin
  const isKnown = df_reference_id === undefined || (await isProviderSession(within, df_reference_id))
  const flaws = [
    ...(isSameCard ? [] : [wrong(['bin'], 'is not that of the card')]),
    ...(isKnown ? [] : [wrong(['df_reference_id'], 'is not known to the provider of the script')]),
  ]
  if (flaws.length) throw new WrongMembers(flaws)
  return card
}

async function addAuthentication(
  within: Gateway,
  { brand, last4 }: Card,
  { ends, isChallenged }: Outcome,
  purchase: Pick<Authentication, 'amountCents' | 'merchantAccountId' | 'request'>,
) {
  const challenge = { status: 'challenge_required' as const, endsAs: ends, bankCode: bankCode() }
  const [row] = await within.db
    .insert(authentications)
    .values({
      merchantId: within.merchant.id,
      id: newId(20),
      nonce: '',
      ...purchase,
      brand,
      last4,
      ...(isChallenged ? challenge : { status: ends }),
    })
    .returning()
  return found(row, 'authentication')
}

async function passOn(within: Gateway, instrument: Instrument, row: Authentication) {
  const { means, billing, cvvCode, customerId, token } = instrument
  const carried = { means, billing, cvvCode, customerId, token, threeDSecure: toThreeDSecure(row) }
  const nonce = await addNonce(within, carried)
  await within.db.update(authentications).set({ nonce }).where(isAuthentication(within, row.id))
  return { ...row, nonce }
}

function lookupAnswer(gateway: Gateway, { means }: Instrument, row: Authentication) {
  const threeDSecure = toThreeDSecure(row)
  const { liabilityShifted, liabilityShiftPossible, threeDSecureVersion } = threeDSecure
  const lookup = {
    acsUrl: row.bankCode ? bankAddress(gateway, row.id) : null,
    md: row.id,
    termUrl: `${gateway.settings.origin}/three-d-secure/complete?authentication=${row.id}`,
    pareq: pareqFor(row.id),
    threeDSecureVersion,
    transactionId: row.id,
  }
  return {
    paymentMethod: nonceAnswer(row.nonce, { means, threeDSecure }, false),
    threeDSecureInfo: { liabilityShifted, liabilityShiftPossible },
    lookup,
  }
}

/**
 * Braintree's three_d_secure/authenticate_from_jwt. On success a new nonce replaces the lookup's; otherwise that one
 * stays, and the answer has the reason.
 */
export async function authenticateFromJwt(gateway: Gateway, caller: Caller, nonce: string, body: unknown) {
  refuseKey(caller)
  const { jwt, payment_method_nonce: named = nonce } = parseStrictly(JwtRequest, body)
  const id = readAnswerJwt(gateway, jwt)
  const row = id === undefined ? undefined : await authenticationById(gateway, id)
  if (!row?.answeredAt || row.nonce !== nonce || named !== nonce) return refuse('91568')
  const threeDSecure = toThreeDSecure(row)
  const { liabilityShifted, liabilityShiftPossible } = threeDSecure
  const threeDSecureInfo = { liabilityShifted, liabilityShiftPossible }
  if (!liabilityShifted) {
    const message = 'Failed to authenticate, please try a different form of payment.'
    return { threeDSecureInfo, errors: [{ attribute: 'three_d_secure_token', code: '81571', message }] }
  }
  return inTransaction(gateway, async (within) => {
    const instrument = await takeNonce(within, nonce)
    if (typeof instrument !== 'object') return refuse('91568')
    const passed = await passOn(within, instrument, row)
    return {
      paymentMethod: nonceAnswer(passed.nonce, { means: instrument.means, threeDSecure }, false),
      threeDSecureInfo,
    }
  })
}

/** The challenge page, for its frame. */
export async function showAuthentication(gateway: Gateway, nonce: string) {
  const isForNonce = and(
    eq(authentications.merchantId, gateway.merchant.id),
    eq(authentications.nonce, nonce),
  )
  const [known] = await gateway.db.select().from(authentications).where(isForNonce)
  const row = found(known, `authentication of nonce ${nonce}`)
  const acsUrl = row.bankCode ? bankAddress(gateway, row.id) : null
  return { threeDSecureInfo: { ...toThreeDSecure(row), acsUrl } }
}

function refuseKey(caller: Caller): void {
  if (caller.kind === 'key') throw new Forbidden('A tokenization key cannot authenticate a card.')
}

function bankAddress(gateway: Gateway, id: string): string {
  return `${gateway.settings.origin}/three-d-secure/bank/${id}`
}

function bankCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
