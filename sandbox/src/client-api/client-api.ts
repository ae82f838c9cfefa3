import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Caller, Forbidden, readCaller, vaultCustomerIdFor } from '../merchant-access/authorization.ts'
import { CardRequest } from '../payment-instruments/cards.ts'
import type { Gateway } from '../platform/gateway.ts'
import { flag, parseRequest, readBody } from '../platform/http/requests.ts'
import { refuseUnknown } from '../platform/http/strict-requests.ts'
import { snakeKeys } from '../platform/keys.ts'
import { authenticateFromJwt, lookUp, showAuthentication } from '../three-d-secure/lookup.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { createPayPalResource, patchPayPalResource, tokenizePayPal } from '../wallet-approvals/paypal.ts'
import { openAppleSession, tokenizeApplePay } from './apple-pay.ts'
import { clientError, sendClientProblem, unauthorized } from './client-errors.ts'
import { listVault } from './client-vault.ts'
import { clientConfiguration } from './configuration.ts'
import { tokenizeGooglePay } from './google-pay.ts'
import { tokenizeCard } from './tokenize.ts'

export type ClientEnv = {
  Bindings: HttpBindings
  Variables: { caller: Caller; body: unknown; sent: unknown }
}

const Authorization = z.object({
  authorization_fingerprint: z.string().optional(),
  tokenization_key: z.string().optional(),
})

/** The REST part of Braintree's client API, below /merchants/<id>/client_api/v1; a `.json` at the end is allowed. */
export function clientApi(gateway: Gateway): Hono<ClientEnv> {
  const api = new Hono<ClientEnv>()
  api.use(async (c, next) => {
    const sent = c.req.method === 'GET' ? c.req.query() : await readBody(c.req.raw)
    const body = snakeKeys(sent)
    const authorization = Authorization.safeParse(body).data
    const caller = readCaller(
      gateway,
      authorization?.authorization_fingerprint ?? authorization?.tokenization_key,
    )
    if (!caller) return c.json(unauthorized, 401)
    c.set('caller', caller)
    c.set('sent', sent)
    c.set('body', body)
    return next()
  })

  get('configuration', () => clientConfiguration(gateway))
  get('payment_methods', ({ caller, body }) => vaultAnswer(gateway, caller, body))
  get('payment_method_nonces/:nonce', ({ nonce }) => showAuthentication(gateway, nonce))
  post('payment_methods/credit_cards', ({ caller, body }) => tokenizeAnswer(gateway, caller, body))
  const threeDSecure = 'payment_methods/:nonce/three_d_secure'
  post(`${threeDSecure}/lookup`, ({ caller, nonce, ...request }) => lookUp(gateway, caller, nonce, request))
  post(`${threeDSecure}/authenticate_from_jwt`, ({ caller, nonce, body }) =>
    authenticateFromJwt(gateway, caller, nonce, body),
  )
  post('paypal_hermes/create_payment_resource', ({ body }) => createPayPalResource(gateway, 'payment', body))
  post('paypal_hermes/setup_billing_agreement', ({ body }) =>
    createPayPalResource(gateway, 'agreement', body),
  )
  post('paypal_hermes/patch_payment_resource', ({ body }) => patchPayPalResource(gateway, body))
  post('payment_methods/paypal_accounts', ({ caller, body }) => tokenizePayPal(gateway, caller, body))
  post('apple_pay_web/sessions', ({ body }) => openAppleSession(gateway, body))
  post('payment_methods/apple_payment_tokens', ({ caller, body }) => tokenizeApplePay(gateway, caller, body))
  post('payment_methods/android_pay_cards', ({ caller, body }) => tokenizeGooglePay(gateway, caller, body))

  api.all('*', (c) => c.json(clientError(`There is no ${c.req.method} ${c.req.path} here.`), 404))
  api.onError((error, c) => sendClientProblem(c, error))
  return api

  /** `sent` is the original body; keys of `body` are in snake_case. */
  type Call = { caller: Caller; body: unknown; sent: unknown; nonce: string }
  function get(path: string, answer: (call: Call) => object | Promise<object>) {
    on('GET', path, 200, answer)
  }
  function post(path: string, answer: (call: Call) => object | Promise<object>) {
    on('POST', path, 201, answer)
  }
  function on(
    method: string,
    path: string,
    status: 200 | 201,
    answer: (call: Call) => object | Promise<object>,
  ) {
    api.on(method, [`/${path}`, `/${path}.json`], async (c) => {
      const nonce = c.req.param('nonce')?.replace(/\.json$/, '') ?? ''
      const { caller, body, sent } = c.var
      return c.json(await answer({ caller, body, sent, nonce }), status)
    })
  }
}

const VaultQuery = z.object({ default_first: z.string().optional() })

async function vaultAnswer(gateway: Gateway, caller: Caller, query: unknown) {
  const customerId = vaultCustomerIdFor(caller)
  const isFirst = ['1', 'true'].includes(parseRequest(VaultQuery, query).default_first ?? '')
  return { paymentMethods: customerId ? await listVault(gateway, customerId, isFirst) : [] }
}

const KnownCard = CardRequest.extend({ options: z.object({ validate: flag.optional() }).nullish() })
/** Members beside the card describe the caller, and may be anything. */
const TokenizeRequest = z.object({ credit_card: z.looseObject({}).default({}) })

async function tokenizeAnswer(gateway: Gateway, caller: Caller, body: unknown) {
  const request = parseRequest(TokenizeRequest, body).credit_card
  refuseUnknown(KnownCard, request, 'credit_card')
  const { options, ...card } = parseRequest(KnownCard, request)
  const validate = options?.validate
  if (validate && caller.kind === 'key')
    throw new Forbidden('Tokenization key is not allowed to validate a card.')
  const tokenized = await tokenizeCard(gateway, caller, card, validate ?? true)
  if (!tokenized.card) return { creditCards: [cvvAnswer(tokenized.nonce)] }
  const means = { kind: 'credit_card' as const, card: tokenized.card }
  const { default: _, ...answer } = nonceAnswer(tokenized.nonce, { means }, false)
  return { creditCards: [answer] }
}

function cvvAnswer(nonce: string) {
  const details = { bin: '', lastTwo: '', lastFour: '', cardType: 'Unknown' }
  return { type: 'CreditCard', nonce, description: '', consumed: false, details, threeDSecureInfo: null }
}
