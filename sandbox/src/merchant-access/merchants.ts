import { randomBytes } from 'node:crypto'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { faults } from '../fault-injection/faults.tables.ts'
import { found, NotFound } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { BadRequest, parseRequest } from '../platform/http/requests.ts'
import { applyOffers, type OffersSet } from '../platform/offers.ts'
import { type Merchant, merchants } from '../platform/platform.tables.ts'
import { address, count, type MerchantSettings, merchantId } from '../platform/settings.ts'

const changeable = {
  settle_after_seconds: count(0, 31_536_000).optional(),
  /** Equal sales within this time are duplicates; 0: never. */
  duplicate_seconds: count(0, 31_536_000).optional(),
  /** Null or empty: no webhooks. */
  webhook_url: z
    .union([address(/^https?$/, 'an http or https address'), z.literal(''), z.null()])
    .transform((url) => url || null)
    .optional(),
  webhook_delay_seconds: count(0, 86_400).optional(),
  /** Repeated deliveries after the first success. */
  webhook_repeats: count(0, 10).optional(),
  /** Members that are left out stay; null resets one. */
  offers: z.unknown().optional(),
}
const NewMerchant = z.strictObject({ id: merchantId, ...changeable })
const MerchantChange = z.strictObject(changeable)

/** Throws BadRequest when the id is taken. */
export async function addMerchant(sandbox: Sandbox, request: unknown): Promise<Merchant> {
  const { id, ...settings } = parseRequest(NewMerchant, request)
  const [added] = await sandbox.db
    .insert(merchants)
    .values({
      id,
      publicKey: randomBytes(8).toString('hex'),
      privateKey: randomBytes(16).toString('hex'),
      tokenizationKey: `development_${randomBytes(4).toString('hex')}_${id}`,
      ...toColumns(settings),
    })
    .onConflictDoNothing()
    .returning()
  if (!added) throw new BadRequest(`There is a merchant ${id} already.`)
  return added
}

export async function changeMerchant(gateway: Gateway, request: unknown): Promise<Merchant> {
  const settings = parseRequest(MerchantChange, request)
  const { id, offers } = gateway.merchant
  const changed = await gateway.db
    .update(merchants)
    .set({ id, ...toColumns(settings, offers) })
    .where(eq(merchants.id, id))
    .returning()
  return found(changed[0], `merchant ${id}`)
}

function toColumns(settings: z.infer<typeof MerchantChange>, offersBefore: OffersSet = {}) {
  return {
    settleAfterSeconds: settings.settle_after_seconds,
    duplicateSeconds: settings.duplicate_seconds,
    webhookUrl: settings.webhook_url,
    webhookDelaySeconds: settings.webhook_delay_seconds,
    webhookRepeats: settings.webhook_repeats,
    offers: settings.offers === undefined ? undefined : applyOffers(offersBefore, settings.offers),
  }
}

export function listMerchants({ db }: Sandbox): Promise<Merchant[]> {
  return db.select().from(merchants).orderBy(asc(merchants.number))
}

/** The settings win over the row in the database. */
export async function upsertConfiguredMerchant({ db, settings }: Sandbox): Promise<void> {
  const merchant: MerchantSettings = settings.merchant
  await db.insert(merchants).values(merchant).onConflictDoUpdate({ target: merchants.id, set: merchant })
}

/** `isFaulty` is read with the merchant, since every call asks for it. */
type CalledGateway = Gateway & { isFaulty: boolean }

export function findGateway(sandbox: Sandbox, merchantId: string): Promise<CalledGateway | undefined> {
  return findGatewayWhere(sandbox, eq(merchants.id, merchantId))
}

/**
 * By a client token's fingerprint or a tokenization key (both as Bearer), or the merchant's keys. The authorization is
 * verified later, by the call.
 */
export async function findGatewayByAuthorization(
  sandbox: Sandbox,
  header = '',
): Promise<CalledGateway | undefined> {
  const [scheme, credentials = ''] = header.split(' ')
  if (scheme !== 'Basic') return findGateway(sandbox, readMerchantId(credentials))
  const publicKey = Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
  return findGatewayWhere(sandbox, eq(merchants.publicKey, publicKey))
}

async function findGatewayWhere(sandbox: Sandbox, isMeant: SQL): Promise<CalledGateway | undefined> {
  const isFaulty = sql<boolean>`exists (select 1 from ${faults} where faults.merchant_id = merchants.id)`
  const [row] = await sandbox.db
    .select({ merchant: merchants, isFaulty })
    .from(merchants)
    .where(isMeant)
    .orderBy(asc(merchants.number))
    .limit(1)
  return row && { ...sandbox, ...row }
}

export async function defaultGateway(sandbox: Sandbox): Promise<CalledGateway> {
  const gateway = await findGateway(sandbox, sandbox.settings.merchant.id)
  if (!gateway) throw new NotFound('The merchant of the settings is gone.')
  return gateway
}

const Claims = z.object({ sub: z.string() })

/** A tokenization key ends in its merchant's id; a fingerprint is a JWT with it as its subject. */
function readMerchantId(authorization: string): string {
  const [, claims] = authorization.split('.')
  if (claims === undefined) return authorization.split('_').slice(2).join('_')
  try {
    return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())).sub
  } catch {
    return ''
  }
}
