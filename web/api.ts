import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { familyCommandApi } from '#account/family-command.api.server.ts'
import { botCheckApi } from '#bot-check/bot-check.api.server.ts'
import { checkoutApi } from '#checkout/checkout.api.server.ts'
import { payApi } from '#checkout/pay/pay.api.server.ts'
import { donationsApi } from '#donations/donations.api.server.ts'
import { placesApi } from '#donations/form/address-lookup.api.server.ts'
import { eventsApi } from '#events/events.api.server.ts'
import { deskMarksApi } from '#meetings/attendance/desk-marks.api.server.ts'
import { offlinePaymentsApi } from '#offline-payments/offline-payments.api.server.ts'
import { operateApi } from '#operations/operate.api.server.ts'
import { paymentFormApi } from '#payments/widget/payment-form.api.server.ts'
import { accountsApi } from '#people/accounts/accounts.api.server.ts'
import { peopleApi } from '#people/people.api.server.ts'
import { cookieNameFor, findVisitor, readCookie } from '#people/sign-in/visitor.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { isOutcomeUnknown } from '#platform/database/transactions.server.ts'
import { isAborted } from '#platform/http/aborted-request.server.ts'
import { clientIp } from '#platform/http/address.server.ts'
import { type ApiEnv, problemBody } from '#platform/http/api.server.ts'
import { isOwner } from '#platform/http/owner-door.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { booksApi } from '#reconciliation/books.api.server.ts'
import { unregisterApi } from '#refunds/unregister.api.server.ts'
import { useCreditApi } from '#registrations/credit/use-credit.api.server.ts'
import { familyApi } from '#registrations/family/family.api.server.ts'
import { fittingApi } from '#registrations/fit/fitting.api.server.ts'
import { registrationsApi } from '#registrations/registrations.api.server.ts'
import { seasonApi } from '#season/season.api.server.ts'
import { teamCommandApi } from '#team/team-command.api.server.ts'
import { waitingListApi } from '#waiting-list/waiting-list.api.server.ts'

/** Described at /api/openapi.json. */
export function api(world: World) {
  const app = new OpenAPIHono<ApiEnv>()
  const cookieName = cookieNameFor(world.env.siteUrl)

  app.use(async (c, next) => {
    c.set('world', world)
    c.set('address', clientIp(c, world.env.trustProxy))
    c.set('visitor', await findVisitor(world.db, readCookie(c.req.header('cookie'), cookieName)))
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use((c, next) => (isOwner(world.env, c.req.header('authorization')) ? next() : small(c, next)))
  app.use(async (c, next) => {
    const body = c.req.method === 'GET' ? '' : await c.req.text()
    // PostgreSQL's text cannot hold NUL.
    if (body.includes('\\u0000') || isTooDeep(body)) refuse('malformed')
    await next()
  })
  app.route('/', botCheckApi)
  app.route('/', accountsApi)
  app.route('/', peopleApi)
  app.route('/', checkoutApi)
  app.route('/', paymentFormApi)
  app.route('/', payApi)
  app.route('/', unregisterApi)
  app.route('/', registrationsApi)
  app.route('/', useCreditApi)
  app.route('/', waitingListApi)
  app.route('/', familyApi)
  app.route('/', fittingApi)
  app.route('/', familyCommandApi)
  app.route('/', teamCommandApi)
  app.route('/', offlinePaymentsApi)
  app.route('/', operateApi)
  app.route('/', donationsApi)
  app.route('/', placesApi)
  app.route('/', eventsApi)
  app.route('/', seasonApi)
  app.route('/', booksApi)
  app.route('/', deskMarksApi)
  describe(app, cookieName)
  app.all('*', () => refuse('not-found'))
  app.onError((problem, c) => {
    const refusal = toRefusal(problem, c)
    if (refusal) return c.json(problemBody(refusal), refusal.status)
    world.log.error({ err: problem, path: c.req.path }, 'an API call failed')
    if (isOutcomeUnknown(problem)) return c.json(problemBody(new Refusal('not-stored')), 503)
    const message = 'Unknown error, please try again or contact support.'
    return c.json({ success: false, code: 'internal', message }, 500)
  })
  return app
}

/** A cart of fifty items has 20 KB; only the owner's season file, with its pictures, is larger. */
const small = bodyLimit({ maxSize: 100 * 1024, onError: () => refuse('too-large') })

/** Deep nesting overflows the stack of recursive code; our bodies are not a tenth as deep. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [mark] of json.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"?/gs)) {
    if (mark === '[' || mark === '{') depth += 1
    else if (mark === ']' || mark === '}') depth -= 1
    if (depth > 64) return true
  }
  return false
}

function toRefusal(problem: Error, c: Context): Refusal | undefined {
  if (problem instanceof Refusal) return problem
  if (isAborted(c)) return new Refusal('malformed')
  if (!(problem instanceof HTTPException)) return undefined
  return new Refusal(problem.status === 415 ? 'not-json' : 'malformed')
}

function describe(app: OpenAPIHono<ApiEnv>, cookieName: string) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'signIn', {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'The cookie that "login" sets.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'owner', {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret in the data folder of the running site.',
  })
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Courtside API',
      version: '1',
      description:
        'Calls of the registration site. Money is in dollars with two decimals, days are YYYY-MM-DD. Whatever fails answers in the shape of `Problem`; besides what each operation lists: 403 `wrong-origin` for calls from pages of other sites, 413 `too-large`, 415 `not-json`, 400 `malformed` and 500 `internal`.',
    },
    servers: [{ url: '/api' }],
  })
}
