import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { cardField, cards } from '../support/ways-to-pay/cards.ts'
import {
  ask,
  create,
  customerWith,
  type Merchant,
  openWidget,
  request,
  test,
} from '../support/widget/merchant-page.ts'

async function typeCard(page: Page) {
  const { number, expires, cvv } = cards.accepted
  await cardField(page, 'Credit Card Number').pressSequentially(number)
  await cardField(page, 'Expiration Date').pressSequentially(expires)
  await cardField(page, 'CVV').pressSequentially(cvv)
  await cardField(page, 'Postal Code').pressSequentially('94000')
}

/** A sale of a nonce at the gateway; gives one value of its answer. */
const sell = (sale: object, value: string) =>
  ask('transactions', { transaction: { type: 'sale', ...sale } }, value)

test('a billing address goes to the gateway with the card, and after a decline the card can be edited: all but the CVV is kept (L2.21)', async ({
  page,
  merchantPage,
}) => {
  const fields = ['streetAddress', 'locality', 'postalCode', 'countryCodeAlpha2']
  const billingAddress = { fields, required: ['streetAddress'] }
  await openWidget(page, merchantPage, { card: { billingAddress, keepAfterTokenization: true } })
  await typeCard(page)
  await page.getByLabel('City').fill('Greenpoint')
  await page.getByLabel('Country').selectOption({ label: 'Canada' })
  await expect(page.getByLabel('Postal Code')).toHaveCount(0) // asked for once, in its frame

  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(page.getByText('Please fill in this field.')).toBeVisible()
  await expect(page.getByLabel('Street Address')).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type('1 Court Lane')
  await expect(page.getByText('Please fill in this field.')).toBeHidden()

  const declined = await request(page)
  expect(await sell({ amount: '2000.00', payment_method_nonce: declined?.nonce }, 'status')).toBe(
    'processor_declined',
  )
  await expect(page.getByRole('button', { name: 'Ending in •••• 1111' })).toBeVisible()
  expect(await page.evaluate(() => (window as Window & Merchant).widget?.editPaymentMethod())).toBe(true)
  await expect(cardField(page, 'CVV')).toBeFocused()
  await expect(cardField(page, 'CVV')).toHaveValue('')
  await expect(cardField(page, 'Credit Card Number')).toHaveValue('4111 1111 1111 1111')
  await expect(page.getByLabel('Street Address')).toHaveValue('1 Court Lane')

  await page.keyboard.type(cards.accepted.cvv)
  const again = await request(page)
  const sale = { amount: '5.00', payment_method_nonce: again?.nonce }
  expect(await sell(sale, 'street-address')).toBe('1 Court Lane')
})

test('the CVV of a saved card is asked for again, and the gateway checks it with the card’s token', async ({
  page,
  merchantPage,
}) => {
  const customer_id = await ask('customers', { customer: { first_name: 'Demo' } }, 'id')
  const save = (payment_method_nonce: string) =>
    ask('payment_methods', { payment_method: { customer_id, payment_method_nonce } }, 'token')
  await save('fake-valid-amex-nonce')
  const token = await save('fake-valid-visa-nonce')
  const authorization = await ask('client_token', { client_token: { customer_id } }, 'value')
  await page.goto(merchantPage)
  await create(page, { authorization, card: { vault: { askCvv: true } } })
  const cvv = page.locator('[data-braintree-id=saved-cvv]').frameLocator('iframe').getByRole('textbox')
  const isRequestable = () =>
    page.evaluate(() => (window as Window & Merchant).widget?.isPaymentMethodRequestable())
  await expect(cvv).toHaveAccessibleName('CVV (4 digits)')
  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(page.getByText('Please enter a CVV.')).toBeVisible()
  await expect(cvv).toBeFocused()
  await page.keyboard.type('1234')
  await expect.poll(isRequestable).toBe(true)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Visa' }).click()
  await expect(cvv).toHaveAccessibleName('CVV (3 digits)')
  await expect(cvv).toHaveValue('')
  expect(await isRequestable()).toBe(false)
  await cvv.pressSequentially('2019')
  await expect(cvv).toHaveValue('201')
  const payload = await request(page)

  expect(payload).toMatchObject({
    vaulted: true,
    details: { cardType: 'Visa' },
    cvvNonce: expect.any(String),
  })
  const sale = { amount: '5.00', payment_method_token: token, payment_method_nonce: payload?.cvvNonce }
  expect(await sell(sale, 'cvv-response-code')).toBe('U')
})

