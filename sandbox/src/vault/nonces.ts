import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instrument } from '../instruments/instrument.ts'
import { isCvvAlone } from '../instruments/means.ts'
import { isFresh } from '../platform/columns.ts'
import type { Gateway } from '../platform/gateway.ts'
import { fixtureInstrument, fixtureNonces } from './fixture-nonces.ts'
import { nonces } from './vault.tables.ts'

/** Why a nonce cannot be used. */
type NonceFlaw = 'consumed' | 'unknown' | 'luhn_invalid'

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
  if (fixture) return fixtureInstrument(gateway, fixture)
  const [taken] = await gateway.db
    .update(nonces)
    .set({ consumedAt: sql`now()` })
    .where(isUsable(gateway, id))
    .returning()
  if (taken) return isCvvAlone(taken.means) ? 'unknown' : taken
  return (await nonceById(gateway, id)) ? 'consumed' : 'unknown'
}

/** Uses up the nonce of a CVV that came alone; gives the bank's answer on it. Every other nonce is left as it is. */
export async function takeCvv(
  gateway: Gateway,
  id: string,
): Promise<{ cvvCode: string } | NonceFlaw | 'of-a-method'> {
  const row = await nonceById(gateway, id)
  if (!row) return id in fixtureNonces ? 'of-a-method' : 'unknown'
  if (!isCvvAlone(row.means)) return 'of-a-method'
  const [taken] = await gateway.db
    .update(nonces)
    .set({ consumedAt: sql`now()` })
    .where(isUsable(gateway, id))
    .returning({ cvvCode: nonces.cvvCode })
  return taken ? { cvvCode: taken.cvvCode } : 'consumed'
}

/** Uses up a customer's nonce of a vaulted method, and gives the method's token; every other nonce is left as it is. */
export async function takeVaultedNonce(gateway: Gateway, id: string): Promise<string | undefined> {
  const [taken] = await gateway.db
    .update(nonces)
    .set({ consumedAt: sql`now()` })
    .where(and(isUsable(gateway, id), isNotNull(nonces.customerId), isNotNull(nonces.token)))
    .returning({ token: nonces.token })
  return taken?.token ?? undefined
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
    .where(and(isUsable(gateway, id), eq(nonces.customerId, customerId)))
  return row?.token ?? undefined
}

/** A nonce that was made here, used or not. */
export async function nonceById(gateway: Gateway, id: string) {
  const [row] = await gateway.db
    .select()
    .from(nonces)
    .where(and(isNonce(gateway, id), isFresh(nonces.createdAt)))
  return row
}

function isUsable(gateway: Gateway, id: string) {
  return and(isNonce(gateway, id), isNull(nonces.consumedAt), isFresh(nonces.createdAt))
}

function isNonce(gateway: Gateway, id: string) {
  return and(eq(nonces.merchantId, gateway.merchant.id), eq(nonces.id, id))
}
