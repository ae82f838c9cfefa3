import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { cardField, cards, typeCard } from '../support/ways-to-pay/cards.ts'
import {
  type Bundler,
  byEsbuild,
  byVite,
  byWebpack,
  checkTypes,
  installPackage,
  remove,
  runInNode,
} from '../support/widget/installed.ts'
import { ask, create, type Merchant, request } from '../support/widget/merchant-page.ts'
import { test as base, clientToken, openPage } from '../support/widget/shop-page.ts'

const test = base.extend<object, { installed: { folder: string; dist: string } }>({
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const installed = await installPackage()
      await use(installed)
      await remove(installed.folder)
    },
    { scope: 'worker' },
  ],
})

const place = '<main><div id="place"></div></main>'
const module = '<script type="module" src="page.js"></script>'

/** Creates the widget in German, types a card, and sells for its nonce. */
async function pays(page: Page) {
  const card = { cardholderName: true }
  await create(page, { authorization: await clientToken(), locale: 'de_DE', card })
  await expect(page.getByText('Kartennummer', { exact: true })).toBeVisible()
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await typeCard(page, cards.accepted)
  await sells(page)
}

async function sells(page: Page) {
  const { nonce } = { ...(await request(page)) }
  const sale = { transaction: { type: 'sale', amount: '23.00', payment_method_nonce: nonce } }
  expect(await ask('transactions', sale, 'status')).toBe('authorized')
}

const requireJs = createRequire(import.meta.url).resolve('requirejs/require.js')
const handOver = 'dropin => Object.assign(window, { braintree: { dropin } })'
const doors: Record<string, { html: string; script?: string }> = {
  'a script tag': { html: '<script src="dropin.js"></script>' },
  'an AMD loader': {
    html: '<script src="require.js"></script><script src="page.js"></script>',
    script: `require(['dropin'], ${handOver})`,
  },
  'a module of its own': { html: module, script: `import dropin from './dropin.mjs'; (${handOver})(dropin)` },
}

for (const [door, { html, script = '' }] of Object.entries(doors))
  test(`The installed package pays on a page that has it from ${door}`, async ({ page, shop, installed }) => {
    Object.assign(shop, { folder: installed.dist })
    shop.files = { '/page.js': script, '/require.js': await readFile(requireJs, 'utf8') }
    await openPage(page, shop, `${place}${html}`)
    await page.waitForFunction(() => (window as Merchant).braintree)
    await pays(page)
  })

const scriptTag = '<script src="page.js"></script>'
const bundles: Record<string, { bundler: Bundler; entry: string; html?: string }> = {
  'Vite from strict TypeScript beside the original’s types': { bundler: byVite, entry: 'typed-page.ts' },
  'webpack by import': { bundler: byWebpack, entry: 'imported.mjs', html: scriptTag },
  'webpack by require': { bundler: byWebpack, entry: 'required.cjs', html: scriptTag },
  'esbuild by import': { bundler: byEsbuild({ format: 'iife' }), entry: 'imported.mjs', html: scriptTag },
  'esbuild by import, in parts, with the stylesheet': {
    bundler: byEsbuild({ format: 'esm', splitting: true }),
    entry: 'styled.mjs',
    html: `<link rel="stylesheet" href="page.css">${module}`,
  },
  'esbuild by require': { bundler: byEsbuild({ format: 'iife' }), entry: 'required.cjs', html: scriptTag },
}

for (const [name, { bundler, entry, html = module }] of Object.entries(bundles))
  test(`The installed package pays on a page that is bundled with ${name}`, async ({
    page,
    shop,
    installed,
  }, { testId }) => {
    const made = join(installed.folder, testId)
    if (entry.endsWith('.ts')) await checkTypes(installed.folder, entry)
    await bundler(installed.folder, entry, made)
    Object.assign(shop, { folder: made })
    await openPage(page, shop, `${place}${html}`)
    await page.waitForFunction(() => (window as Merchant).braintree)
    await pays(page)
  })

type ReactShop = { openShop: (authorizations: string[]) => void }

const openShop = (page: Page, authorizations: string[]) =>
  page.evaluate((given) => {
    ;(window as Window & Partial<ReactShop>).openShop?.(given)
  }, authorizations)

