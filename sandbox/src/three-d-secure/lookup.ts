import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { accountOf, type Caller, customerOf, Forbidden } from '../callers/authorization.ts'
import type { Outcome } from '../instruments/authentication-outcomes.ts'
import type { Card } from '../instruments/cards.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { cardOf } from '../instruments/means.ts'
import { found, NotFound, Refused, refuse, WrongMembers } from '../platform/errors.ts'
import { type Gateway, inTransaction, newId } from '../platform/gateway.ts'
import { readAmount } from '../platform/money.ts'
import { offersOf } from '../platform/offers.ts'
import { understandWhole } from '../platform/whole-requests.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce, takeNonce } from '../vault/nonces.ts'
import { threeDSecureAuthentications as authentications } from './authentications.tables.ts'
import {
  type Authentication,
  authenticationById,
  isAuthentication,
  pareqOf,
  threeDSecureOf,
} from './authentications.ts'
import { readAnswerJwt } from './cardinal.ts'
import { judge } from './judge.ts'
import { JwtRequest, type LookupRequest, readLookup, wrong } from './lookup.schema.ts'
import { isProviderSession } from './provider-sessions.ts'

/**
 * Asks the bank of a card whether its owner must be asked (Braintree's three_d_secure/lookup). Uses the nonce up; the
 * new one carries the authentication. Throws Forbidden for keys, NotFound for a nonce that cannot be used, Refused and
 * WrongMembers. `sent` is the body as it came.
 */
export async function lookUp(
  gateway: Gateway,
  caller: Caller,
  nonce: string,
  { body, sent }: { body: unknown; sent: unknown },
) {
  refuseKey(caller)
  const { enabled, status } = offersOf(gateway.merchant).three_d_secure
  if (!enabled) throw new Refused([], '3D Secure is not enabled for this merchant account.')
  const request = readLookup(body)
  const amount = readAmount(request.amount)
  if (!('amountCents' in amount)) throw new Refused([{ ...amount, path: [] }])
  return inTransaction(gateway, async (within) => {
    const instrument = await takeNonce(within, nonce)
    const isOurs =
      typeof instrument === 'object' && [null, customerOf(caller)].includes(instrument.customerId)
    if (!isOurs) throw new NotFound('There is no such payment method nonce.')
    const card = await cardFor(within, instrument, request)
    const purchase = { amountCents: amount.amountCents, merchantAccountId: accountOf(caller), request: sent }
    const row = await addAuthentication(within, card, judge(card, request, status), purchase)
    return lookupAnswer(within, instrument, await passOn(within, instrument, row))
  })
}

/** The card of a nonce, which the request must fit. */
async function cardFor(within: Gateway, { means }: Instrument, { bin, df_reference_id }: LookupRequest) {
  const card = cardOf(means)
  if (!card) throw new Refused([], 'Only cards can be authenticated.')
  const isOfCard = bin === undefined || bin.slice(0, card.bin.length) === card.bin
  const isKnown = df_reference_id === undefined || (await isProviderSession(within, df_reference_id))
  const flaws = [
    ...(isOfCard ? [] : [wrong(['bin'], 'is not that of the card')]),
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

/** Makes a new nonce that carries the authentication from now on. */
async function passOn(within: Gateway, instrument: Instrument, row: Authentication) {
  const { means, billing, cvvCode, customerId, token } = instrument
  const carried = { means, billing, cvvCode, customerId, token, threeDSecure: threeDSecureOf(row) }
  const nonce = await addNonce(within, carried)
  await within.db.update(authentications).set({ nonce }).where(isAuthentication(within, row.id))
  return { ...row, nonce }
}

function lookupAnswer(gateway: Gateway, { means }: Instrument, row: Authentication) {
  const threeDSecure = threeDSecureOf(row)
  const { liabilityShifted, liabilityShiftPossible, threeDSecureVersion } = threeDSecure
  const lookup = {
    acsUrl: row.bankCode ? bankAddress(gateway, row.id) : null,
    md: row.id,
    termUrl: `${gateway.settings.origin}/three-d-secure/complete?authentication=${row.id}`,
    pareq: pareqOf(row.id),
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
 * Takes the bank's answer (Braintree's three_d_secure/authenticate_from_jwt). When the owner was authenticated, a new
 * nonce takes the place of the lookup's; otherwise that one stays, and the answer tells why.
 */
export async function authenticateFromJwt(gateway: Gateway, caller: Caller, nonce: string, body: unknown) {
  refuseKey(caller)
  const { jwt, payment_method_nonce: named = nonce } = understandWhole(JwtRequest, body)
  const id = readAnswerJwt(gateway, jwt)
  const row = id === undefined ? undefined : await authenticationById(gateway, id)
  if (!row?.answeredAt || row.nonce !== nonce || named !== nonce) return refuse('91568')
  const threeDSecure = threeDSecureOf(row)
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

/** The bank's page of a nonce whose owner must be asked, for the frame that shows it. */
export async function showAuthentication(gateway: Gateway, nonce: string) {
  const isOfNonce = and(eq(authentications.merchantId, gateway.merchant.id), eq(authentications.nonce, nonce))
  const [known] = await gateway.db.select().from(authentications).where(isOfNonce)
  const row = found(known, `authentication of nonce ${nonce}`)
  const acsUrl = row.bankCode ? bankAddress(gateway, row.id) : null
  return { threeDSecureInfo: { ...threeDSecureOf(row), acsUrl } }
}

function refuseKey(caller: Caller): void {
  if (caller.kind === 'key') throw new Forbidden('A tokenization key cannot authenticate a card.')
}

function bankAddress(gateway: Gateway, id: string): string {
  return `${gateway.settings.origin}/three-d-secure/bank/${id}`
}

/** The six digits that the bank sends to the owner of the card. */
function bankCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
