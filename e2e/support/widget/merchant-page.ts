import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Dropin } from '../../../dropin/src/instance.ts'
import { test as base, expect, sandbox } from '../fixtures.ts'
import { cardField, cards } from '../ways-to-pay/cards.ts'

const built = fileURLToPath(new URL('../../../dropin/dist', import.meta.url))
const credentials = `Basic ${btoa('integration_public_key:integration_private_key')}`

/** A merchant's plain page: the stand-alone script of the widget, and a policy without inline anything. */
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A merchant's page</title>
<link rel="icon" href="data:,"><main><h1>Pay</h1><div id="place"></div></main><script src="dropin.js"></script></html>`
const policy = [
  "default-src 'none'; img-src data:; style-src 'self'",
  `script-src 'self' ${sandbox}; connect-src ${sandbox}; frame-src ${sandbox}`,
].join('; ')

/** The same page under Trusted Types, where scripts and styles have a nonce. */
export const nonce = 'once'
const strictHtml = html.replace('<script', `<script nonce="${nonce}"`)
const strictPolicy = [
  `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
  `connect-src ${sandbox}; frame-src ${sandbox}`,
  "require-trusted-types-for 'script'; trusted-types braintree-dropin",
].join('; ')

/**
 * `plainFrames`: the card's frames are deaf to what only ours know, as those of Braintree are: a language and a
 * direction, and another label or other looks while they stand.
 */
export const test = base.extend<{ plainFrames: boolean }, { merchantPage: string }>({
  plainFrames: [false, { option: true }],
  page: async ({ page, plainFrames }, use) => {
    if (plainFrames) await page.addInitScript(deafen)
    await use(page)
  },
  merchantPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const server = createServer((asked, response) => {
        const [url = '/'] = (asked.url ?? '/').split('?')
        if (url === '/') response.setHeader('content-security-policy', policy).end(html)
        else if (url === '/strict')
          response.setHeader('content-security-policy', strictPolicy).end(strictHtml)
        else {
          response.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/javascript')
          createReadStream(built + url).pipe(response)
        }
      })
      await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
      await use(`http://localhost:${(server.address() as AddressInfo).port}/`)
      server.close()
    },
    { scope: 'worker' },
  ],
})

function deafen() {
  const start = '/*framebus*/'
  function hear(event: MessageEvent) {
    const { data, source, origin } = event
    if (window === window.top || !`${data}`.startsWith(start)) return
    const message = JSON.parse(data.slice(start.length))
    const { lang, dir } = message.eventData ?? {}
    const isOurs = /:SET_(BRAND|LABEL|LOOKS)$/.test(message.event)
    if (isOurs || lang || dir) event.stopImmediatePropagation()
    if (isOurs || !(lang || dir)) return
    const eventData = { ...message.eventData, lang: '', dir: '' }
    const told = start + JSON.stringify({ ...message, eventData })
    window.dispatchEvent(new MessageEvent('message', { data: told, source, origin }))
  }
  window.addEventListener('message', hear)
}

export type Merchant = {
  widget?: Dropin
  braintree?: { dropin: { create: (options: object) => Promise<Dropin> } }
}

/** Opens the page with a widget, for a customer with these cards or for a guest; gives the client token. */
export async function openWidget(
  page: Page,
  merchantPage: string,
  options: object = {},
  savedCards: string[] = [],
) {
  await page.goto(merchantPage)
  const customer_id = savedCards.length > 0 ? await customerWith(savedCards) : undefined
  const authorization = await ask('client_token', { client_token: { customer_id } }, 'value')
  await create(page, { authorization, ...options })
  return authorization
}

export async function create(page: Page, options: object) {
  await page.evaluate(async (options) => {
    const merchant: Merchant = window as Window & Merchant
    merchant.widget = await merchant.braintree?.dropin.create({ container: '#place', ...options })
  }, options)
}

export const teardown = (page: Page) => page.evaluate(() => (window as Window & Merchant).widget?.teardown())

/** Asks the widget for a method to pay with, as the merchant's own button would. */
export const request = (page: Page) =>
  page.evaluate(() => (window as Window & Merchant).widget?.requestPaymentMethod())

export async function customerWith(nonces: string[]) {
  const customer_id = await ask('customers', { customer: { first_name: 'Demo' } }, 'id')
  for (const payment_method_nonce of nonces) {
    await ask('payment_methods', { payment_method: { customer_id, payment_method_nonce } }, 'token')
  }
  return customer_id
}

/** Types a card from field to field by Tab. */
export async function typeGuestCard(page: Page) {
  await cardField(page, 'Credit Card Number').pressSequentially(cards.accepted.number)
  const rest = { 'Expiration Date': cards.accepted.expires, CVV: cards.accepted.cvv, 'Postal Code': '94000' }
  for (const [label, text] of Object.entries(rest)) {
    await page.keyboard.press('Tab')
    await expect(cardField(page, label)).toBeFocused()
    await page.keyboard.type(text)
  }
}

/** Asks the gateway's server API and reads one value out of its XML. */
export async function ask(path: string, body: object, value: string) {
  const answer = await fetch(`${sandbox}/merchants/integration_merchant_id/${path}`, {
    method: 'POST',
    headers: { Authorization: credentials, 'Content-Type': 'application/json', 'X-ApiVersion': '6' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const found = new RegExp(`<${value}>([^<]+)</${value}>`).exec(text)?.[1]
  if (!found) throw new Error(`No ${value} in the answer to ${path}: ${text}`)
  return found
}
