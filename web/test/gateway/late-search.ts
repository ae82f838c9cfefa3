import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Gateway } from '../harness/world.ts'

const nothing =
  '<?xml version="1.0"?><search-results><page-size type="integer">50</page-size><ids type="array"/></search-results>'

/** The gateway with a search that has not heard yet of what was done; all else is as it is. */
export async function searchingLate(gateway: Gateway, onTestFinished: (end: () => void) => void) {
  const relay = createServer((asked, response) => {
    if (asked.url?.endsWith('/advanced_search_ids'))
      return response.writeHead(200, { 'Content-Type': 'application/xml' }).end(nothing)
    const { method, headers } = asked
    const passed = ask(`${gateway.settings.GATEWAY_URL}${asked.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    return asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => relay.once('listening', listening))
  onTestFinished(() => void relay.close().closeAllConnections())
  const GATEWAY_URL = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
  return { ...gateway, settings: { ...gateway.settings, GATEWAY_URL } }
}
