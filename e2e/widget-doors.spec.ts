import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { cardField, cards, typeCard } from './cards.ts'
import { test as base, expect } from './fixtures.ts'
import { ask, create, customerWith, type Merchant, request } from './merchant-page.ts'

const built = fileURLToPath(new URL('../dropin/dist', import.meta.url))
const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', mjs: 'text/javascript' }

/** A shop: its pages and scripts, beside the files of the widget; and what was posted to it. */
type Shop = { address: string; files: Record<string, string>; posted: Record<string, string>[] }

const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
  shop: async ({}, use) => {
    const shop: Shop = { address: '', files: {}, posted: [] }
    const server = createServer(async (incoming, response) => {
      const { url = '', method } = incoming
      response.setHeader('content-type', types[url.split('.').at(-1) ?? ''] ?? 'text/html')
      if (method === 'POST') {
        shop.posted.push(Object.fromEntries(new URLSearchParams(await text(incoming))))
        return response.end('<h1>Thank you</h1>')
      }
      return response.end(shop.files[url] ?? (await readFile(built + url)))
    })
    server.listen(0, 'localhost')
    await once(server, 'listening')
    shop.address = `http://localhost:${(server.address() as AddressInfo).port}/`
    await use(shop)
    server.close()
    server.closeAllConnections()
  },
})

const clientToken = () => ask('client_token', { client_token: {} }, 'value')

async function openPage(page: Page, shop: Shop, html: string) {
  const icon = '<link rel="icon" href="data:,">'
  shop.files['/'] = `<!doctype html><html lang="en"><title>A shop</title>${icon}${html}</html>`
  await page.goto(shop.address)
}

/** A form that needs no code: the script in it, with these attributes. */
async function openForm(page: Page, shop: Shop, attributes: string) {
  const form = `<form action="/paid" method="post"><input name="amount" value="21.00">
    <script src="dropin.js" ${attributes}></script><button name="submit">Pay</button></form>`
  await openPage(page, shop, form)
}

test('a form with a script tag alone asks for a card in the tag’s words, and Enter posts it with a nonce that pays and device data (L7.39 L7.40)', async ({
  page,
  shop,
}) => {
  const told = page.waitForRequest((sent) => `${sent.postData()}`.includes('integration-type.script-tag'))
  await openForm(
    page,
    shop,
    `data-braintree-dropin-authorization="${await clientToken()}" data-locale="de_DE"
     data-card.cardholder-name.required="true" data-data-collector.paypal="true"`,
  )
  await told // its fields take keys before the form knows the widget
  await cardField(page, 'Cardholder Name').press('Enter')
  await expect(page.getByText('Bitte geben Sie den Namen ein, der auf der Karte steht.')).toBeVisible()

  await typeCard(page, cards.accepted)
  await cardField(page, 'Postal Code').press('Enter')

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const [{ amount, payment_method_nonce, device_data } = {}] = shop.posted
  expect(amount).toBe('21.00')
  expect(device_data).toContain('correlation_id')
  const sale = { transaction: { type: 'sale', amount, payment_method_nonce, device_data } }
  expect(await ask('transactions', sale, 'status')).toBe('authorized')
})

test('a script tag that lacks what it needs says so, and its form can be posted all the same (L5.5 L5.6)', async ({
  browser,
  shop,
}) => {
  const page = await browser.newPage()
  const attribute = 'data-braintree-dropin-authorization'
  const problem = () => page.waitForEvent('pageerror')

  const noForm = problem()
  await openPage(page, shop, `<main></main><script src="dropin.js" ${attribute}="a"></script>`)
  expect((await noForm).message).toBe('No form found for script tag integration.')
  const noAuthorization = problem()
  await openForm(page, shop, attribute)
  expect((await noAuthorization).message).toBe(`Authorization not found in ${attribute} attribute`)
  expect(await page.evaluate(() => 'dropin' in ((window as Merchant).braintree ?? {}))).toBe(true)

  await openForm(page, shop, `${attribute}="wrong"`)
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong on our end. There was an error creating Drop-in.',
  )
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(shop.posted).toEqual([{ amount: '21.00', submit: '' }])
  await page.context().close()
})

/** As pages are written for the browser builds of the original. */
const partsPage = (authorization: string) => `
  const show = (text) => { document.querySelector('output').textContent += text + ' ' }
  braintree.client.create({ authorization: '${authorization}' }, (_, client) => {
    const fields = Object.fromEntries([['number', '#number'], ['expirationDate', '#date'], ['cvv', '#cvv'],
      ['postalCode', '#postal-code']].map(([name, selector]) => [name, { selector }]))
    braintree.hostedFields.create({ client, fields, styles: { input: { 'font-size': '20px' } } }, (_, made) => {
      made.on('cardTypeChange', ({ cards }) => { if (cards.length === 1) show(cards[0].niceType) })
      document.querySelector('form').addEventListener('submit', (event) => {
        event.preventDefault()
        made.tokenize((problem, payload) => show(problem ? problem.code : 'nonce=' + payload.nonce))
      })
      document.querySelector('#leave').addEventListener('click', () => made.teardown(() => show('gone')))
    })
    braintree.dataCollector.create({ client }, (_, collector) => {
      show('device=' + collector.deviceData)
      document.querySelector('#leave').addEventListener('click', () => collector.teardown())
    })
    braintree.vaultManager.create({ client }, (_, vault) => {
      vault.fetchPaymentMethods((_, methods) => { for (const { details } of methods) show(details.lastFour) })
    })
  })`

