import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, not, sql } from 'drizzle-orm'
import { found } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { nonces } from '../tables.ts'
import type { Address } from './addresses.ts'
import { readCard } from './cards.ts'
import { type Fixture, fixtureNonces } from './fixture-nonces.ts'
import type { Means } from './means.ts'
import { nonceAnswer } from './nonce-answer.ts'
import type { ThreeDSecure } from './three-d-secure.ts'

/** Something to pay with: what a nonce stands for. */
export type Instrument = {
  means: Means
  billing?: Address | null
  cvvCode: string
  /** How the card was authenticated. */
  threeDSecure?: ThreeDSecure | null
  /** The customer for whom it was made. */
  customerId: string | null
  /** The vaulted payment method that it is. */
  token: string | null
}

/** Why a nonce cannot be used. */
export type NonceFlaw = 'consumed' | 'unknown' | 'luhn_invalid'

const isFresh = gt(nonces.createdAt, sql`now() - interval '1 day'`)

/** Removes nonces that can no longer be used or found. */
export async function forgetOldNonces(gateway: Gateway): Promise<void> {
  await gateway.db.delete(nonces).where(not(isFresh))
}

/** Makes a single-use nonce of any kind of payment method; gives it. */
export async function addNonce(gateway: Gateway, instrument: Instrument): Promise<string> {
  const [nonce] = await addNonces(gateway, [instrument])
  if (nonce === undefined) throw new Error('The database kept no nonce.')
  return nonce
}

/** Makes one single-use nonce per instrument, in one statement; gives them in the same order. */
export async function addNonces(gateway: Gateway, instruments: Instrument[]): Promise<string[]> {
  if (!instruments.length) return []
  const merchantId = gateway.merchant.id
  const rows = instruments.map((instrument) => ({ merchantId, id: randomUUID(), ...instrument }))
  await gateway.db.insert(nonces).values(rows)
  return rows.map((row) => row.id)
}

/** Uses a nonce up. Of any number of calls at once, one gets the instrument; test nonces can be used again. */
export async function takeNonce(gateway: Gateway, id: string): Promise<Instrument | NonceFlaw> {
  const fixture = fixtureNonces[id]
  if (typeof fixture === 'string') return fixture
  if (fixture) return fixtureInstrument(gateway, id, fixture)
  const [taken] = await gateway.db
    .update(nonces)
    .set({ consumedAt: sql`now()` })
    .where(and(isNonce(gateway, id), isNull(nonces.consumedAt), isFresh))
    .returning()
  if (taken) return taken
  const [known] = await gateway.db
    .select({ id: nonces.id })
    .from(nonces)
    .where(and(isNonce(gateway, id), isFresh))
  return known ? 'consumed' : 'unknown'
}

/** The vaulted method that a customer's nonce stands for, the nonce being left as it is. */
export async function tokenOfNonce(
  gateway: Gateway,
  id: string,
  customerId: string,
): Promise<string | undefined> {
  const [row] = await gateway.db
    .select({ token: nonces.token })
    .from(nonces)
    .where(and(isNonce(gateway, id), eq(nonces.customerId, customerId), isNull(nonces.consumedAt), isFresh))
  return row?.token ?? undefined
}

/** Shows a nonce (Braintree's PaymentMethodNonce: Find). */
export async function findNonce(gateway: Gateway, id: string) {
  const fixture = fixtureNonces[id]
  if (typeof fixture === 'object') return nonceAnswer(id, fixtureInstrument(gateway, id, fixture), false)
  const [row] = await gateway.db
    .select()
    .from(nonces)
    .where(and(isNonce(gateway, id), isFresh))
  return nonceAnswer(id, found(row, `payment method nonce ${id}`), row?.consumedAt !== null)
}

function fixtureInstrument(gateway: Gateway, id: string, fixture: Fixture): Instrument {
  const expiration_date = `12/${new Date().getFullYear() + 3}`
  const read = readCard({ number: fixture.number, expiration_date }, gateway.secrets.hashKey)
  if (!('card' in read)) throw new Error(`The test nonce ${id} stands for no test card.`)
  const card = { ...read.card, conduct: fixture.conduct ?? read.card.conduct }
  return { means: { kind: 'credit_card', card }, cvvCode: 'I', customerId: null, token: null }
}

function isNonce(gateway: Gateway, id: string) {
  return and(eq(nonces.merchantId, gateway.merchant.id), eq(nonces.id, id))
}
