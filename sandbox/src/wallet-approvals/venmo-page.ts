import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { findGateway } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { BadRequest, parseRequest } from '../platform/http/requests.ts'
import { shopperPage } from '../platform/http/shopper-page.ts'
import {
  controlVenmoContext,
  demoPayer,
  findAnyVenmoContext,
  type VenmoContext,
  venmoNonce,
} from './venmo.ts'
import { readVenmoToken, venmoAccessToken } from './venmo-profile.ts'
import { openStatuses, type VenmoStatus } from './venmo-statuses.ts'

const way = z.union([z.url({ protocol: /^https?$/ }), z.literal('NOOP')])
const Scanned = z.object({
  facilitator: z.literal('BT'),
  intent: z.literal('Continue'),
  resource_id: z.string(),
  merchant_id: z.string(),
  environment: z.enum(['SANDBOX', 'PRODUCTION']),
})
const Opened = z.object({
  'x-success': way,
  'x-error': way,
  'x-cancel': way,
  resource_id: z.string().optional(),
  braintree_access_token: z.string().optional(),
})
type Ways = Record<'x-success' | 'x-error' | 'x-cancel', string>
/** A payment, or only the merchant of an older page; and the return addresses. */
type Visit = { context?: VenmoContext; gateway: Gateway; ways: Ways }

const Answer = z.object({
  choice: z.enum(['approve', 'decline', 'fail', 'expire']),
  username: z
    .string()
    .regex(/^[\w-]{1,30}$/, 'must have letters, digits, _ and - only')
    .default(demoPayer.userName),
})
const ends = {
  approve: { status: 'APPROVED', way: 'x-success', message: 'You have approved it.' },
  decline: { status: 'CANCELED', way: 'x-cancel', message: 'You have declined it.' },
  fail: { status: 'FAILED', way: 'x-error', message: 'It has failed.' },
  expire: { status: 'EXPIRED', way: 'x-error', message: 'Its time has run out.' },
} as const satisfies Record<string, { status: VenmoStatus; way: keyof Ways; message: string }>

/** The QR code's page, the app's deep links, and Venmo's login in a browser. */
export function venmoPage(sandbox: Sandbox): Hono {
  const app = new Hono()
  addVisits(app, '/go/purchase', readScanned)
  for (const path of ['/go/checkout', '/braintree/checkout', '/go/web']) addVisits(app, path, readOpened)
  return app

  function addVisits(app: Hono, path: string, read: (c: Context) => Promise<Visit>) {
    app.get(path, async (c) => {
      const { context, ...visit } = await read(c)
      if (!context) return c.html(questionPage(visit))
      if (!isOpen(context)) return c.html(page(html`<p>This payment is over: ${statusLabel(context)}.</p>`))
      const scanned = await controlVenmoContext(sandbox, context.id, 'SCANNED', {})
      return c.html(questionPage({ ...visit, context: scanned }))
    })
    app.post(path, async (c) => {
      const { choice, username } = parseRequest(Answer, await c.req.parseBody())
      const { context, gateway, ways } = await read(c)
      const { status, way, message } = ends[choice]
      if (context && !isOpen(context))
        return c.html(page(html`<p>This payment is over: ${statusLabel(context)}.</p>`))
      const payer = { ...demoPayer, userName: username }
      const ended = context && (await controlVenmoContext(sandbox, context.id, status, payer))
      const nonce =
        choice === 'approve' ? (ended?.nonce ?? (await venmoNonce(gateway, payer, null))) : undefined
      const back = ways[way]
      const result = {
        ...(nonce ? { paymentMethodNonce: nonce, username } : {}),
        ...errorFor(choice, message),
      }
      if (back !== 'NOOP') return c.redirect(returnUrl(back, { ...result, resource_id: context?.id }), 303)
      return c.html(page(html`<p>${message} You can go back to the shop.</p>`))
    })
  }

  async function readScanned(c: Context): Promise<Visit> {
    const { resource_id, merchant_id } = parseRequest(Scanned, c.req.query())
    const { context, gateway } = await readContext(resource_id)
    if (context.profileId !== merchant_id) throw new BadRequest('merchant_id: is not that of the payment')
    return { context, gateway, ways: noReturn }
  }

  async function readOpened(c: Context): Promise<Visit> {
    const { resource_id, braintree_access_token = '', ...ways } = parseRequest(Opened, c.req.query())
    const { token, merchantId, contextId = resource_id } = readVenmoToken(braintree_access_token)
    if (contextId !== undefined) return { ...(await readContext(contextId)), ways }
    const gateway = found(await findGateway(sandbox, merchantId), 'merchant of this access token')
    if (token !== venmoAccessToken(gateway)) throw new BadRequest('braintree_access_token: is not known')
    return { gateway, ways }
  }

  async function readContext(id: string) {
    const context = found(await findAnyVenmoContext(sandbox, id), `Venmo payment context ${id}`)
    return {
      context,
      gateway: found(await findGateway(sandbox, context.merchantId), 'merchant of this payment'),
    }
  }
}

const noReturn: Ways = { 'x-success': 'NOOP', 'x-error': 'NOOP', 'x-cancel': 'NOOP' }
const isOpen = ({ status }: VenmoContext) => openStatuses.some((open) => open === status)
const statusLabel = ({ status }: VenmoContext) => status.toLowerCase()

function errorFor(choice: keyof typeof ends, message: string) {
  const codes: Record<string, string> = { fail: '-1', expire: '-2' }
  return codes[choice] ? { errorMessage: message, errorCode: codes[choice] } : {}
}

/** The result is behind the address's #. */
function returnUrl(address: string, result: Record<string, string | undefined>): string {
  const parts = Object.entries(result).filter(([, value]) => value !== undefined)
  const fragment = parts.map(([name, value]) => `&${name}=${encodeURIComponent(value ?? '')}`).join('')
  return `${address}${address.includes('#') ? '' : '#'}${fragment}`
}

type Html = ReturnType<typeof html>
const page = (body: Html) => shopperPage('Venmo (demo)', body)

function questionPage({ context, gateway }: Pick<Visit, 'context' | 'gateway'>) {
  const { displayName, paysheet }: Partial<VenmoContext> = context ?? {}
  const amount = paysheet?.transactionDetails?.totalAmount
  const addresses = [
    ...(paysheet?.collectCustomerBillingAddress ? ['billing'] : []),
    ...(paysheet?.collectCustomerShippingAddress ? ['shipping'] : []),
  ]
  return page(html`<p>${displayName ?? gateway.merchant.id} asks for ${amount ? `a payment of ${amount}` : 'a payment'}.</p>
    ${addresses.length ? html`<p>It will see your ${addresses.join(' and your ')} address.</p>` : ''}
    <form method="post">
      <label>Your name at Venmo <input name="username" required value="${demoPayer.userName}" autocomplete="off"></label>
      <p><button name="choice" value="approve">Approve</button>
        <button name="choice" value="decline">Decline</button></p>
      <p><button name="choice" value="expire">Let it expire</button>
        <button name="choice" value="fail">Let it fail</button></p>
    </form>`)
}
