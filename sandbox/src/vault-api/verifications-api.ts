import type { Hono } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { addSearch } from '../platform/search/two-step-search.ts'
import { createVerification, findVerification } from './verification-calls.ts'
import { verificationSearch } from './verification-search.ts'

export function addVerifications(api: Hono<ServerEnv>, gateway: Gateway) {
  addSearch(api, gateway, verificationSearch(gateway))
  api.post('/verifications', async (c) =>
    show(c, 201, 'verification', await createVerification(gateway, c.var.body)),
  )
  api.get('/verifications/:id', async (c) =>
    show(c, 200, 'verification', await findVerification(gateway, c.req.param('id'))),
  )
}
