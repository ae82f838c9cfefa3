import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { Failure, npm, readJson, root, run } from '../tools.mjs'

/** Importing the widget on a server or in a bundler must have no side effect. */
const files = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'server.cjs': `
    const { equal, deepEqual } = require('node:assert/strict')
    const before = Object.keys(globalThis)
    globalThis.fetch = () => { throw new Error('Nothing is to be fetched.') }
    const dropin = require('@courtside/dropin')
    equal(typeof dropin.create, 'function')
    equal(dropin.default, dropin)
    for (const part of [
      ...['apple-pay', 'client', 'data-collector', 'frame-service', 'google-payment'],
      ...['hosted-fields', 'paypal-checkout', 'three-d-secure', 'vault-manager', 'venmo'],
    ])
      equal(require('@courtside/dropin/' + part).VERSION, '3.99.0')
    equal(typeof require('@courtside/dropin/react').DropIn, 'function')
    equal(typeof require('@courtside/dropin/element').PaymentDropin, 'function')
    deepEqual(Object.keys(globalThis), before)`,
  'server.js': `
    import { equal } from 'node:assert/strict'
    import dropin, { create, VERSION } from '@courtside/dropin'
    import applePay from '@courtside/dropin/apple-pay'
    import client from '@courtside/dropin/client'
    import dataCollector from '@courtside/dropin/data-collector'
    import frameService from '@courtside/dropin/frame-service'
    import googlePayment from '@courtside/dropin/google-payment'
    import hostedFields from '@courtside/dropin/hosted-fields'
    import paypalCheckout from '@courtside/dropin/paypal-checkout'
    import threeDSecure from '@courtside/dropin/three-d-secure'
    import vaultManager from '@courtside/dropin/vault-manager'
    import venmo from '@courtside/dropin/venmo'
    import { DropIn } from '@courtside/dropin/react'
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    equal(dropin.create, create)
    equal(VERSION, '1.42.0')
    for (const part of [
      ...[applePay, client, dataCollector, frameService, googlePayment],
      ...[hostedFields, paypalCheckout, threeDSecure, vaultManager, venmo],
    ])
      equal(part.VERSION, '3.99.0')
    const shown = createElement(DropIn, { className: 'pay', options: { authorization: 'a' } })
    equal(renderToString(shown), '<div class="pay"></div>')`,
  'index.html': '<!doctype html><div id="place"></div><script type="module" src="/main.js"></script>',
  'main.js': `
    import { create } from '@courtside/dropin'
    import client from '@courtside/dropin/client'
    import { DropIn } from '@courtside/dropin/react'
    Object.assign(window, { create, client, DropIn })`,
}

export async function usePackage(tarball, folder) {
  const shop = join(folder, 'shop')
  mkdirSync(shop)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(shop, name), text)
  succeeds(await npm(['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: shop }))
  for (const name of ['react', 'react-dom'])
    symlinkSync(join(root, 'node_modules', name), join(shop, 'node_modules', name), 'junction')
  checkIntegrity(join(shop, 'node_modules/@courtside/dropin/dist'))
  for (const server of ['server.cjs', 'server.js'])
    succeeds(await run(process.execPath, [server], { cwd: shop }))
  await buildShop(shop)
  await serveShop(shop)
}

function succeeds({ code, output }) {
  if (code !== 0) throw new Failure(output)
}

function checkIntegrity(dist) {
  for (const [file, integrity] of Object.entries(readJson(join(dist, 'integrity.json')))) {
    const hash = createHash('sha384').update(readFileSync(join(dist, file)))
    if (integrity !== `sha384-${hash.digest('base64')}`) throw new Failure(`${file} has another hash.`)
  }
}

const settings = (shop) => ({ root: shop, configFile: false, logLevel: 'error' })

async function buildShop(shop) {
  const { output } = await build(settings(shop))
  const names = output.map(({ fileName }) => fileName)
  for (const needed of [/dropin-.*\.css$/, /de_DE-.*\.js$/])
    if (!names.some((name) => needed.test(name))) throw new Failure(`A built shop has no ${needed}.`)
}

/** The development server resolves the stylesheet otherwise than a build. */
async function serveShop(shop) {
  const server = await createServer({ ...settings(shop), server: { port: 0 } })
  try {
    await server.listen()
    const get = async (path) => {
      const { port } = server.httpServer.address()
      const response = await fetch(`http://localhost:${port}${path}`, { headers: { accept: 'text/css,*/*' } })
      return { type: response.headers.get('content-type'), text: await response.text() }
    }
    // The address that belongs to the module, not the one that is joined to a base.
    const found = await findIn(get, '/main.js', /new URL\("([^"]*dropin\.css[^"]*)", .*import\.meta\.url/)
    const { type } = await get(found ?? '/')
    if (type !== 'text/css') throw new Failure('A shop in development does not find the stylesheet.')
  } finally {
    await server.close()
  }
}

async function findIn(get, path, pattern) {
  const { text } = await get(path)
  const found = pattern.exec(text)?.[1]
  if (found) return new URL(found, `http://localhost${path}`).pathname
  for (const [, imported] of text.matchAll(/from "(\/[^"]*)"/g)) {
    const deeper = await findIn(get, imported, pattern)
    if (deeper) return deeper
  }
}
