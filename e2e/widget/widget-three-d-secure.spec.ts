import type { Page } from '@playwright/test'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { bankDialog, bankPage, codeField, readAuthentication, typeCode } from '../support/ways-to-pay/bank.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import { sheetError } from '../support/ways-to-pay/paypal.ts'
import { merchantAt } from '../support/widget/merchant.ts'
import { ask, create, type Merchant, nonce, openWidget, test } from '../support/widget/merchant-page.ts'

/** By what the bank does with them. */
const asks = '4000000000002503'
const confirms = '4000000000002701'
const refuses = '4000000000002925'

const threeDSecure = { amount: '23.00' }
const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const failed = 'Something went wrong during 3D Secure authentication. Please try again.'
const ours = (page: Page) => page.getByRole('dialog', { name: 'Your bank wants to be sure it is you' })
const bankInFrame = (page: Page) => page.frameLocator('iframe[title="3D Secure Authorization Frame"]')
const row = (page: Page, number: string) =>
  page.getByRole('button', { name: `Ending in •••• ${number.slice(-4)}` })

test('a payer whose bank asks closes its window, pays with the code by SMS, and the sale requires it (L4.51 L8.69)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage, { threeDSecure })
  await addPayButton(page)
  await typeCard(page, asks)
  await pay(page).click()
  await expect(bankPage(page).getByRole('heading', { name: 'Demo Bank' })).toBeVisible()
  await bankDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheetError(page)).toHaveText(failed)
  expect(await outcome(page)).toBe(`DropinError: ${failed} (THREEDS_CARDINAL_SDK_CANCELED)`)

  await typeCard(page, asks)
  await pay(page).click()
  await typeCode(page, bankPage(page))
  expect(await outcome(page)).toMatchObject({ liabilityShifted: true, liabilityShiftPossible: true })
  expect(await told(page)).toEqual([
    'paymentMethodRequestable',
    ...['3ds:authentication-modal-render', '3ds:authentication-modal-close', 'noPaymentMethodRequestable'],
    'paymentMethodRequestable',
    ...['3ds:authentication-modal-render', '3ds:authentication-modal-close', 'paymentMethodRequestable'],
  ])
  expect(await sell(page)).toEqual([true, 'authenticate_successful'])
})

test('saved cards are confirmed by their own bin, once, and what the bank refuses cannot be sold as confirmed (L4.54 L9.25)', async ({
  page,
  merchantPage,
}) => {
  await openForCustomer(page, merchantPage, [confirms, refuses], { threeDSecure })
  await row(page, confirms).click()
  await pay(page).click()
  const first = (await outcome(page)) as { nonce: string }
  expect(first).toMatchObject({ liabilityShifted: true, vaulted: true })
  await pay(page).click()
  expect(await outcome(page)).toEqual(first)
  const { authentications } = await readAuthentication('integration_merchant_id')
  const own = authentications?.filter(({ nonce }) => nonce === first.nonce)
  expect(own).toMatchObject([
    { request: { bin: '400000', amount: '23.00', additionalInfo: { acsWindowSize: '03' } } },
  ])
  expect(await sell(page)).toEqual([true, 'authenticate_successful'])

  await row(page, refuses).click()
  await pay(page).click()
  expect(await outcome(page)).toMatchObject({ liabilityShifted: false })
  expect(await sell(page)).toEqual([false, undefined])
})

