import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { found } from '../platform/errors.ts'
import type { Sandbox } from '../platform/gateway.ts'
import { understand } from '../platform/requests.ts'
import { shopperPage } from '../platform/shopper-page.ts'
import { paypalResources } from './approvals.tables.ts'
import type { PayPalResource } from './paypal.ts'

const Asked = z.union([z.object({ token: z.string() }), z.object({ ba_token: z.string() })])
const Choice = z.object({ choice: z.enum(['approve', 'cancel']) })

/** PayPal's page, where a payer approves or cancels, and which leads back to the merchant's addresses. */
export function paypalPage({ db }: Sandbox): Hono {
  const app = new Hono()
  const resourceOf = async (query: unknown) => {
    const asked = understand(Asked, query)
    const token = 'token' in asked ? asked.token : asked.ba_token
    const [row] = await db
      .select()
      .from(paypalResources)
      .where(eq(paypalResources.id, token.replace(/^(EC|BA)-/, '')))
    return found(row, `PayPal payment ${token}`)
  }

  app.get('/paypal/approve', async (c) => {
    const { kind, status, request } = await resourceOf(c.req.query())
    const wanted =
      kind === 'payment' ? `Pay ${request.amount} ${request.currency_iso_code ?? ''}` : 'Agree to pay later'
    const buttons = html`<form method="post">
      <button name="choice" value="approve">Approve</button> <button name="choice" value="cancel">Cancel</button>
    </form>`
    const told = html`<p>This was ${status} already.</p>`
    return c.html(
      shopperPage('PayPal (demo)', html`<p>${wanted}</p>${status === 'created' ? buttons : told}`),
    )
  })
  app.post('/paypal/approve', async (c) => {
    const { choice } = understand(Choice, await c.req.parseBody())
    const { id } = await resourceOf(c.req.query())
    const status = choice === 'approve' ? ('approved' as const) : ('canceled' as const)
    const isNew = and(eq(paypalResources.id, id), eq(paypalResources.status, 'created'))
    await db.update(paypalResources).set({ status }).where(isNew)
    return c.redirect(wayBack(await resourceOf(c.req.query())), 303)
  })
  return app
}

/** The merchant's address, with what PayPal tells it. */
function wayBack({ id, kind, status, request, payerId }: PayPalResource): string {
  const address = new URL(status === 'approved' ? request.return_url : request.cancel_url)
  const told = kind === 'payment' ? { token: `EC-${id}`, paymentId: `PAYID-${id}` } : { ba_token: `BA-${id}` }
  const payer = status === 'approved' ? { PayerID: payerId } : {}
  for (const [name, value] of Object.entries({ ...told, ...payer })) address.searchParams.set(name, value)
  return address.href
}
