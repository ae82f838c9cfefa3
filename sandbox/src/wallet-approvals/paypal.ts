import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Caller, customerIdFor } from '../merchant-access/authorization.ts'
import type { PayPal } from '../payment-instruments/means.ts'
import { found, Refused, refuse } from '../platform/errors.ts'
import { currency, type Gateway, inTransaction, newId } from '../platform/gateway.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { parseAmount } from '../platform/money.ts'
import { parseOffers } from '../platform/offers.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce } from '../vault/nonces.ts'
import { saveMethod } from '../vault/vaulting.ts'
import { paypalResources } from './approvals.tables.ts'
import { AccountRequest, PatchRequest, ResourceRequest } from './paypal.schema.ts'
import { demoEmail, payPalAccountFor } from './paypal-account.ts'

export type PayPalResource = typeof paypalResources.$inferSelect

/** Braintree's paypal_hermes: gives the address of the approval page. */
export async function createPayPalResource(gateway: Gateway, kind: PayPalResource['kind'], body: unknown) {
  const offer = parseOffers(gateway.merchant).paypal
  if (!offer.enabled) refuse('82904', 'paypal_account')
  const request = readResource(kind, body)
  if ((kind === 'agreement' || request.request_billing_agreement) && !offer.billing_agreements)
    throw new Refused([], 'Billing agreements are not enabled for this merchant account.')
  const { origin } = gateway.settings
  const id = newId(17).toUpperCase()
  await gateway.db.insert(paypalResources).values({
    merchantId: gateway.merchant.id,
    id,
    kind,
    request: { ...request, offer_paypal_credit: request.offer_paypal_credit && offer.credit },
    payerId: payerIdFor(demoEmail),
    status: 'created',
  })
  if (kind === 'agreement')
    return {
      agreementSetup: { tokenId: `BA-${id}`, approvalUrl: `${origin}/agreements/approve?ba_token=BA-${id}` },
    }
  const redirectUrl = `${origin}/checkoutnow?token=EC-${id}`
  return {
    paymentResource: { paymentToken: `PAYID-${id}`, intent: request.intent ?? 'authorize', redirectUrl },
  }
}

const intents = ['authorize', 'sale', 'capture', 'order', 'tokenize']

/** The official SDK reads 422 as an invalid option. */
function readResource(kind: PayPalResource['kind'], body: unknown): ResourceRequest {
  const parsed = ResourceRequest.pick({ return_url: true, cancel_url: true }).safeParse(body)
  if (!parsed.success) throw new Refused([], 'returnUrl and cancelUrl must be addresses.')
  const {
    authorization_fingerprint: _,
    tokenization_key: __,
    ...request
  } = parseStrictly(ResourceRequest, body)
  if (!intents.includes(request.intent ?? 'authorize')) throw new Refused([], 'Intent is invalid.')
  if (kind === 'payment') refuseWrongSum(request)
  return request
}

function refuseWrongSum({ amount = '', currency_iso_code = currency }: ResourceRequest) {
  if (!((parseAmount(amount) ?? 0) > 0)) throw new Refused([], 'Amount must be greater than zero.')
  if (!/^[A-Z]{3}$/.test(currency_iso_code)) throw new Refused([], 'Currency is invalid.')
}

export async function patchPayPalResource(gateway: Gateway, body: unknown) {
  const { payment_id, ...change } = parseStrictly(PatchRequest, body)
  const resource = found(await findResource(gateway, payment_id), `PayPal payment ${payment_id}`)
  if (resource.status !== 'created') throw new Refused([], `The payment is ${resource.status} already.`)
  const before = resource.request
  const request = {
    ...before,
    amount: change.amount ?? before.amount,
    currency_iso_code: change.currency_iso_code ?? before.currency_iso_code,
    line_items: change.line_items ?? before.line_items,
    shipping_options: change.shipping_options ?? before.shipping_options,
  }
  refuseWrongSum(request)
  await gateway.db.update(paypalResources).set({ request }).where(eq(paypalResources.id, resource.id))
  return { paymentResource: { paymentToken: payment_id, intent: request.intent ?? 'authorize' } }
}

/**
 * Braintree's payment_methods/paypal_accounts. With `validate` and a customer's client token an agreement is vaulted
 * at once; a single payment cannot be.
 */
export async function tokenizePayPal(gateway: Gateway, caller: Caller, body: unknown) {
  if (!parseOffers(gateway.merchant).paypal.enabled) refuse('82904', 'paypal_account')
  const request = parseStrictly(AccountRequest, body).paypal_account
  if (!request) return refuse('82901', 'paypal_account')
  const customerId = customerIdFor(caller) ?? null
  const answer = await inTransaction(gateway, async (within) => {
    const means = await readAccount(within, request)
    const instrument = { means, cvvCode: 'I', customerId, token: null }
    if (!request.options?.validate || !customerId || caller.kind !== 'fingerprint')
      return nonceAnswer(await addNonce(within, instrument), { means }, false)
    if (!means.billingAgreementId) refuse('82902', 'paypal_account')
    const entry = { customer_id: customerId, options: caller.options }
    const token = await saveMethod(within, instrument, entry, ['paypal_account'])
    return nonceAnswer(await addNonce(within, { ...instrument, token }), { means }, false)
  })
  return { paypalAccounts: [answer] }
}

async function readAccount(within: Gateway, request: AccountRequest): Promise<PayPal> {
  const { consent_code, access_token } = request
  const token = request.payment_token ?? request.billing_agreement_token
  if (token === undefined && consent_code === undefined && access_token === undefined)
    return refuse('82901', 'paypal_account')
  if (consent_code !== undefined && access_token !== undefined) return refuse('82903', 'paypal_account')
  const demo = { email: demoEmail, payerId: payerIdFor(demoEmail), usesCredit: false }
  if (token === undefined)
    return payPalAccountFor(demo, { billingAgreementId: consent_code && `B-${newId(17).toUpperCase()}` })
  const [used] = await within.db
    .update(paypalResources)
    .set({ status: 'used' })
    .where(and(isResource(within, token), eq(paypalResources.status, 'approved')))
    .returning()
  if (!used || (request.payer_id ?? used.payerId) !== used.payerId) return refuse('92911', 'paypal_account')
  const isAgreement = used.kind === 'agreement' || used.request.request_billing_agreement
  return payPalAccountFor(used.payer ?? demo, {
    request: used.request,
    billingAgreementId: isAgreement ? `B-${used.id}` : undefined,
  })
}

/** PayPal's payer id, stable for an e-mail address. */
export function payerIdFor(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 13).toUpperCase()
}

async function findResource(gateway: Gateway, token: string): Promise<PayPalResource | undefined> {
  const [row] = await gateway.db.select().from(paypalResources).where(isResource(gateway, token))
  return row
}

/** Tokens of a resource: PAYID-, EC- or BA- before its id. */
function isResource(gateway: Gateway, token: string) {
  const id = token.replace(/^(PAYID|EC|BA)-/, '')
  return and(eq(paypalResources.merchantId, gateway.merchant.id), eq(paypalResources.id, id))
}