test('a page for the original’s browser builds of client, card fields, vault and device data works with those of the package', async ({
  page,
  shop,
}) => {
  const customer_id = await customerWith(['fake-valid-visa-nonce'])
  const authorization = await ask('client_token', { client_token: { customer_id } }, 'value')
  shop.files = { '/page.js': partsPage(authorization) }
  const places = ['number', 'date', 'cvv', 'postal-code'].map((id) => `<div id="${id}"></div>`).join('')
  const scripts = ['client', 'hosted-fields', 'vault-manager', 'data-collector'].map(
    (name) => `parts/${name}`,
  )
  await openPage(
    page,
    shop,
    `<form>${places}<button>Pay</button><button type="button" id="leave">Leave</button></form><output></output>
     ${[...scripts, 'page'].map((name) => `<script src="${name}.js"></script>`).join('')}`,
  )
  const output = page.locator('output')
  await expect(output).toContainText('1881')
  await expect(output).toContainText('device={"correlation_id":')
  await expect(cardField(page, 'CVV')).toHaveCSS('font-size', '20px')

  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(output).toContainText('HOSTED_FIELDS_FIELDS_EMPTY')
  const { number, expires, cvv, postalCode } = cards.accepted
  const typed = {
    'Credit Card Number': number,
    'Expiration Date': expires,
    CVV: cvv,
    'Postal Code': postalCode,
  }
  for (const [label, text] of Object.entries(typed)) await cardField(page, label).pressSequentially(text)
  await expect(page.locator('#postal-code')).toHaveClass(/braintree-hosted-fields-valid/)
  await expect(output).toContainText('Visa')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(output).toContainText('nonce=')

  const [, payment_method_nonce] = /nonce=(\S+)/.exec(`${await output.textContent()}`) ?? []
  const sale = { transaction: { type: 'sale', amount: '22.00', payment_method_nonce } }
  expect(await ask('transactions', sale, 'status')).toBe('authorized')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(output).toContainText('gone')
  await expect(page.locator('iframe')).toHaveCount(0)
})

const requireJs = createRequire(import.meta.url).resolve('requirejs/require.js')
const handOver = 'dropin => Object.assign(window, { braintree: { dropin } })'
const script = '<script type="module" src="page.js"></script>'
type Door = { html?: string; page: () => string | Promise<string>; options?: object }
const doors: Record<string, Door> = {
  'An AMD loader': {
    html: '<script src="require.js"></script><script src="page.js"></script>',
    page: () => `require(['dropin'], ${handOver})`,
  },
  'An ES module': { page: () => `import dropin from './dropin.mjs'; (${handOver})(dropin)` },
  'A bundle that requires it': {
    page: () => bundle('required.cjs'),
    options: { assetsBase: './' },
  },
}

for (const [door, { html = script, page: pageScript, options }] of Object.entries(doors))
  test(`${door} gets the widget, which finds its stylesheet and the texts of a locale`, async ({
    page,
    shop,
  }) => {
    shop.files = { '/page.js': await pageScript(), '/require.js': await readFile(requireJs, 'utf8') }
    await openPage(page, shop, `<main><div id="place"></div></main>${html}`)
    await page.waitForFunction(() => (window as Merchant).braintree)

    await create(page, { authorization: await clientToken(), locale: 'de_DE', ...options })

    await expect(page.getByText('Kartennummer', { exact: true })).toBeVisible()
    await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  })

/** What a bundler makes of a page, with the packages as they are installed. */
async function bundle(entry: string) {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(`../dropin/tests/pages/${entry}`, import.meta.url)),
        formats: ['es'],
        fileName: 'page',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [chunk] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (!chunk || !('code' in chunk)) throw new Error(`${entry} made no script.`)
  return chunk.code
}

test('React’s DropIn, strictly twice mounted and left faster than it is made, shows one widget, then none', async ({
  page,
  shop,
}) => {
  shop.files = { '/page.js': await bundle('react-page.tsx') }
  await openPage(page, shop, `<main id="shop"></main>${script}`)
  const wrappers = page.locator('[data-braintree-id=wrapper]')
  await page.waitForFunction(() => 'openShop' in window)
  await page.evaluate(
    (authorization) => {
      ;(window as Window & Partial<ReactShop>).openShop?.(authorization)
    },
    await clientToken(),
  )

  const button = page.getByRole('button', { name: /^(Pay|Back)$/ })
  for (const _ of ['pay', 'back', 'pay', 'back', 'pay']) await button.click()
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expect(wrappers).toHaveCount(1)
  await typeCard(page, cards.accepted)
  expect(await request(page)).toMatchObject({ details: { lastFour: '1111' } })

  await button.click()
  await expect(wrappers).toHaveCount(0)
  await expect(page.locator('#braintree-dropin-stylesheet')).toHaveCount(0)
  expect(await page.evaluate(() => (window as Window & Merchant).widget)).toBeNull()
})

type ReactShop = { openShop: (authorization: string) => void }
