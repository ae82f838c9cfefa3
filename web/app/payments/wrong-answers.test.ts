import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#platform/env.server.ts'
import { clientTokenFor, findSale, forgetCustomer, gatewayOf, sell } from './braintree.server.ts'
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

let server: Server
beforeAll(async () => {
  server = createServer((request, response) => wrong[request.url?.split('/')[2] ?? '']?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const back = { refundId: 'r', transactionId: 't', amountCents: 100, isWhole: true }
const sale = { orderId: 'o', amountCents: 100, nonce: 'n' }

test.concurrent.for(Object.keys(wrong))(
  'answered with %s, every call ends and nothing is believed',
  async (name) => {
    const address = server.address()
    const gateway = gatewayOf(
      parseEnv({
        GATEWAY_URL: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
        GATEWAY_MERCHANT_ID: name,
        GATEWAY_TIMEOUT_SECONDS: '1',
        GATEWAY_MARGIN_SECONDS: '1',
      }),
    )

    const [sold, givenBack, ...others] = await Promise.all([
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
    expect(givenBack.state).toBe('unknown')
    expect(others).toEqual(Array(5).fill('failed'))
  },
)
