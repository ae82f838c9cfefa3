import { afterEach, expect, test, vi } from 'vitest'
import { tokenize } from '../../frames/hosted-fields/tokenize.ts'
import { aNetwork } from '../network.ts'

const client = {
  authorization: 'sandbox_a_b',
  authorizationType: 'TOKENIZATION_KEY' as const,
  analyticsMetadata: {},
  gatewayConfiguration: {
    clientApiUrl: 'https://gateway.test/client_api',
    graphQL: { url: 'https://gateway.test/graphql', features: ['tokenize_credit_cards'] },
  },
}
const number = { value: '4111 1111 1111 1111', isEmpty: false, isValid: true }
const overRest = { creditCards: [{ nonce: 'over REST', type: 'CreditCard' }] }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A card is sent to a gateway whose GraphQL answers so, and whose client API these one after the other. */
async function send(answer: () => unknown, overClientApi: unknown[] = [], to = { ...client }) {
  const calls = aNetwork(({ url }) =>
    url.pathname === '/graphql' ? answer() : (overClientApi.shift() ?? overRest),
  )
  const [failure, payload] = await tokenize(to, ['number'], new Map([['number', number]]), {})
  return { outcome: failure?.code ?? payload, asked: calls.map(({ url }) => url.pathname) }
}

const lost = new TypeError('Failed to fetch')
const timedOut = () => new Response('<p>Request Timeout', { status: 408 })
const brokenWith = (errorClass: string) => ({
  data: null,
  errors: [{ message: 'No', extensions: { errorClass } }],
})

test.each([
  ['cannot be reached', () => lost],
  ['did not get it whole', () => timedOut()],
  ['breaks inside', () => brokenWith('INTERNAL')],
  ['does not know why it breaks', () => brokenWith('UNKNOWN')],
])('a card goes over REST where the gateway’s GraphQL %s', async (_, answer) => {
  expect(await send(answer)).toMatchObject({
    outcome: { nonce: 'over REST' },
    asked: ['/graphql', '/client_api/v1/payment_methods/credit_cards'],
  })
})

test.each([
  ['refuses it', () => brokenWith('VALIDATION'), 'HOSTED_FIELDS_FAILED_TOKENIZATION'],
  ['is late', () => new DOMException('', 'TimeoutError'), 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'],
  ['is down', () => new Response('', { status: 503 }), 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'],
])('a card is not sent twice where the gateway %s', async (_, answer, code) => {
  expect(await send(answer)).toEqual({ outcome: code, asked: ['/graphql'] })
})

test.each([
  ['cannot be reached', () => lost, 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'],
  ['did not get it whole', timedOut, 'HOSTED_FIELDS_FAILED_TOKENIZATION'],
])('a card goes over REST once more, and no more, where that %s', async (_, answer, code) => {
  const [graphQL, rest] = ['/graphql', '/client_api/v1/payment_methods/credit_cards']

  expect(await send(() => lost, [answer()])).toMatchObject({
    outcome: { nonce: 'over REST' },
    asked: [graphQL, rest, rest],
  })
  expect(await send(() => lost, [answer(), answer()])).toEqual({
    outcome: code,
    asked: [graphQL, rest, rest],
  })
})

test('who tries again after a GraphQL that did not answer in time pays over REST', async () => {
  const late = () => new DOMException('', 'TimeoutError')
  const to = { ...client }

  expect(await send(late, [], to)).toMatchObject({ asked: ['/graphql'] })
  expect(await send(late, [], to)).toMatchObject({
    outcome: { nonce: 'over REST' },
    asked: ['/client_api/v1/payment_methods/credit_cards'],
  })
})
