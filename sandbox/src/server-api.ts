import { Hono } from 'hono'
import { isMerchant } from './callers/authorization.ts'
import { generateClientToken } from './client/client-token.ts'
import { NotFound } from './platform/errors.ts'
import type { Gateway } from './platform/gateway.ts'
import { errorDocument, type ServerEnv, sendProblem, sendXml, show } from './platform/replies.ts'
import { readBody } from './platform/requests.ts'
import { addMerchantAccounts } from './processor/merchant-accounts-api.ts'
import { addDisputes } from './transaction-calls/disputes-api.ts'
import { addTransactions } from './transaction-calls/transactions-api.ts'
import { addVault } from './vault-calls/vault-api.ts'

const apiVersion = 6

/** Braintree's server API, below /merchants/<id>: JSON requests, XML answers, the merchant's keys as Basic authorization. */
export function serverApi(gateway: Gateway): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>()
  api.use(async (c, next) => {
    if (!isMerchant(gateway, c.req.header('authorization')))
      return sendXml(c, 401, errorDocument([], 'The keys or the merchant id are wrong.', undefined))
    // Braintree answers so to SDKs that are too old for it; 6 is what they have spoken since 2020.
    if (Number(c.req.header('x-apiversion') ?? apiVersion) < apiVersion)
      return sendXml(
        c,
        426,
        errorDocument([], `This gateway speaks version ${apiVersion} of the API.`, undefined),
      )
    // No text column can hold a NUL character, so nothing has one in its id.
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
