import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { NotFound, type Problem, Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { camelCase, snakeKeys } from '../platform/keys.ts'
import { BadRequest, flag, readBody, understand } from '../platform/requests.ts'
import { CardRequest } from '../vault/cards.ts'
import type { Means } from '../vault/means.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { type Caller, customerOf, readCaller } from './authorization.ts'
import { listVault } from './client-vault.ts'
import { clientConfiguration } from './configuration.ts'
import { clientProblems, tokenizeCard } from './tokenize.ts'

type Env = { Bindings: HttpBindings; Variables: { caller: Caller; body: unknown } }
const TokenizeRequest = z.object({
  credit_card: CardRequest.extend({
    options: z.object({ validate: flag.optional() }).nullish(),
  }).default({}),
})
const Authorization = z.object({
  authorization_fingerprint: z.string().optional(),
  tokenization_key: z.string().optional(),
})

/** The REST part of Braintree's client API, below /merchants/<id>/client_api/v1; a `.json` at the end is allowed. */
export function clientApi(gateway: Gateway): Hono<Env> {
  const api = new Hono<Env>()
  api.use(async (c, next) => {
    const sent = c.req.method === 'GET' ? c.req.query() : await readBody(c.req.raw)
    const body = snakeKeys(sent)
    const given = Authorization.safeParse(body).data
    const caller = readCaller(gateway, given?.authorization_fingerprint ?? given?.tokenization_key)
    if (!caller || c.req.param('merchantId') !== gateway.merchant.id) return c.json(unauthorized, 401)
    c.set('caller', caller)
    c.set('body', body)
    return next()
  })

  for (const end of ['', '.json']) {
    api.get(`/configuration${end}`, (c) => c.json(clientConfiguration(gateway)))
    api.get(`/payment_methods${end}`, (c) => vaultAnswer(gateway, c))
    api.post(`/payment_methods/credit_cards${end}`, (c) => tokenizeAnswer(gateway, c))
  }

  api.all('*', (c) => c.json(clientError(`There is no ${c.req.method} ${c.req.path} here.`), 404))
  api.onError((error, c) => {
    if (error instanceof Refused) return c.json(refusal(error), 422)
    if (error instanceof NotFound) return c.json(clientError(error.message), 404)
    if (error instanceof BadRequest) return c.json(clientError(error.message), 400)
    console.error(error)
    return c.json(clientError('Something went wrong.'), 500)
  })
  return api
}

async function vaultAnswer(gateway: Gateway, c: Context<Env>) {
  const { caller } = c.var
  if (caller.kind === 'key') return c.json(clientError('A tokenization key cannot read the vault.'), 403)
  const customerId = customerOf(caller)
  const defaultFirst = c.req.query('defaultFirst') ?? c.req.query('default_first') ?? ''
  const isFirst = ['1', 'true'].includes(defaultFirst)
  return c.json({ paymentMethods: customerId ? await listVault(gateway, customerId, isFirst) : [] })
}

async function tokenizeAnswer(gateway: Gateway, c: Context<Env>) {
  const { options, ...card } = understand(TokenizeRequest, c.var.body).credit_card
  const validate = options?.validate ?? true
  const tokenized = await tokenizeCard(gateway, c.var.caller, card, validate)
  const means: Means = { kind: 'credit_card', card: tokenized.card }
  const { default: _, ...answer } = nonceAnswer(tokenized.nonce, { means }, false)
  return c.json({ creditCards: [answer] }, 201)
}

function clientError(message: string) {
  return { error: { message }, fieldErrors: [] }
}

const unauthorized = {
  error: { message: 'Authorization fingerprint is invalid' },
  fieldErrors: [{ field: 'authorizationFingerprint', message: 'Authorization fingerprint is invalid' }],
}

function refusal(error: Refused) {
  const problems = clientProblems(error)
  if (!problems.length) return clientError(error.message)
  return { error: { message: 'Credit card is invalid' }, fieldErrors: nest(problems, 0) }
}

type FieldError = { field: string; code?: string; message?: string; fieldErrors?: FieldError[] }

/** Groups problems by the object on which they stand. */
function nest(problems: Problem[], depth: number): FieldError[] {
  const here = problems.filter(({ path }) => path.length === depth)
  const deeper = problems.filter(({ path }) => path.length > depth)
  const fields = [...new Set(deeper.map(({ path }) => path[depth] ?? ''))]
  const inside = (field: string) => deeper.filter(({ path }) => path[depth] === field)
  return [
    ...here.map(({ attribute, code, message }) => ({ field: camelCase(attribute), code, message })),
    ...fields.map((field) => ({ field: camelCase(field), fieldErrors: nest(inside(field), depth + 1) })),
  ]
}
