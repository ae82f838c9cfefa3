import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#platform/settings/env.server.ts'
import { limits } from '../../../test/builders/limits.ts'
import { clientTokenFor, findSale, forgetCustomer, gatewayFor, sell } from './braintree.server.ts'
import { findRefund, giveBack } from './give-back.server.ts'

type Answer = (response: ServerResponse) => void
const answer =
  (status: number, type: string, body: string, more: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': type, ...more }).end(body)
const xml = 'application/xml'

/** What stands between a site and its gateway answers, by the merchant that asks. */
const wrong: Record<string, Answer> = {
  nothing: answer(200, xml, ''),
  blanks: answer(200, xml, ' \n'),
  page: answer(200, 'text/html', '<html><body>Sign in to this network</body></html>'),
  words: answer(200, 'text/plain', 'ok'),
  page_as_xml: answer(200, xml, '<html><body>Sign in to this network</body></html>'),
  half: answer(200, xml, '<?xml version="1.0"?><transaction><id>abc'),
  other: answer(200, xml, '<?xml version="1.0"?><other><id>abc</id></other>'),
  hollow: answer(200, xml, '<?xml version="1.0"?><transaction></transaction>'),
  foreign: answer(
    200,
    xml,
    '<?xml version="1.0"?><transaction><id>abc</id><status>voided</status><order-id>another</order-id></transaction>',
  ),
  json: answer(200, 'application/json', '{"success":true}'),
  half_json: answer(200, 'application/json', '{"success":'),
  null_json: answer(200, 'application/json', 'null'),
  not_zipped: answer(200, xml, '<transaction/>', { 'Content-Encoding': 'gzip' }),
  refused_with_nothing: answer(422, xml, ''),
  silence: () => undefined,
  drops: (response) => {
    response.writeHead(200, { 'Content-Type': xml })
    const dripping = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(dripping))
  },
}

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})
/** A gateway that answers so, on a free port; its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
}
const gatewayAt = (url: string, merchantId = 'merchant') =>
  gatewayFor(
    parseEnv({
      GATEWAY_URL: url,
      GATEWAY_MERCHANT_ID: merchantId,
      ...limits({ gatewayTimeoutSeconds: 1 }),
      GATEWAY_MARGIN_SECONDS: '1',
    }),
  )

let wrongUrl: string
beforeAll(async () => {
  wrongUrl = await serve((request, response) => wrong[request.url?.split('/')[2] ?? '']?.(response))
})

const back = { refundId: 'r', transactionId: 't', amountCents: 100, isWhole: true }
const sale = { orderId: 'o', amountCents: 100, nonce: 'n' }

test.concurrent.for(Object.keys(wrong))(
  'answered with %s, every call ends and nothing is believed',
  async (name) => {
    const gateway = gatewayAt(wrongUrl, name)

    const [sold, refunded, ...others] = await Promise.all([
      sell(gateway, sale),
      giveBack(gateway, back),
      ...[
        clientTokenFor(gateway),
        clientTokenFor(gateway, 'customer'),
        findSale(gateway, 'o'),
        findRefund(gateway, back),
        forgetCustomer(gateway, 'customer'),
      ].map((call) =>
        call.then(
          () => 'believed',
          () => 'failed',
        ),
      ),
    ])

    expect(sold.state).toBe('unknown')
    expect(refunded.state).toBe('unknown')
    expect(others).toEqual(Array(5).fill('failed'))
  },
)

test('money moves on a connection of its own: one that was kept may have been closed meanwhile, and nobody could tell; what may be asked twice is asked once more', async () => {
  const answers: Record<string, string> = {
    'POST client_token': '<client-token><value>abc</value></client-token>',
    'POST transactions':
      '<transaction><id>t</id><status>settling</status><order-id>o</order-id></transaction>',
    'GET transactions/t': '<transaction><id>t</id><status>settled</status></transaction>',
    'POST transactions/t/refund': '<transaction><id>b</id><order-id>r</order-id></transaction>',
  }
  const used = new WeakSet<Socket>()
  let cutOff = 0
  const url = await serve(({ socket, method, url = '' }, response) => {
    if (used.has(socket) && method === 'POST') {
      cutOff += 1
      return socket.destroy()
    }
    used.add(socket)
    return answer(201, xml, answers[`${method} ${url.split('/').slice(3).join('/')}`] ?? '')(response)
  })
  const gateway = gatewayAt(url)
  await clientTokenFor(gateway)

  expect(await sell(gateway, sale)).toMatchObject({ state: 'accepted', transactionId: 't' })
  expect(await giveBack(gateway, back)).toEqual({ state: 'done', transactionId: 'b' })
  expect(cutOff).toBe(0)
  expect(await clientTokenFor(gateway)).toBe('abc')
  expect(cutOff, 'a kept one is closed').toBe(1)
})

test('a family that has never paid online is made known to the gateway first, so that its card form takes two calls', async () => {
  const asked: string[] = []
  const url = await serve(({ method, url = '' }, response) => {
    const call = `${method} ${url.split('/').slice(3).join('/')}`
    asked.push(call)
    const token = '<client-token><value>abc</value></client-token>'
    return answer(201, xml, call === 'POST customers' ? '<customer><id>c</id></customer>' : token)(response)
  })

  expect(await clientTokenFor(gatewayAt(url), 'c', true)).toBe('abc')

  expect(asked).toEqual(['POST customers', 'POST client_token'])
})