test('without the provider’s script the bank’s page is in a frame of ours, which its payer leaves in three ways and comes back to (L2.29 L2.32 L2.33 L2.34 L2.35)', async ({
  page,
  merchantPage,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route('**/songbird.js', (route) => route.abort())
  await openForCustomer(page, `${merchantPage}strict`, [asks], { threeDSecure, nonce })
  const leave = {
    'by Escape': () => page.keyboard.press('Escape'),
    'by its button': () => ours(page).getByRole('button', { name: 'Close' }).press('Enter'),
    'beside it': () => page.mouse.click(5, 5),
  }
  for (const [how, leaving] of Object.entries(leave))
    await test.step(how, async () => {
      await row(page, asks).click()
      await pay(page).press('Enter')
      await expect(bankInFrame(page).getByRole('heading', { name: 'Demo Bank' })).toBeVisible()
      await expect(ours(page).getByRole('heading')).toBeFocused()
      await expect(ours(page)).not.toHaveClass(/bootstrap3/)
      await leaving()
      await expect(sheetError(page)).toHaveText(failed)
      await expect(ours(page)).toHaveCount(0)
      await expect(pay(page)).toBeFocused()
      await expect(row(page, asks)).toHaveAttribute('aria-pressed', 'false')
    })

  await row(page, asks).click()
  await pay(page).click()
  await expect(codeField(bankInFrame(page))).toBeVisible()
  const size = await page.locator('iframe[title="3D Secure Authorization Frame"]').boundingBox()
  expect(size).toMatchObject({ width: 400, height: 400 })
  await expectFitInLightAndDark(page, 'bank 1280')
  await typeCode(page, bankInFrame(page))
  expect(await outcome(page)).toMatchObject({ liabilityShifted: true })
  expect(await sell(page)).toEqual([true, 'authenticate_successful'])
})

test('two widgets that are asked at once pay one after the other, where one bank asks and where both do', async ({
  page,
  merchantPage,
}) => {
  await page.goto(merchantPage)
  for (const numbers of [
    [confirms, asks],
    [asks, confirms],
    [asks, asks],
  ]) {
    const tokens = await Promise.all(numbers.map((number) => tokenOfCustomer([number])))
    await page.evaluate(payTwice, tokens)
    for (const number of numbers) if (number === asks) await confirmOnce(page)
    const ends = await page.evaluate(() => (window as Window & Payer).paying)
    expect(ends).toMatchObject(numbers.map(() => ({ liabilityShifted: true })))
  }
})

/** Answers the only bank that asks, and waits until it is gone. */
async function confirmOnce(page: Page) {
  const address = await bankDialog(page).locator('iframe').getAttribute('src')
  await typeCode(page, bankPage(page))
  await expect(page.locator(`iframe[src="${address}"]`)).toHaveCount(0)
}

/** Runs in the page: asks two widgets for their saved cards at once. */
async function payTwice(tokens: string[]) {
  const payer: Payer = window as Window & Payer
  const widgets = await Promise.all(
    tokens.map(async (authorization) => {
      const container = document.createElement('div')
      document.querySelector('main')?.append(container)
      return payer.braintree?.dropin.create({ authorization, container, threeDSecure: { amount: '23.00' } })
    }),
  )
  payer.paying = Promise.all(
    widgets.map((widget) =>
      widget?.requestPaymentMethod().catch(({ _braintreeWebError: cause }) => cause.code),
    ),
  ).finally(() => Promise.all(widgets.map((widget) => widget?.teardown())))
}

test('a bank that the page names wrongly is asked of the gateway, and what the gateway says of its answer is told (L2.49 L8.27)', async ({
  page,
  merchantPage,
}) => {
  await page.route('**/songbird.js', (route) => route.abort())
  await page.route('**/three_d_secure/lookup', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    Object.assign(told.lookup, { acsUrl: 'https://elsewhere.example/' })
    await route.fulfill({ response: answer, json: told })
  })
  await page.route('**/three-d-secure/complete?**', async (route) => {
    const back = new URL(route.request().url()).searchParams.get('authentication_complete_base_url')
    const auth = JSON.stringify({ success: false, error: { message: 'Failed to authenticate.' } })
    const location = `${back}auth_response=${encodeURIComponent(auth)}`
    await route.fulfill({ status: 303, headers: { location } })
  })
  await openWidget(page, merchantPage, { threeDSecure })
  await addPayButton(page)
  await typeCard(page, asks)
  await pay(page).click()
  await bankInFrame(page).getByRole('button', { name: 'Confirm' }).click()

  expect(await outcome(page)).toBe(`DropinError: ${failed} (UNKNOWN_AUTH_RESPONSE)`)
})

