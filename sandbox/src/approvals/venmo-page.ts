import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Sandbox } from '../platform/gateway.ts'
import { understand } from '../platform/requests.ts'
import { shopperPage } from '../platform/shopper-page.ts'
import { controlVenmoContext } from './venmo.ts'

const way = z.union([z.url({ protocol: /^https?$/ }), z.literal('NOOP')])
const PageQuery = z.object({ resource_id: z.string(), 'x-success': way, 'x-cancel': way })
const Choice = z.object({ choice: z.enum(['approve', 'cancel']) })

/** Where Braintree's SDK sends a shopper who pays with Venmo: the app's addresses, and its login in a browser. */
export function venmoPage(sandbox: Sandbox): Hono {
  const app = new Hono()
  for (const path of ['/go/web', '/go/checkout', '/braintree/checkout']) {
    app.get(path, (c) => {
      understand(PageQuery, c.req.query())
      const buttons = html`<form method="post">
        <button name="choice" value="approve">Approve</button> <button name="choice" value="cancel">Cancel</button>
      </form>`
      return c.html(shopperPage('Venmo (demo)', html`<p>A shop asks for a payment.</p>${buttons}`))
    })
    app.post(path, async (c) => {
      const { choice } = understand(Choice, await c.req.parseBody())
      const { resource_id, ...ways } = understand(PageQuery, c.req.query())
      const isApproved = choice === 'approve'
      await controlVenmoContext(sandbox, resource_id, isApproved ? 'APPROVED' : 'CANCELED', {})
      const back = ways[isApproved ? 'x-success' : 'x-cancel']
      if (back !== 'NOOP') return c.redirect(back, 303)
      return c.html(shopperPage('Venmo (demo)', html`<p>You can go back to the shop.</p>`))
    })
  }
  return app
}
