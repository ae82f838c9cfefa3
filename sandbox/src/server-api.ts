import { Hono } from 'hono'
import { isMerchant } from './client/authorization.ts'
import { generateClientToken } from './client/client-token.ts'
import { NotFound } from './platform/errors.ts'
import type { Gateway } from './platform/gateway.ts'
import { errorDocument, type ServerEnv, sendProblem, sendXml, show } from './platform/replies.ts'
import { readBody } from './platform/requests.ts'
import { addTransactions } from './transactions/transactions-api.ts'
import { addVault } from './vault/vault-api.ts'

/** Braintree's server API, below /merchants/<id>: JSON requests, XML answers, the merchant's keys as Basic authorization. */
export function serverApi(gateway: Gateway): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>()
  api.use(async (c, next) => {
    if (!isMerchant(gateway, c.req.header('authorization')))
      return sendXml(c, 401, errorDocument([], 'The keys or the merchant id are wrong.', undefined))
    c.set('body', await readBody(c.req.raw))
    return next()
  })
  api.onError((error, c) => sendProblem(c, error, c.var.body))

  api.post('/client_token', async (c) =>
    show(c, 201, 'client-token', { value: await generateClientToken(gateway, c.var.body) }),
  )
  addVault(api, gateway)
  addTransactions(api, gateway)
  api.all('*', (c) =>
    sendProblem(c, new NotFound(`There is no ${c.req.method} ${c.req.path} here.`), undefined),
  )
  return api
}