test('a page’s own form has the frame in Bootstrap’s modal, or where it wants it, or draws it itself (L2.30 L2.31 L2.36 L9.3)', async ({
  page,
  merchantPage,
}) => {
  await page.route('**/songbird.js', (route) => route.abort())
  await page.goto(merchantPage)
  for (const url of ['parts/client.js', 'parts/three-d-secure.js']) await page.addScriptTag({ url })
  const { clientToken } = await merchant.clientToken.generate({})
  const close = page.getByRole('button', { name: 'Close' })
  const heading = page.getByRole('heading', { name: 'Your bank wants to be sure it is you' })

  await page.evaluate(verifyInPage, {
    authorization: clientToken,
    version: '2-bootstrap3-modal',
    draws: false,
  })
  await expect(ours(page)).toHaveClass(/\bmodal fade in\b/)
  await expect(bankInFrame(page).getByRole('heading')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle('THREEDS_CARDINAL_SDK_CANCELED')

  await page.evaluate(verifyInPage, { authorization: clientToken, version: '2-inline-iframe', draws: false })
  await expect(page.locator('#place').getByRole('group', { name: 'Your bank wants' })).toBeVisible()
  await expect(heading).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle('THREEDS_CARDINAL_SDK_CANCELED')
  await expect(heading).toHaveCount(0)

  await page.evaluate(verifyInPage, { authorization: clientToken, version: '2', draws: true })
  await expect(page.locator('#place > iframe')).toHaveAttribute('title', '3D Secure Authorization Frame')
  await expect(page.locator('#place > iframe')).toHaveAttribute('width', '400')
  await expect(page.locator('#place > iframe')).toHaveAttribute('height', '400')
  await expect(close).toHaveCount(0)
  await typeCode(page, bankInFrame(page))
  await expect(page).toHaveTitle('shifted: true')
  await expect(page.locator('#place > iframe')).toHaveCount(0)
})

type Course = { authorization: string; version: string; draws: boolean }
type Client = { request: (call: object) => Promise<{ creditCards: { nonce: string }[] }> }
type Available = (told: { element: Element }, next: () => void) => void
type Verifier = {
  on: (event: string, hear: Available) => void
  verifyCard: (options: object) => Promise<{ liabilityShifted: boolean }>
}
type Part<Made> = { create: (options: object) => Promise<Made> }
type Parts = { braintree: { client: Part<Client>; threeDSecure: Part<Verifier> } }

/** Runs in the page: verifies a card whose bank asks, and shows as its title how that ended. */
async function verifyInPage({ authorization, version, draws }: Course) {
  const { client: clients, threeDSecure } = (window as Window & Partial<Parts> as Parts).braintree
  const place = document.querySelector('#place')
  const client = await clients.create({ authorization })
  const verifier = await threeDSecure.create({ client, version })
  verifier.on('authentication-iframe-available', ({ element }, next) => {
    place?.append(element)
    next()
  })
  const creditCard = { number: '4000000000002503', expirationMonth: '01', expirationYear: '2031' }
  const data = { creditCard: { ...creditCard, options: { validate: false } } }
  const call = { method: 'post', endpoint: 'payment_methods/credit_cards', data }
  const { creditCards } = await client.request(call)
  const own = {
    addFrame: (_: unknown, frame: Element) => place?.append(frame),
    removeFrame: () => place?.replaceChildren(),
  }
  const onLookupComplete = (_: unknown, next: () => void) => next()
  const options = { nonce: creditCards[0]?.nonce, amount: '10.00', bin: '400000', onLookupComplete }
  document.title = 'verifying'
  verifier.verifyCard({ ...options, ...(draws && own) }).then(
    ({ liabilityShifted }) => {
      document.title = `shifted: ${liabilityShifted}`
    },
    ({ code }) => {
      document.title = code
    },
  )
}

type Payer = Merchant & { paying?: Promise<unknown>; told?: string[] }

/** The shop's own button, and what the shop hears. */
async function addPayButton(page: Page) {
  await page.evaluate(() => {
    const payer: Payer = window as Window & Payer
    const button = document.createElement('button')
    button.textContent = 'Pay'
    button.onclick = () => {
      payer.paying = payer.widget?.requestPaymentMethod().catch(({ name, message, _braintreeWebError }) => {
        return `${name}: ${message} (${_braintreeWebError?.code})`
      })
    }
    document.querySelector('main')?.append(button)
    const heard: string[] = []
    payer.told = heard
    const events = ['paymentMethodRequestable', 'noPaymentMethodRequestable'] as const
    const ofBank = ['3ds:authentication-modal-render', '3ds:authentication-modal-close'] as const
    for (const event of [...events, ...ofBank]) payer.widget?.on(event, () => heard.push(event))
  })
}

const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const outcome = (page: Page) => page.evaluate(() => (window as Window & Payer).paying)
const told = (page: Page) => page.evaluate(() => (window as Window & Payer).told)

async function typeCard(page: Page, number: string) {
  await cardField(page, 'Credit Card Number').pressSequentially(number)
  const rest = { 'Expiration Date': '12/30', CVV: '123', 'Postal Code': '94000' }
  for (const [label, text] of Object.entries(rest)) await cardField(page, label).pressSequentially(text)
  await expect(page.locator('.braintree-form-postal-code')).toHaveClass(/braintree-hosted-fields-valid/)
}

async function openForCustomer(page: Page, merchantPage: string, numbers: string[], options: object) {
  const authorization = await tokenOfCustomer(numbers)
  await page.goto(merchantPage)
  await create(page, { authorization, preselectVaultedPaymentMethod: false, ...options })
  await addPayButton(page)
}

async function tokenOfCustomer(numbers: string[]) {
  const { customer } = await merchant.customer.create({})
  for (const number of numbers) {
    const credit_card = { customer_id: customer.id, number, expiration_date: '12/2030', cvv: '123' }
    await ask('payment_methods', { credit_card }, 'token')
  }
  const { clientToken } = await merchant.clientToken.generate({ customerId: customer.id })
  return clientToken
}

/** Sells the nonce that the shop has got, with 3-D Secure required. */
async function sell(page: Page) {
  const { nonce } = (await outcome(page)) as { nonce: string }
  const options = { threeDSecure: { required: true } }
  const { success, transaction } = await merchant.transaction.sale({
    amount: '23.00',
    paymentMethodNonce: nonce,
    options,
  })
  return [success, success ? transaction.threeDSecureInfo?.status : undefined]
}
