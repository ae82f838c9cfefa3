import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { gatewayOf } from '#payments/gateway/braintree.server.ts'
import { answerChallenge, readMessage } from '#payments/gateway/gateway-messages.server.ts'
import { keepMessage } from '#payments/notifications.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { count } from '#platform/tally.server.ts'
import { isToBeFollowed } from './follow-notifications.server.ts'

/** A message about one transaction has 15 KB; that of a day's payout names hundreds of them. */
const largest = 512 * 1024

/**
 * The address to which the gateway sends messages. It comes from no page of ours, so its signature stands in place of
 * the origin. Nothing that bears none reaches the database: it costs less than any page, and needs no limit by network.
 */
export function webhook(world: World) {
  const gateway = gatewayOf(world.env)
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
    const message = await readMessage(gateway, form.get('bt_signature') ?? '', form.get('bt_payload') ?? '')
    if (!message) {
      count('message without the gateway’s signature')
      return c.text('This does not bear the gateway’s signature.', 400)
    }
    await keepMessage(world.db, message, isToBeFollowed(message))
    return c.text('ok')
  })
  return app
}
