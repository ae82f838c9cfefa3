import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { answerChallenge, parseWebhook } from '#payments/gateway/webhook-messages.server.ts'
import { storeNotification } from '#payments/notifications.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { isToBeFollowed } from './follow-notifications.server.ts'

/** A notification of one transaction has 15 KB; that of a day's payout names hundreds. */
const largest = 512 * 1024

/**
 * The endpoint for notifications. Authenticated by their signature in place of the origin. Unsigned requests never
 * reach the database, so they need no rate limit.
 */
export function webhook(world: World) {
  const gateway = gatewayFor(world.env)
  const app = new Hono()
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use(bodyLimit({ maxSize: largest, onError: (c) => c.text('That is more than we take at once.', 413) }))
  app.get('/webhook', async (c) => {
    const answer = await answerChallenge(gateway, c.req.query('bt_challenge') ?? '')
    return answer ? c.text(answer) : c.text('Here the card gateway sends its messages.', 400)
  })
  app.post('/webhook', async (c) => {
    const form = new URLSearchParams(await c.req.text().catch(() => ''))
    const message = await parseWebhook(gateway, form.get('bt_signature') ?? '', form.get('bt_payload') ?? '')
    if (!message) {
      countRefusal('message without the gateway’s signature')
      return c.text('This does not bear the gateway’s signature.', 400)
    }
    await storeNotification(world.db, message, isToBeFollowed(message))
    return c.text('ok')
  })
  return app
}
