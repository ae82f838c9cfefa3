import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { cardField, cards, typeCard } from '../support/ways-to-pay/cards.ts'
import { ask, customerWith, type Merchant } from '../support/widget/merchant-page.ts'
import { clientToken, openPage, type Shop, test } from '../support/widget/shop-page.ts'

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