test.describe('on frames that know no brand', () => {
  test.use({ plainFrames: true })

  test('the CVV of a saved card is asked for again, three digits or four', async ({ page, merchantPage }) => {
    const customer_id = await customerWith(['fake-valid-amex-nonce'])
    const authorization = await ask('client_token', { client_token: { customer_id } }, 'value')
    await page.goto(merchantPage)
    await create(page, { authorization, card: { vault: { askCvv: true } } })
    const cvv = page.locator('[data-braintree-id=saved-cvv]').frameLocator('iframe').getByRole('textbox')

    await cvv.pressSequentially('1234')

    await expect(cvv).toHaveValue('1234')
    expect(await request(page)).toMatchObject({
      details: { cardType: 'American Express' },
      cvvNonce: expect.any(String),
    })
  })
})

test('whoever moves by keyboard stays in the widget when a view hides what had the focus; what is pressed is large enough', async ({
  page,
  merchantPage,
}) => {
  const options = { vaultManager: true, paypal: { flow: 'vault' } }
  await openWidget(page, merchantPage, options, ['fake-valid-amex-nonce', 'fake-valid-visa-nonce'])
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Edit')
  await expect(page.getByRole('button', { name: 'Choose another way to pay' })).toBeHidden()
  await expectLargeEnough(page)
  await press('Done')
  await press('Choose another way to pay')
  await expect(page.getByRole('button', { name: 'Paying with Card' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardField(page, 'Credit Card Number')).toBeFocused()
  await expectLargeEnough(page)

  await press('Choose another way to pay')
  await expect(page.getByRole('button', { name: 'Paying with Card' })).toBeFocused()
  await press('Paying with Card')
  await typeCard(page)
  await expect(cardField(page, 'Postal Code')).toBeFocused()
  await request(page)
  await expect(page.getByRole('button', { name: 'Ending in •••• 1111' })).toBeFocused()
})

/** WCAG 2.5.8. */
async function expectLargeEnough(page: Page) {
  const small = await page
    .locator('[data-braintree-id=wrapper] :is([role=button], a, input):visible')
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width < 24 || height < 24 ? [`${control.textContent} ${width} × ${height}`] : []
      }),
    )
  expect(small).toEqual([])
}

/** What the page uses of its card fields. */
type Fields = {
  getState: () => { cards: object[] }
  setMessage: (asked: object) => void
  tokenize: (request?: object) => Promise<{ nonce: string; details: object }>
} & {
  [Method in 'getChallenges' | 'getSupportedCardTypes']: () => Promise<string[]>
} & {
  [Method in 'setAttribute' | 'addClass' | 'focus' | 'clear' | 'setMonthOptions' | 'teardown']: (
    ...asked: unknown[]
  ) => Promise<unknown>
}
type FieldsPage = {
  fields?: Fields
  braintree?: { hostedFields: { create: (options: object) => Promise<Fields> } }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A page with elements of its own for the fields, and month and year as lists. */
async function openFields(page: Page, merchantPage: string) {
  await page.goto(merchantPage)
  await page.addScriptTag({ url: 'parts/hosted-fields.js' })
  const authorization = await ask('client_token', { client_token: {} }, 'value')
  await page.evaluate(
    async ({ authorization, months }) => {
      const place = (id: string) => {
        const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: `My ${id}` })
        document.querySelector('main')?.append(label, Object.assign(document.createElement('div'), { id }))
        return `#${id}`
      }
      const shop: FieldsPage = window as Window & FieldsPage
      shop.fields = await shop.braintree?.hostedFields.create({
        authorization,
        preventAutofill: true,
        fields: {
          number: { container: place('number') },
          expirationMonth: { selector: place('month'), placeholder: 'Month', select: { options: months } },
          expirationYear: { container: place('year'), select: true },
          cvv: { container: place('cvv') },
        },
      })
    },
    { authorization, months },
  )
}

