import { Hono } from 'hono'
import { generateClientToken } from './client-api/client-token.ts'
import { isMerchant } from './merchant-access/authorization.ts'
import { NotFound } from './platform/errors.ts'
import type { Gateway } from './platform/gateway.ts'
import { errorDocument, type ServerEnv, sendProblem, sendXml, show } from './platform/http/replies.ts'
import { readBody } from './platform/http/requests.ts'
import { addMerchantAccounts } from './processor/merchant-accounts-api.ts'
import { addDisputes } from './transaction-api/disputes-api.ts'
import { addTransactions } from './transaction-api/transactions-api.ts'
import { addVault } from './vault-api/vault-api.ts'

const apiVersion = 6

/** JSON requests, XML answers, the merchant's keys as Basic authorization. */
export function serverApi(gateway: Gateway): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>()
  api.use(async (c, next) => {
    if (!isMerchant(gateway, c.req.header('authorization')))
      return sendXml(c, 401, errorDocument([], 'The keys or the merchant id are wrong.', undefined))
    // SDKs have spoken version 6 since 2020; older ones are refused as at Braintree.
    if (Number(c.req.header('x-apiversion') ?? apiVersion) < apiVersion)
      return sendXml(
        c,
        426,
        errorDocument([], `This gateway speaks version ${apiVersion} of the API.`, undefined),
      )
    if (c.req.url.includes('%00')) throw new NotFound('There is nothing with such an id here.')
    c.set('body', await readBody(c.req.raw))
    return next()
  })
  api.onError((error, c) => sendProblem(c, error, c.var.body))

  api.post('/client_token', async (c) =>
    show(c, 201, 'client-token', { value: await generateClientToken(gateway, c.var.body) }),
  )
  addVault(api, gateway)
  addTransactions(api, gateway)
  addDisputes(api, gateway)
  addMerchantAccounts(api)
  api.all('*', (c) =>
    sendProblem(c, new NotFound(`There is no ${c.req.method} ${c.req.path} here.`), undefined),
  )
  return api
}
