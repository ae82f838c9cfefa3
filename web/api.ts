import { OpenAPIHono } from '@hono/zod-openapi'
import { checkoutApi } from '#checkout/checkout.api.server.ts'
import { leavingApi } from '#checkout/leaving.api.server.ts'
import { donationsApi } from '#donations/donations.api.server.ts'
import { placesApi } from '#donations/places.api.server.ts'
import { eventsApi } from '#events/events.api.server.ts'
import { accountsApi } from '#people/accounts/accounts.api.server.ts'
import { peopleApi } from '#people/people.api.server.ts'
import { cookieNameFor, tokenOf, visitorOf } from '#people/visitor.server.ts'
import { addressOf } from '#platform/address.server.ts'
import { type ApiEnv, problemBody } from '#platform/api.server.ts'
import { botCheckApi } from '#platform/bot-check.api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { familyApi } from '#registrations/family.api.server.ts'
import { offlinePaymentsApi } from '#registrations/offline-payments.api.server.ts'
import { registrationsApi } from '#registrations/registrations.api.server.ts'
import { seasonApi } from '#season/season.api.server.ts'

/** Every call of the programme's API, described at /api/openapi.json. */
export function api(world: World) {
  const app = new OpenAPIHono<ApiEnv>()
  const cookieName = cookieNameFor(world.env.siteUrl)
  const home = new URL(world.env.siteUrl).origin

  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (c.req.method !== 'GET' && origin !== undefined && origin !== home) throw new Refusal('wrong-origin')
    c.set('world', world)
    c.set('address', addressOf(c))
    c.set('visitor', await visitorOf(world.db, tokenOf(c.req.header('cookie'), cookieName)))
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.route('/', botCheckApi)
  app.route('/', accountsApi)
  app.route('/', peopleApi)
  app.route('/', checkoutApi)
  app.route('/', leavingApi)
  app.route('/', registrationsApi)
  app.route('/', familyApi)
  app.route('/', offlinePaymentsApi)
  app.route('/', donationsApi)
  app.route('/', placesApi)
  app.route('/', eventsApi)
  app.route('/', seasonApi)
  app.onError((problem, c) => {
    if (problem instanceof Refusal) return c.json(problemBody(problem), problem.status)
    world.log.error({ err: problem, path: c.req.path }, 'an API call failed')
    const message = 'Unknown error, please try again or contact support.'
    return c.json({ success: false, code: 'internal', message }, 500)
  })
  app.notFound((c) => c.json(problemBody(new Refusal('not-found')), 404))
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Courtside API',
      version: '1',
      description: 'Calls of the registration site. Money is in dollars with two decimals.',
    },
    servers: [{ url: '/api' }],
  })
  return app
}