test('fields in elements of a page, the date as two lists, not to be filled in, follow what the page asks of them, make a nonce, and tell analytics', async ({
  page,
  merchantPage,
}) => {
  const told: string[] = []
  page.on('request', (sent) => told.push(...(sent.postData()?.match(/(?<="kind":"web\.)[^"]+/g) ?? [])))
  await openFields(page, merchantPage)
  const month = page.frameLocator('#month iframe').getByRole('combobox')
  const year = page.frameLocator('#year iframe').getByRole('combobox')
  const cvv = cardField(page, 'CVV')
  const asked = await page.evaluate(async () => {
    const { fields } = window as Window & FieldsPage
    await fields?.setAttribute({ field: 'cvv', attribute: 'placeholder', value: 'Three digits' })
    await fields?.setAttribute({ field: 'cvv', attribute: 'aria-invalid', value: true })
    await fields?.addClass('cvv', 'loud')
    fields?.setMessage({ field: 'cvv', message: 'On the back' })
    const codeOf = ({ code }: { code: string }) => code
    return {
      challenges: await fields?.getChallenges(),
      brands: await fields?.getSupportedCardTypes(),
      empty: await fields?.tokenize().catch(codeOf),
      attribute: await fields?.setAttribute({ field: 'cvv', attribute: 'onclick', value: 'x' }).catch(codeOf),
      absent: await fields?.focus('postalCode').catch(codeOf),
      candidates: fields?.getState().cards.length,
    }
  })
  expect(asked).toMatchObject({
    challenges: ['cvv', 'postal_code'],
    brands: expect.arrayContaining(['Visa', 'Mastercard']),
    empty: 'HOSTED_FIELDS_FIELDS_EMPTY',
    attribute: 'HOSTED_FIELDS_ATTRIBUTE_NOT_SUPPORTED',
    absent: 'HOSTED_FIELDS_FIELD_NOT_PRESENT',
    candidates: 12,
  })
  await expect(cvv).toHaveAttribute('placeholder', 'Three digits')
  await expect(cvv).toHaveAttribute('autocomplete', 'off')
  await expect(page.frameLocator('#cvv iframe').locator('.autofill-field')).toHaveCount(0)
  await expect(cvv).toHaveClass(/loud/)
  await expect(cvv).toHaveAccessibleDescription('On the back')

  await expect(month).toHaveAccessibleName('Expiration Month')
  await page.evaluate(() => (window as Window & FieldsPage).fields?.setMonthOptions([...'abcdefghijkl']))
  await month.selectOption('l')
  await year.selectOption({ index: 9 })
  await cardField(page, 'Credit Card Number').pressSequentially(cards.accepted.number)
  await expect(page.locator('#month')).toHaveClass('braintree-hosted-fields-valid')
  const missing = await page.evaluate(() =>
    (window as Window & FieldsPage).fields
      ?.tokenize()
      .catch(({ code, details }) => [code, details.invalidFields.cvv.id]),
  )
  expect(missing).toEqual(['HOSTED_FIELDS_FIELDS_INVALID', 'cvv'])
  await page.getByText('My cvv').click()
  await expect(cvv).toBeFocused()
  await page.keyboard.type(cards.accepted.cvv)

  const made = await page.evaluate(() => {
    const { fields } = window as Window & FieldsPage
    return fields?.tokenize({
      cardholderName: 'Demo Name',
      billingAddress: { streetAddress: '1 Court Lane' },
    })
  })
  expect(made).toMatchObject({
    details: { cardholderName: 'Demo Name', expirationMonth: '12', lastFour: '1111' },
  })
  expect(await sell({ amount: '5.00', payment_method_nonce: made?.nonce }, 'street-address')).toBe(
    '1 Court Lane',
  )
  const after = await page.evaluate(async () => {
    const { fields } = window as Window & FieldsPage
    await fields?.teardown()
    return await fields?.clear('cvv').catch(({ code }) => code)
  })
  expect(after).toBe('METHOD_CALLED_AFTER_TEARDOWN')
  await expect(page.locator('iframe, .braintree-hosted-fields-valid')).toHaveCount(0)
  expect(told).toEqual([
    ...['custom.hosted-fields.initialized', 'custom.hosted-fields.load.succeeded'],
    ...['custom.hosted-fields.tokenization.failed', 'hosted-fields.input.started'],
    ...['custom.hosted-fields.tokenization.failed', 'custom.hosted-fields.tokenization.succeeded'],
    'custom.hosted-fields.teardown-completed',
  ])
})
