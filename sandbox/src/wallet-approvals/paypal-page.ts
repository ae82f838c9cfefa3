import { and, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { found } from '../platform/errors.ts'
import type { Sandbox } from '../platform/gateway.ts'
import { parseRequest } from '../platform/http/requests.ts'
import { shopperPage } from '../platform/http/shopper-page.ts'
import { paypalResources } from './approvals.tables.ts'
import { type PayPalResource, payerIdFor } from './paypal.ts'
import { demoEmail } from './paypal-account.ts'

const PageQuery = z.union([z.object({ token: z.string() }), z.object({ ba_token: z.string() })])
const Choice = z.union([
  z.object({ choice: z.enum(['approve', 'cancel']), credit: z.string().optional() }),
  z.object({ email: z.email() }),
])

/**
 * PayPal's login and approval pages. They redirect to the merchant's addresses; in the button's window (`channel`)
 * they post to the button.
 */
export function paypalPage({ db }: Sandbox): Hono {
  const app = new Hono()
  for (const path of ['/checkoutnow', '/agreements/approve', '/paypal/approve']) {
    app.get(path, async (c) =>
      c.html(approvalPage(await readResource(c), c.req.query('useraction') === 'commit')),
    )
    app.post(path, async (c) => {
      const answer = parseRequest(Choice, await c.req.parseBody())
      const { id, payer } = await readResource(c)
      const isNew = and(eq(paypalResources.id, id), eq(paypalResources.status, 'created'))
      if ('email' in answer) {
        const { email } = answer
        const payerId = payerIdFor(email)
        const named = { payerId, payer: { email, payerId, usesCredit: false } }
        await db.update(paypalResources).set(named).where(isNew)
        const { pathname, search } = new URL(c.req.url)
        return c.redirect(pathname + search, 303)
      }
      const status = answer.choice === 'approve' ? ('approved' as const) : ('canceled' as const)
      const usesCredit = answer.credit !== undefined
      await db
        .update(paypalResources)
        .set({ status, payer: payer && { ...payer, usesCredit } })
        .where(isNew)
      const ended = await readResource(c)
      if (c.req.query('channel') === undefined) return c.redirect(wayBack(ended), 303)
      return c.html(shopperPage('PayPal (demo)', postBack(ended)))
    })
  }
  return app

  async function readResource(c: Context): Promise<PayPalResource> {
    const query = parseRequest(PageQuery, c.req.query())
    const token = 'token' in query ? query.token : query.ba_token
    const [row] = await db
      .select()
      .from(paypalResources)
      .where(eq(paypalResources.id, token.replace(/^(EC|BA)-/, '')))
    return found(row, `PayPal payment ${token}`)
  }
}

function approvalPage({ kind, status, request, payer }: PayPalResource, isCommitted: boolean) {
  const shop = request.experience_profile?.brand_name ?? 'The shop'
  const purpose =
    kind === 'payment'
      ? html`${shop} asks for <strong>${request.amount} ${request.currency_iso_code ?? 'USD'}</strong>.`
      : html`${shop} asks to be paid by this account from now on.`
  const cancel = html`<button name="choice" value="cancel" formnovalidate>Cancel</button>`
  if (status !== 'created') return shopperPage('PayPal (demo)', html`<p>This was ${status} already.</p>`)
  if (!payer)
    return shopperPage(
      'Log in to PayPal (demo)',
      html`<p>${purpose}</p>
      <form method="post"><label>Email <input name="email" type="email" required value="${demoEmail}"></label>
        <button>Log in</button> ${cancel}</form>`,
    )
  const credit = html`<p><label><input name="credit" type="checkbox" style="display: inline; width: auto">
    Pay over time with PayPal Credit</label></p>`
  return shopperPage(
    'PayPal (demo)',
    html`<p>${purpose}</p><p>You are ${payer.email}.</p>
    <form method="post">${request.offer_paypal_credit ? credit : ''}
      <button name="choice" value="approve">${isCommitted ? 'Pay Now' : 'Agree & Continue'}</button> ${cancel}
    </form>`,
  )
}

/** To the opener, of the same origin, which closes this window: a closed window's message has no source. */
function postBack(resource: PayPalResource) {
  const message = { isApproved: resource.status === 'approved', ...approvalAnswer(resource) }
  const json = JSON.stringify({ paypal: message }).replaceAll('<', '\\u003c')
  return html`<p>You can close this window.</p>
    <script>window.opener?.postMessage(${raw(json)}, location.origin)</script>`
}

/** Parameters of PayPal's redirect. */
function approvalAnswer({ id, kind, status, payerId }: PayPalResource): Record<string, string> {
  const payment = { token: `EC-${id}`, paymentId: `PAYID-${id}` }
  const ids: Record<string, string> = kind === 'payment' ? payment : { ba_token: `BA-${id}` }
  return { ...ids, ...(status === 'approved' ? { PayerID: payerId } : {}) }
}

function wayBack(resource: PayPalResource): string {
  const { status, request } = resource
  const address = new URL(status === 'approved' ? request.return_url : request.cancel_url)
  for (const [name, value] of Object.entries(approvalAnswer(resource))) address.searchParams.set(name, value)
  return address.href
}