test('React’s DropIn of the installed package, strictly twice mounted and left faster than it is made, changes its authorization, stands twice, and leaves nothing', async ({
  page,
  shop,
  installed,
}, { testId }) => {
  const made = join(installed.folder, testId)
  await checkTypes(installed.folder, 'react-page.tsx')
  await byVite(installed.folder, 'react-page.tsx', made)
  Object.assign(shop, { folder: made })
  await openPage(page, shop, `<main id="shop"></main>${module}`)
  await page.waitForFunction(() => 'openShop' in window)
  await openShop(page, [await clientToken()])
  const wrappers = page.locator('[data-braintree-id=wrapper]')
  const button = page.getByRole('button', { name: /^(Pay|Back)$/ })
  for (const _ of ['pay', 'back', 'pay', 'back', 'pay']) await button.click()
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expect(wrappers).toHaveCount(1)
  await typeCard(page, cards.accepted)
  expect(await request(page)).toMatchObject({ details: { lastFour: '1111' } })

  const first = `${await wrappers.getAttribute('id')}`
  await openShop(page, [await clientToken()])
  await expect(page.locator(`#${first}`)).toHaveCount(0)
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expect(wrappers).toHaveCount(1)

  await openShop(page, [await clientToken(), await clientToken()])
  await expect(wrappers).toHaveCount(2)
  for (const section of await page.locator('section').all()) await typeCard(section, cards.accepted)
  await sells(page)

  await button.click()
  await expect(wrappers).toHaveCount(0)
  await expect(page.locator('#braintree-dropin-stylesheet')).toHaveCount(0)
  expect(await page.evaluate(() => (window as Window & Merchant).widget)).toBeNull()
})

test('A page that a server has written takes the widget of the installed package when a browser takes it over, and pays', async ({
  page,
  shop,
  installed,
}, { testId }) => {
  const { html, refused } = await runInNode(installed.folder, 'server.mjs')
  expect(refused).toBe('create works on a page only, not on a server.')
  const made = join(installed.folder, testId)
  await byVite(installed.folder, 'hydrated.mjs', made)
  Object.assign(shop, { folder: made })
  await openPage(page, shop, `<div id="shop">${html}</div>${module}`)
  await page.waitForFunction(() => 'openShop' in window)
  await openShop(page, [await clientToken()])
  await typeCard(page, cards.accepted)
  await page.waitForFunction(() => (window as Window & Merchant).widget)
  await sells(page)
})

test('The element of the installed package, from TypeScript and beside a script tag, pays, speaks as it is told, and goes with its widget', async ({
  page,
  shop,
  installed,
}, { testId }) => {
  const made = join(installed.folder, testId)
  await checkTypes(installed.folder, 'element-page.ts')
  await byVite(installed.folder, 'element-page.ts', made)
  Object.assign(shop, { folder: made })
  await openPage(page, shop, `<main id="shop"></main>${module}`)
  await page.waitForFunction(() => 'openShop' in window)
  await openShop(page, [await clientToken()])
  await expect(page.getByText('Kartennummer', { exact: true })).toBeVisible()
  await typeCard(page, cards.accepted)
  await sells(page)
  const element = page.locator('payment-dropin')
  await element.evaluate((shown) => shown.setAttribute('locale', 'fr_FR'))
  await expect(page.getByText('Choisir un autre moyen de paiement')).toBeVisible()
  const told = () => page.evaluate(() => (window as Window & { told?: string[] }).told)
  await expect.poll(told).toEqual(['ready', 'paymentMethodRequestable', 'paymentMethodRequestable'])
  await element.evaluate((shown) => shown.remove())
  await expect(page.locator('#braintree-dropin-stylesheet')).toHaveCount(0)
  expect(await page.locator('iframe').count()).toBe(0)

  Object.assign(shop, { folder: installed.dist })
  const tag = `<payment-dropin authorization="${await clientToken()}"></payment-dropin>`
  await openPage(
    page,
    shop,
    `<main>${tag}</main><script src="dropin.js"></script><script src="element.js"></script>`,
  )
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
})
