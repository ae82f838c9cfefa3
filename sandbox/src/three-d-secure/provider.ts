import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { gatewayNamedBy, gatewayOf } from '../callers/merchants.ts'
import { openToAll } from '../platform/cors.ts'
import { found } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { offersOf } from '../platform/offers.ts'
import { readBody, understand } from '../platform/requests.ts'
import { shopperPage } from '../platform/shopper-page.ts'
import { threeDSecureAuthentications as authentications, providerSessions } from './authentications.tables.ts'
import { isAuthentication, pareqOf } from './authentications.ts'
import { isSetupJwt } from './cardinal.ts'

const SetUp = z.object({ jwt: z.string() })
const Challenge = z.object({ transaction: z.string(), payload: z.string() })
const Bin = z.object({ bin: z.string().regex(/^\d{6,8}$/) })

/** Width and height of the bank's page, by the window that the page has asked for. */
const windows: Record<string, [width: number, height: number]> = {
  '01': [250, 400],
  '02': [390, 400],
  '03': [500, 600],
  '04': [600, 400],
  '05': [1200, 900],
}

/** What the provider's script asks the company that runs it: the set-up of a page, and the way to the bank. */
export function provider(sandbox: Sandbox): Hono {
  const app = new Hono().basePath('/three-d-secure/provider')
  app.use(openToAll)
  app.post('/sessions', async (c) => {
    const { jwt } = understand(SetUp, await readBody(c.req.raw))
    const gateway = await gatewayNamedBy(sandbox, `Bearer ${jwt}`)
    if (!gateway || !isSetupJwt(gateway, jwt)) return c.json(failure(10008, 'The JWT is not the merchant’s.'))
    const { setup } = offersOf(gateway.merchant).three_d_secure
    if (typeof setup === 'number') return c.json(failure(setup, 'An error, as asked.'))
    if (setup === 'never') return c.json({})
    const session = { id: randomUUID(), merchantId: gateway.merchant.id, site: c.req.header('origin') }
    await sandbox.db.insert(providerSessions).values(session)
    return c.json({ session: session.id }, 201)
  })
  app.get('/sessions/:id/bank', async (c) => {
    const { id } = await sessionOf(c.req.param('id'))
    const { bin } = understand(Bin, c.req.query())
    await sandbox.db.update(providerSessions).set({ bin }).where(eq(providerSessions.id, id))
    return c.html(lookedPage)
  })
  app.post('/sessions/:id/challenges', async (c) => {
    const { gateway } = await sessionOf(c.req.param('id'))
    const { transaction, payload } = understand(Challenge, await readBody(c.req.raw))
    const { challenge_error, inline } = offersOf(gateway.merchant).three_d_secure
    if (challenge_error) return c.json(failure(challenge_error, 'An error, as asked.'))
    const isAsked = payload === pareqOf(transaction) && (await startChallenge(gateway, transaction))
    if (!isAsked) return c.json(failure(1002, 'The bank asks nothing about this payment.'))
    return c.json({ window: windows[isAsked.window], inline })
  })
  return app

  async function sessionOf(id: string) {
    const [known] = await sandbox.db.select().from(providerSessions).where(eq(providerSessions.id, id))
    const { merchantId } = found(known, 'such session')
    return { id, gateway: found(await gatewayOf(sandbox, merchantId), `merchant ${merchantId}`) }
  }
}

const failure = (number: number, description: string) => ({ error: { number, description } })

const Told = z.object({
  additionalInfo: z.object({ acsWindowSize: z.string().default('03') }).prefault({}),
})

async function startChallenge(gateway: Gateway, transaction: string) {
  const [row] = await gateway.db
    .update(authentications)
    .set({ shownBy: 'script' })
    .where(and(isAuthentication(gateway, transaction), isNotNull(authentications.bankCode)))
    .returning()
  return row && { window: Told.safeParse(row.request).data?.additionalInfo.acsWindowSize ?? '03' }
}

/** The bank's look at the browser, in a frame that nobody sees. */
const lookedPage = shopperPage(
  'Demo Bank',
  html`<script>parent.postMessage({ bank: { hasLooked: location.pathname } }, '*')</script>`,
)
