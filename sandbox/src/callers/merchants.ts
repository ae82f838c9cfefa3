import { randomBytes } from 'node:crypto'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { faults } from '../faults/faults.tables.ts'
import { found, NotFound } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { type OffersSet, offersAfter } from '../platform/offers.ts'
import { type Merchant, merchants } from '../platform/platform.tables.ts'
import { BadRequest, understand } from '../platform/requests.ts'
import { address, count, type MerchantSettings, merchantId } from '../platform/settings.ts'

const changeable = {
  /** From submission for settlement to settled. */
  settle_after_seconds: count(0, 31_536_000).optional(),
  /** For how long an equal sale counts as a duplicate; 0: never. */
  duplicate_seconds: count(0, 31_536_000).optional(),
  /** Where webhooks are delivered; null or empty: nowhere. */
  webhook_url: z
    .union([address(/^https?$/, 'an http or https address'), z.literal(''), z.null()])
    .transform((url) => url || null)
    .optional(),
  /** How long each webhook waits before it is sent. */
  webhook_delay_seconds: count(0, 86_400).optional(),
  /** How often each comes again after it was taken. */
  webhook_repeats: count(0, 10).optional(),
  /** What browsers are offered; what is left out stays, null puts it back. */
  offers: z.unknown().optional(),
}
const NewMerchant = z.strictObject({ id: merchantId, ...changeable })
const MerchantChange = z.strictObject(changeable)

/** Adds a merchant with keys of its own. Throws BadRequest when the id is taken. */
export async function addMerchant(sandbox: Sandbox, request: unknown): Promise<Merchant> {
  const { id, ...settings } = understand(NewMerchant, request)
  const [added] = await sandbox.db
    .insert(merchants)
    .values({
      id,
      publicKey: randomBytes(8).toString('hex'),
      privateKey: randomBytes(16).toString('hex'),
      tokenizationKey: `development_${randomBytes(4).toString('hex')}_${id}`,
      ...columnsOf(settings),
    })
    .onConflictDoNothing()
    .returning()
  if (!added) throw new BadRequest(`There is a merchant ${id} already.`)
  return added
}

/** Changes a merchant's settings; what the request leaves out stays. */
export async function changeMerchant(gateway: Gateway, request: unknown): Promise<Merchant> {
  const settings = understand(MerchantChange, request)
  const { id, offers } = gateway.merchant
  const changed = await gateway.db
    .update(merchants)
    .set({ id, ...columnsOf(settings, offers) })
    .where(eq(merchants.id, id))
    .returning()
  return found(changed[0], `merchant ${id}`)
}

/** Settings as columns; what was not sent is left alone. */
function columnsOf(settings: z.infer<typeof MerchantChange>, offersBefore: OffersSet = {}) {
  return {
    settleAfterSeconds: settings.settle_after_seconds,
    duplicateSeconds: settings.duplicate_seconds,
    webhookUrl: settings.webhook_url,
    webhookDelaySeconds: settings.webhook_delay_seconds,
    webhookRepeats: settings.webhook_repeats,
    offers: settings.offers === undefined ? undefined : offersAfter(offersBefore, settings.offers),
  }
}

export function listMerchants({ db }: Sandbox): Promise<Merchant[]> {
  return db.select().from(merchants).orderBy(asc(merchants.number))
}

/** Writes the merchant of the settings into the database; what they say wins over what was there. */
export async function keepSetMerchant({ db, settings }: Sandbox): Promise<void> {
  const merchant: MerchantSettings = settings.merchant
  await db.insert(merchants).values(merchant).onConflictDoUpdate({ target: merchants.id, set: merchant })
}

/** The gateway as one merchant sees it, and whether faults are set for it: read with it, since every call asks. */
type Called = Gateway & { isFaulty: boolean }

/** The gateway as one merchant sees it; undefined when there is no such merchant. */
export function gatewayOf(sandbox: Sandbox, merchantId: string): Promise<Called | undefined> {
  return gatewayWhere(sandbox, eq(merchants.id, merchantId))
}

/**
 * The gateway of the merchant that an Authorization header names: a client token's fingerprint or a tokenization key
 * (both as Bearer), or the merchant's keys. It is only named: whether the authorization is true is for the call to see.
 */
export async function gatewayNamedBy(sandbox: Sandbox, header = ''): Promise<Called | undefined> {
  const [scheme, credentials = ''] = header.split(' ')
  if (scheme !== 'Basic') return gatewayOf(sandbox, merchantNamed(credentials))
  const publicKey = Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
  return gatewayWhere(sandbox, eq(merchants.publicKey, publicKey))
}

async function gatewayWhere(sandbox: Sandbox, isMeant: SQL): Promise<Called | undefined> {
  const isFaulty = sql<boolean>`exists (select 1 from ${faults} where faults.merchant_id = merchants.id)`
  const [row] = await sandbox.db
    .select({ merchant: merchants, isFaulty })
    .from(merchants)
    .where(isMeant)
    .orderBy(asc(merchants.number))
    .limit(1)
  return row && { ...sandbox, ...row }
}

/** The gateway of the merchant of the settings. */
export async function defaultGateway(sandbox: Sandbox): Promise<Called> {
  const gateway = await gatewayOf(sandbox, sandbox.settings.merchant.id)
  if (!gateway) throw new NotFound('The merchant of the settings is gone.')
  return gateway
}

const Claims = z.object({ sub: z.string() })

/** A tokenization key ends in its merchant's id; a fingerprint is a JWT with it as its subject. */
function merchantNamed(authorization: string): string {
  const [, claims] = authorization.split('.')
  if (claims === undefined) return authorization.split('_').slice(2).join('_')
  try {
    return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())).sub
  } catch {
    // What cannot be read names nobody.
    return ''
  }
}
