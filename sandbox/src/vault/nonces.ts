import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { isCvvAlone } from '../payment-instruments/means.ts'
import type { Gateway } from '../platform/gateway.ts'
import { isFresh } from '../platform/storage/columns.ts'
import { fixtureInstrument, fixtureNonces } from './fixture-nonces.ts'
import { nonces } from './vault.tables.ts'

type NonceFlaw = 'consumed' | 'unknown' | 'luhn_invalid'

export async function addNonce(gateway: Gateway, instrument: Instrument): Promise<string> {
  const [nonce] = await addNonces(gateway, [instrument])
  if (nonce === undefined) throw new Error('The database kept no nonce.')
  return nonce
}

/** One statement; the ids come in the order of the instruments. */
export async function addNonces(gateway: Gateway, instruments: Instrument[]): Promise<string[]> {
  if (!instruments.length) return []
  const merchantId = gateway.merchant.id
  const rows = instruments.map((instrument) => ({ merchantId, id: randomUUID(), ...instrument }))
  await gateway.db.insert(nonces).values(rows)
  return rows.map((row) => row.id)
}

/** One of several concurrent calls gets the instrument; test nonces can be used again. */
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

/** Gives the bank's answer on a CVV that came alone; any other nonce stays unused. */
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

/** Gives the token of the vaulted method behind a customer's nonce; any other nonce stays unused. */
export async function takeVaultedNonce(gateway: Gateway, id: string): Promise<string | undefined> {
  const [taken] = await gateway.db
    .update(nonces)
    .set({ consumedAt: sql`now()` })
    .where(and(isUsable(gateway, id), isNotNull(nonces.customerId), isNotNull(nonces.token)))
    .returning({ token: nonces.token })
  return taken?.token ?? undefined
}

/** Leaves the nonce unused. */
export async function findTokenByNonce(
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
