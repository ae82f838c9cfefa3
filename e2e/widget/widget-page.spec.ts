import type { Page } from '@playwright/test'
import { expect, sandbox } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import {
  ask,
  create,
  type Merchant,
  nonce,
  openWidget,
  request,
  teardown,
  test,
  typeGuestCard,
} from '../support/widget/merchant-page.ts'

/** The names that a page has in its window, but for those of this test. */
const namesOf = (page: Page) => page.evaluate(() => Object.keys(window).filter((name) => name !== 'widget'))

async function aMerchantWithKount() {
  const response = await fetch(`${sandbox}/control/merchants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: `kount_${crypto.randomUUID().slice(0, 8)}`, offers: { kount: true } }),
  })
  const { tokenization_key }: { tokenization_key: string } = await response.json()
  return tokenization_key
}

test('under Trusted Types and nonces a customer deletes a card in German and pays with a new one, and the sale names the device', async ({
  page,
  merchantPage,
}) => {
  const options = { nonce, locale: 'de', vaultManager: true, dataCollector: true }
  await openWidget(page, `${merchantPage}strict`, options, ['fake-valid-amex-nonce'])
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByRole('button', { name: 'American Express' }).click()
  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(cardField(page, 'Credit Card Number')).toBeFocused()
  await typeGuestCard(page)

  const paid = await request(page)
  const id: string = JSON.parse(paid?.deviceData ?? '{}').correlation_id
  const transaction = { type: 'sale', amount: '12.00', payment_method_nonce: paid?.nonce }
  const sale = await ask(
    'transactions',
    { transaction: { ...transaction, device_data: paid?.deviceData } },
    'id',
  )
  await expect.poll(async () => (await devices()).map((device) => device.id)).toContain(id)
  const controlPage = await (await fetch(`${sandbox}/?merchant=integration_merchant_id`)).text()
  expect(controlPage.split(id)[1]).toContain(`Named by the sale <code>${sale}</code>`)

  await teardown(page)
  await create(page, {
    ...{ nonce, dataCollector: { kount: true }, gatewayUrl: sandbox },
    authorization: await aMerchantWithKount(),
  })
  await typeGuestCard(page)
  const told: Record<string, string> = JSON.parse((await request(page))?.deviceData ?? '{}')
  expect(told.correlation_id).not.toBe(id)
  await expect.poll(devices).toContainEqual(
    expect.objectContaining({
      collector: 'kount',
      id: told.device_session_id,
      source: told.fraud_merchant_id,
      site: new URL(merchantPage).origin,
    }),
  )
  await teardown(page)
  await expect(page.locator('script[fncls], #braintree-dropin-data-collector-script, iframe')).toHaveCount(0)
})

async function devices(): Promise<{ id: string }[]> {
  return (await (await fetch(`${sandbox}/control/devices`)).json()).sessions
}

test('inside of shadow roots a guest pays by keyboard as anywhere, and teardown leaves nothing in any of them (L2.21)', async ({
  page,
  merchantPage,
}) => {
  await page.goto(merchantPage)
  const authorization = await ask('client_token', { client_token: {} }, 'value')
  const names = await namesOf(page)
  await page.evaluate(async (authorization) => {
    const outer = document.createElement('shop-checkout')
    document.querySelector('main')?.append(outer)
    const inner = document.createElement('section')
    outer.attachShadow({ mode: 'open' }).append(inner)
    const container = document.createElement('div')
    container.className = 'payment'
    inner.attachShadow({ mode: 'open' }).append(container)
    const merchant: Merchant = window as Window & Merchant
    merchant.widget = await merchant.braintree?.dropin.create({ authorization, container })
  }, authorization)
  const outer = page.locator('shop-checkout')
  const place = page.locator('.payment')

  await expect(outer.locator('> iframe')).toHaveCount(4)
  expect(await page.evaluate(() => window.length)).toBe(4)
  const [field, frame] = [place.locator('.braintree-form-number'), outer.locator('> iframe').first()]
  await expect(field).toHaveCSS('border-top-width', '2px')
  const [around, inside] = [await field.boundingBox(), await frame.boundingBox()]
  expect(inside?.y).toBeCloseTo((around?.y ?? 0) + 2, 0)
  expect(inside?.height).toBeCloseTo((around?.height ?? 0) - 4, 0)

  await place.getByText('Card Number', { exact: true }).click()
  await expect(cardField(page, 'Credit Card Number')).toBeFocused()
  await typeGuestCard(page)
  expect(await request(page)).toMatchObject({ type: 'CreditCard', details: { lastFour: '1111' } })
  await expect(place.getByRole('button', { name: 'Ending in •••• 1111' })).toBeVisible()

  await teardown(page)
  await expect(place).toBeEmpty()
  expect(await outer.evaluate((host) => host.childNodes.length)).toBe(0)
  await expect(outer.locator('slot, link')).toHaveCount(0)
  expect(await namesOf(page)).toEqual(names)
})

test('a widget that the page moves has an empty form in the language that it has by then, and a guest pays', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  await typeGuestCard(page)
  const isRequestable = () =>
    page.evaluate(() => (window as Window & Merchant).widget?.isPaymentMethodRequestable())
  await expect.poll(isRequestable).toBe(true)

  await page.evaluate(async () => {
    await (window as Window & Merchant).widget?.setLocale('de')
    document.querySelector('main')?.prepend(document.querySelector('#place') ?? '')
  })
  await expect.poll(isRequestable).toBe(false)
  await expect(cardField(page, 'Credit Card Number')).toHaveAccessibleName('Kartennummer')
  await typeGuestCard(page)
  expect(await request(page)).toMatchObject({ type: 'CreditCard', details: { lastFour: '1111' } })
})

test('two widgets stand side by side; the end of one leaves the other as it is, that of both nothing; card fields load while the configuration does', async ({
  page,
  merchantPage,
}) => {
  let configurations = 0
  page.on('request', (sent) => {
    if (sent.postData()?.includes('ClientConfiguration')) configurations += 1
  })
  await page.goto(merchantPage)
  const names = await namesOf(page)
  const tokens = [
    await ask('client_token', { client_token: {} }, 'value'),
    await ask('client_token', { client_token: {} }, 'value'),
  ]
  await page.evaluate(async (tokens) => {
    const merchant: Merchant = window as Window & Merchant
    const widgets = tokens.map((authorization, place) => {
      const container = document.createElement('div')
      container.id = `place-${place}`
      document.querySelector('main')?.append(container)
      return merchant.braintree?.dropin.create({ authorization, container })
    })
    const [first, second] = await Promise.all(widgets)
    await first?.teardown()
    merchant.widget = second
  }, tokens)

  await expect(page.locator('#place-0')).toBeEmpty()
  await typeGuestCard(page)
  expect(await request(page)).toMatchObject({ details: { lastFour: '1111' } })
  await teardown(page)
  await expect(page.locator('#place-1')).toBeEmpty()
  await expect(page.locator('#braintree-dropin-stylesheet, iframe')).toHaveCount(0)
  expect(await namesOf(page)).toEqual(names)

  expect(configurations).toBe(2)
  const configuration = await hold(page, '**/graphql')
  const frames: string[] = []
  page.on('request', (sent) =>
    frames.push(...(sent.url().includes('hosted-fields-frame') ? [sent.url()] : [])),
  )
  const creating = create(page, { authorization: tokens[0] })
  await expect.poll(() => frames.length).toBe(4)
  await page.locator('.braintree-placeholder').waitFor()
  await configuration.release()
  await creating
  expect(configurations).toBe(3)
  await typeGuestCard(page)
  expect(await request(page)).toMatchObject({ details: { lastFour: '1111' } })
  expect(frames, 'none is loaded anew').toHaveLength(4)
})

test('device data may come late; a stylesheet or frames that do not come are named, and nothing is left (L7.30 L8.65)', async ({
  browser,
  merchantPage,
}) => {
  // In a context of its own: the console says what is missing.
  const page = await browser.newPage()
  await page.clock.install()
  const authorization = await openWidget(page, merchantPage)
  await teardown(page)

  const collector = await hold(page, '**/da/r/fb.js')
  const creating = create(page, { authorization, dataCollector: true })
  await collector.untilAsked()
  await cardField(page, 'Credit Card Number').waitFor()
  await page.clock.fastForward(5000)
  await creating
  await typeGuestCard(page)
  expect(await request(page)).not.toHaveProperty('deviceData')
  await collector.release()
  await expect.poll(async () => (await request(page))?.deviceData).toContain('correlation_id')
  await teardown(page)

  const notFound =
    'The files of the payment widget were not found. Set options.assetsBase to the folder that holds dropin.css.'
  await page.route('**/dropin.css', (route) => route.fulfill({ status: 404 }))
  expect(await failing(page, authorization)).toEqual([notFound, '', 0])
  await page.unroute('**/dropin.css')
  const stylesheet = await hold(page, '**/dropin.css')
  const unstyled = failing(page, authorization)
  const begun = Date.now()
  await stylesheet.untilAsked()
  await page.clock.fastForward(10_000)
  expect(await unstyled).toEqual([
    'There was an error creating Drop-in.',
    'The stylesheet of the payment widget did not load in time.',
    0,
  ])
  expect(Date.now() - begun, 'the limit is that of the moved clock').toBeLessThan(9000)
  await create(page, { authorization })
  await teardown(page)
  await stylesheet.release()

  const frames = await hold(page, '**/hosted-fields-frame.min.html')
  const unframed = failing(page, authorization)
  await frames.untilAsked()
  await page.locator('.braintree-placeholder').waitFor()
  await page.locator('.braintree-card').waitFor({ state: 'attached' })
  await page.clock.fastForward(60_000)
  expect(await unframed).toEqual(['All payment options failed to load.', 'HOSTED_FIELDS_TIMEOUT', 0])
  await frames.release()

  await page.goto(`${merchantPage}strict`)
  expect(await failing(page, authorization), 'without its nonce the policy blocks it').toEqual([
    notFound,
    '',
    0,
  ])
  await page.context().close()
})

/** Keeps an address from being answered. */
async function hold(page: Page, address: string) {
  const held: (() => Promise<void>)[] = []
  await page.route(address, (route) => void held.push(() => route.continue()))
  return {
    untilAsked: () => expect.poll(() => held.length).toBeGreaterThan(0),
    async release() {
      for (const release of held) await release()
      await page.unroute(address)
    },
  }
}

/** How a creation fails: its message, its reason, and how many elements it leaves. */
function failing(page: Page, authorization: string) {
  return page.evaluate(async (authorization) => {
    const merchant: Merchant = window as Window & Merchant
    const failure = await merchant.braintree?.dropin.create({ authorization, container: '#place' }).then(
      () => undefined,
      (problem) => problem,
    )
    const left = document.querySelectorAll('#place *, link[rel=stylesheet]').length
    return [failure?.message, failure?.cause?.code ?? failure?.cause?.message ?? '', left]
  }, authorization)
}

test('the four fields of a card are one answer of the gateway, compressed', async ({
  page,
  merchantPage,
}) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const encodings = new Map<string, string | undefined>()
  const bytes: number[] = []
  browser.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
    if (url.includes('hosted-fields-frame')) encodings.set(requestId, headers['content-encoding'])
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodings.has(requestId)) bytes.push(encodedDataLength)
  })

  await openWidget(page, merchantPage)

  await expect.poll(() => bytes).toHaveLength(4)
  expect(bytes.filter((own) => own > 0)).toHaveLength(1)
  expect(new Set(encodings.values())).toEqual(new Set(['gzip']))
})
