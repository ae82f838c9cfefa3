import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../../../sandbox/tests/support/running.ts'
import { aCertificate } from '../certificate.ts'
import { merchantAt } from './merchant.ts'

const shop = 'shop.example'
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const frames = fileURLToPath(new URL('../../../dropin/dist/frames', import.meta.url))
const dropin = ['braintree-web-drop-in/dist/browser/dropin']
const components = ['client', 'vault-manager', 'venmo', 'three-d-secure'].map(
  (name) => `braintree-web/dist/browser/${name}`,
)
const html = (
  scripts: string[],
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>
<link rel="icon" href="data:,"><main><h1>Pay</h1><div id="place"></div></main>
${scripts.map((name) => `<script src="/${name}.js"></script>`).join('')}</html>`

/**
 * The internet as a browser with Braintree's official packages sees it: every host is one listener on this machine.
 * `shop.example` is a merchant's page with the packages as npm delivers them (`/` the drop-in, `/?components` the
 * components that it is made of; what stands in `own` by its path), all others are the sandbox.
 */
export async function openBraintreeHosts(own: Record<string, string> = {}) {
  const sandbox = await startSandbox({
    SANDBOX_ORIGIN: 'https://api.sandbox.braintreegateway.com',
    SANDBOX_FRAMES_DIR: frames,
  })
  const server = createServer(aCertificate(shop), (incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? '/', `https://${shop}`)
    if (incoming.headers.host !== shop) return answerAsBraintree(pathname, sandbox.port, incoming, response)
    const ofOwn = own[pathname]
    if (ofOwn !== undefined) return response.setHeader('content-type', typeOf(pathname)).end(ofOwn)
    if (pathname !== '/') return sendFile(pathname, 'text/javascript', response)
    return response.setHeader('content-type', 'text/html').end(html(search ? components : dropin))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    shop: `https://${shop}/`,
    merchant: merchantAt(sandbox.port),
    sandbox: sandbox.origin,
    own,
    browserArguments: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`, '--ignore-certificate-errors'],
    async close() {
      server.close()
      server.closeAllConnections()
      await sandbox.stop()
    },
  }
}
export type BraintreeHosts = Awaited<ReturnType<typeof openBraintreeHosts>>

/** The drop-in asks Braintree's assets host for its style sheet, which its package carries. */
function answerAsBraintree(path: string, port: number, incoming: IncomingMessage, response: ServerResponse) {
  if (path === '/web/dropin/1.42.0/css/dropin.css') {
    return sendFile('/braintree-web-drop-in/dropin.css', 'text/css', response)
  }
  const { method, headers, url } = incoming
  const call = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  call.on('error', () => response.destroy())
  return incoming.pipe(call)
}

function typeOf(path: string) {
  if (path.endsWith('.css')) return 'text/css'
  return path.endsWith('.js') ? 'text/javascript' : 'text/html'
}

function sendFile(path: string, type: string, response: ServerResponse) {
  response.setHeader('content-type', type)
  return createReadStream(packages + path).pipe(response)
}
