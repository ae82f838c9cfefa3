import { and, desc, eq, inArray } from 'drizzle-orm'
import { findGateway } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import { type Gateway, globalId, inTransaction, newId, type Sandbox } from '../platform/gateway.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { parseOffers } from '../platform/offers.ts'
import { addNonce } from '../vault/nonces.ts'
import { venmoContexts } from './approvals.tables.ts'
import { openStatuses, type VenmoPayer, type VenmoStatus } from './venmo-statuses.ts'

export type VenmoContext = typeof venmoContexts.$inferSelect

/** Braintree's Create Venmo Payment Context; it expires by the merchant's settings. */
export async function createVenmoContext(
  gateway: Gateway,
  context: Pick<
    VenmoContext,
    'isQrCode' | 'profileId' | 'usage' | 'paysheet' | 'displayName' | 'request' | 'customerId'
  >,
): Promise<VenmoContext> {
  const id = globalId('venmopaymentcontext', newId(20))
  const { lifetime_seconds } = parseOffers(gateway.merchant).venmo
  const expiresAt = new Date(Date.now() + lifetime_seconds * 1000)
  const row = { ...context, merchantId: gateway.merchant.id, id, status: 'CREATED' as const, expiresAt }
  const [made] = await gateway.db.insert(venmoContexts).values(row).returning()
  return found(made, 'Venmo payment context')
}

/** Expired when nobody ended it in time. */
export async function findVenmoContext(gateway: Gateway, id: string): Promise<VenmoContext | undefined> {
  const [row] = await gateway.db
    .select()
    .from(venmoContexts)
    .where(and(eq(venmoContexts.merchantId, gateway.merchant.id), eq(venmoContexts.id, id)))
  return row && withExpiry(row, new Date())
}

export async function listVenmoContexts(gateway: Gateway): Promise<VenmoContext[]> {
  const rows = await gateway.db
    .select()
    .from(venmoContexts)
    .where(eq(venmoContexts.merchantId, gateway.merchant.id))
    .orderBy(desc(venmoContexts.number))
    .limit(50)
  return rows.map((row) => withExpiry(row, new Date()))
}

/** False when it has ended, or would go back. APPROVED makes a nonce of type VenmoAccount. */
export function moveVenmoContext(
  gateway: Gateway,
  id: string,
  status: VenmoStatus,
  payer: VenmoPayer = demoPayer,
): Promise<boolean> {
  return inTransaction(gateway, async (within) => {
    const known = await findVenmoContext(within, id)
    if (!known || known.status === 'EXPIRED' || status === 'CREATED') return false
    const isOpen = and(eq(venmoContexts.id, id), inArray(venmoContexts.status, openStatuses))
    const [moved] = await within.db.update(venmoContexts).set({ status }).where(isOpen).returning()
    if (moved && status === 'APPROVED') await approve(within, moved, payer)
    return moved !== undefined
  })
}

async function approve(within: Gateway, context: VenmoContext, payer: VenmoPayer) {
  const nonce = await venmoNonce(within, payer, context.customerId)
  await within.db.update(venmoContexts).set({ payer, nonce }).where(eq(venmoContexts.id, context.id))
}

export function venmoNonce(
  within: Gateway,
  { userName, externalId }: VenmoPayer,
  customerId: string | null,
): Promise<string> {
  const means = { kind: 'venmo_account' as const, username: userName, venmoUserId: externalId }
  return addNonce(within, { means, customerId, cvvCode: 'I', token: null })
}

export async function findAnyVenmoContext({ db }: Sandbox, id: string): Promise<VenmoContext | undefined> {
  const [row] = await db.select().from(venmoContexts).where(eq(venmoContexts.id, id))
  return row && withExpiry(row, new Date())
}

/** For tests: any merchant's context. Throws NotFound, or BadRequest for an impossible move. */
export async function controlVenmoContext(
  sandbox: Sandbox,
  id: string,
  status: VenmoStatus,
  payer: Partial<VenmoPayer>,
): Promise<VenmoContext> {
  const what = `Venmo payment context ${id}`
  const { merchantId } = found(await findAnyVenmoContext(sandbox, id), what)
  const gateway = found(await findGateway(sandbox, merchantId), what)
  if (!(await moveVenmoContext(gateway, id, status, { ...demoPayer, ...payer }))) {
    const { status: before } = found(await findVenmoContext(gateway, id), what)
    throw new BadRequest(`The ${what} cannot become ${status}: it is ${before}.`)
  }
  return found(await findVenmoContext(gateway, id), what)
}

const home = { fullName: 'Joe Demo', adminArea2: 'Chicago', adminArea1: 'IL', countryCode: 'US' }
export const demoPayer: VenmoPayer = {
  userName: 'venmojoe',
  externalId: '1234567891234567891',
  firstName: 'Joe',
  lastName: 'Demo',
  email: 'venmojoe@example.com',
  phoneNumber: '+15555550100',
  billingAddress: { ...home, addressLine1: '1 Demo Way', postalCode: '60607' },
  shippingAddress: { ...home, addressLine1: '2 Demo Way', addressLine2: 'Court 3', postalCode: '60608' },
}

function withExpiry(row: VenmoContext, now: Date): VenmoContext {
  const isLate = row.expiresAt <= now && openStatuses.some((status) => status === row.status)
  return isLate ? { ...row, status: 'EXPIRED' } : row
}
