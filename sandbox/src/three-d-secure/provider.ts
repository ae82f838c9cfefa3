import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { findGateway, findGatewayByAuthorization } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { openToAll } from '../platform/http/cors.ts'
import { parseRequest, readBody } from '../platform/http/requests.ts'
import { shopperPage } from '../platform/http/shopper-page.ts'
import { parseOffers } from '../platform/offers.ts'
import { threeDSecureAuthentications as authentications, providerSessions } from './authentications.tables.ts'
import { isAuthentication, pareqFor } from './authentications.ts'
import { isSetupJwt } from './cardinal.ts'

const SetUp = z.object({ jwt: z.string() })
const Challenge = z.object({ transaction: z.string(), payload: z.string() })
const Bin = z.object({ bin: z.string().regex(/^\d{6,8}$/) })

/** Width and height by the requested window size. */
const windows: Record<string, [width: number, height: number]> = {
  '01': [250, 400],
  '02': [390, 400],
  '03': [500, 600],
  '04': [600, 400],
  '05': [1200, 900],
}

/** The script's endpoints at its provider: set-up of a page, and the challenge. */
export function provider(sandbox: Sandbox): Hono {
  const app = new Hono().basePath('/three-d-secure/provider')
  app.use(openToAll)
  app.post('/sessions', async (c) => {
    const { jwt } = parseRequest(SetUp, await readBody(c.req.raw))
    const gateway = await findGatewayByAuthorization(sandbox, `Bearer ${jwt}`)
    if (!gateway || !isSetupJwt(gateway, jwt)) return c.json(failure(10008, 'The JWT is not the merchant’s.'))
    const { setup } = parseOffers(gateway.merchant).three_d_secure
    if (typeof setup === 'number') return c.json(failure(setup, 'An error, as asked.'))
    if (setup === 'never') return c.json({})
    const session = { id: randomUUID(), merchantId: gateway.merchant.id, site: c.req.header('origin') }
    await sandbox.db.insert(providerSessions).values(session)
    return c.json({ session: session.id }, 201)
  })
  app.get('/sessions/:id/bank', async (c) => {
    const { id } = await readSession(c.req.param('id'))
    const { bin } = parseRequest(Bin, c.req.query())
    await sandbox.db.update(providerSessions).set({ bin }).where(eq(providerSessions.id, id))
    return c.html(lookedPage)
  })
  app.post('/sessions/:id/challenges', async (c) => {
    const { gateway } = await readSession(c.req.param('id'))
    const { transaction, payload } = parseRequest(Challenge, await readBody(c.req.raw))
    const { challenge_error, inline } = parseOffers(gateway.merchant).three_d_secure
    if (challenge_error) return c.json(failure(challenge_error, 'An error, as asked.'))
    const challenge = payload === pareqFor(transaction) && (await startChallenge(gateway, transaction))
    if (!challenge) return c.json(failure(1002, 'The bank asks nothing about this payment.'))
    return c.json({ window: windows[challenge.window], inline })
  })
  return app

  async function readSession(id: string) {
    const [known] = await sandbox.db.select().from(providerSessions).where(eq(providerSessions.id, id))
    const { merchantId } = found(known, 'such session')
    return { id, gateway: found(await findGateway(sandbox, merchantId), `merchant ${merchantId}`) }
  }
}

const failure = (number: number, description: string) => ({ error: { number, description } })

const WindowRequest = z.object({
  additionalInfo: z.object({ acsWindowSize: z.string().default('03') }).prefault({}),
})

async function startChallenge(gateway: Gateway, transaction: string) {
  const [row] = await gateway.db
    .update(authentications)
    .set({ shownBy: 'script' })
    .where(and(isAuthentication(gateway, transaction), isNotNull(authentications.bankCode)))
    .returning()
  return row && { window: WindowRequest.safeParse(row.request).data?.additionalInfo.acsWindowSize ?? '03' }
}

/** The bank profiles the browser in a hidden frame. */
const lookedPage = shopperPage(
  'Demo Bank',
  html`<script>parent.postMessage({ bank: { hasLooked: location.pathname } }, '*')</script>`,
)
