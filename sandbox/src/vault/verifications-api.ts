import type { Hono } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/replies.ts'
import { pageSize } from '../platform/search.ts'
import { createVerification, findVerification } from './verification-calls.ts'
import { searchVerificationIds, searchVerifications } from './verification-search.ts'
import { verificationAnswer } from './verifications.ts'

/** The server API's calls for card verifications. */
export function addVerifications(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/verifications/advanced_search_ids', async (c) =>
    show(c, 200, 'search-results', { pageSize, ids: await searchVerificationIds(gateway, c.var.body) }),
  )
  api.post('/verifications/advanced_search', async (c) => {
    const children = (await searchVerifications(gateway, c.var.body)).map(verificationAnswer)
    return show(c, 200, 'credit-card-verifications', { collectionOf: 'verification', children })
  })
  api.post('/verifications', async (c) =>
    show(c, 201, 'verification', await createVerification(gateway, c.var.body)),
  )
  api.get('/verifications/:id', async (c) =>
    show(c, 200, 'verification', await findVerification(gateway, c.req.param('id'))),
  )
}
