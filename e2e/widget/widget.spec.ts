import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import {
  create,
  type Merchant,
  openWidget,
  request,
  test,
  typeGuestCard,
} from '../support/widget/merchant-page.ts'

test('a shopper types a card by keyboard alone and gets a nonce for it (L1.2 L2.14 L3.1 L4.62)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  await expectNoViolations(page)

  await typeGuestCard(page)
  const payload = await request(page)

  expect(payload).toMatchObject({
    nonce: expect.stringMatching(/^\S+$/),
    type: 'CreditCard',
    details: { cardType: 'Visa', lastFour: '1111', bin: '411111' },
  })
  await expect(page.getByRole('button', { name: 'Ending in •••• 1111' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectNoViolations(page)
})

test('a wrong number is told when the field is left, a brand that is not taken at once (L5.47 L8.85 L8.74)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  const number = cardField(page, 'Credit Card Number')

  await number.pressSequentially('4111111111111112')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alert').filter({ hasText: "This card number isn't valid." })).toBeVisible()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)

  await number.fill('')
  await number.pressSequentially('2200000000000053')
  await expect(page.getByText("This card type isn't supported. Please try another card.")).toBeVisible()

  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText([
    'Please check your information and try again.',
  ])
  await expect(number).toBeFocused()
})

test('what is pasted, undone or written by a password manager stands right in the fields', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  const number = cardField(page, 'Credit Card Number')
  const date = cardField(page, 'Expiration Date')

  await number.pressSequentially('378282246310005')
  await copy(page, '#4012888888881881')
  await number.press('ControlOrMeta+v')
  await expect(number).toHaveValue('4012 8888 8888 1881')
  await number.press('Backspace')
  await expect(number).toHaveValue('4012 8888 8888 188')

  await number.press('ControlOrMeta+z')
  await number.press('ControlOrMeta+z')
  await expect(number).toHaveValue('3782 822463 10005')
  await number.press('ControlOrMeta+Shift+z')
  await expect(number).toHaveValue('4012 8888 8888 1881')

  await date.evaluate((input: HTMLInputElement) => {
    input.value = '2035-12'
  })
  await expect(date).toHaveValue('12 / 2035')
  await expect(page.locator('.braintree-form-expiration')).toHaveClass(/braintree-hosted-fields-valid/)
  await date.press('End')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', '1'])
    await date.press(key)
  await expect(date).toHaveValue('11 / 2035')
})

/** Puts a text on the clipboard as a person does. */
async function copy(page: Page, text: string) {
  await page.evaluate((text) => {
    const source = document.createElement('textarea')
    source.value = text
    document.body.append(source)
    source.select()
  }, text)
  await page.keyboard.press('ControlOrMeta+c')
}

test('a lost connection is told, and the same card can be sent again, over REST alone, too (L8.75)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  await typeGuestCard(page)

  const overRest = '**/client_api/v1/payment_methods/credit_cards'
  for (const address of [`${sandbox}/graphql`, overRest]) await page.route(address, (route) => route.abort())
  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()

  await page.unroute(overRest)
  expect(await request(page)).toHaveProperty('nonce')
})

test('a customer who is asked for everything fills in the whole form, and finds the saved card next time (L2.20 L2.22 L2.23 L2.24 L2.25)', async ({
  page,
  merchantPage,
}) => {
  const card = { cardholderName: true, vault: { allowVaultCardOverride: true } }
  const authorization = await openWidget(page, merchantPage, { card }, ['fake-valid-amex-nonce'])
  await page.getByRole('button', { name: 'Choose another way to pay' }).click()
  await cardField(page, 'Cardholder Name').pressSequentially('Demo Name')
  await page.keyboard.press('Tab')
  await typeGuestCard(page)
  await expect(page.getByLabel('Save this card for next time')).toBeChecked()

  expect(await request(page)).toMatchObject({
    vaulted: true,
    details: { cardholderName: 'Demo Name', lastFour: '1111', expirationMonth: '12' },
  })
  await page.evaluate(() => (window as Window & Merchant).widget?.teardown())
  await create(page, { authorization })
  await expect(page.getByRole('button', { name: 'Ending in •••• 1111' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ending in' })).toHaveCount(2)
})

test('a customer chooses a saved card with the space bar, or another way to pay (L2.1 L2.5 L4.49 L6.1)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage, {}, ['fake-valid-amex-nonce', 'fake-valid-visa-nonce'])
  const historyBefore = await page.evaluate(() => history.length)
  expect(await request(page)).toMatchObject({ vaulted: true, details: { cardType: 'American Express' } })

  await page.getByRole('button', { name: 'Visa' }).focus()
  await page.keyboard.press('Space')
  expect(await request(page)).toMatchObject({ vaulted: true, details: { cardType: 'Visa' } })

  await page.getByRole('button', { name: 'Choose another way to pay' }).click()
  await expect(cardField(page, 'Credit Card Number')).toBeFocused()
  expect(page.url()).toBe(merchantPage)
  expect(await page.evaluate(() => history.length)).toBe(historyBefore)
  await expectNoViolations(page)
})

test('a customer deletes a saved card after a question (L2.6 L2.7 L2.8 L2.9 L4.47)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage, { vaultManager: true }, [
    'fake-valid-amex-nonce',
    'fake-valid-visa-nonce',
  ])

  const edit = await page.getByRole('button', { name: 'Edit' }).elementHandle()
  await edit?.click()
  const done = page.getByRole('button', { name: 'Done' })
  await expect(done).toBeVisible()
  expect(await done.evaluate((node, edit) => node === edit, edit)).toBe(true)
  await expect(done).toHaveAttribute('data-braintree-id', 'methods-edit')
  await page.getByRole('button', { name: 'American Express' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('button', { name: 'Ending in' })).toHaveCount(1)
  expect(await request(page)).toMatchObject({ details: { cardType: 'Visa' } })
})

test('teardown leaves an empty element and no stylesheet, and the element can be used again (L4.73 L4.74)', async ({
  page,
  merchantPage,
}) => {
  const authorization = await openWidget(page, merchantPage)
  await page.evaluate(() => (window as Window & Merchant).widget?.teardown())
  await expect(page.locator('#place')).toBeEmpty()
  await expect(page.locator('#braintree-dropin-stylesheet')).toHaveCount(0)

  await expect(create(page, { authorization, card: false })).rejects.toThrow(
    'No valid payment options available.',
  )
  await create(page, { authorization })

  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
})

test('a creation begins with a loader, and leaves nothing when it is given up or its element leaves (L2.26)', async ({
  page,
  merchantPage,
}) => {
  const authorization = await openWidget(page, merchantPage)
  await page.evaluate(() => (window as Window & Merchant).widget?.teardown())
  let held = 0
  await page.route('**/hosted-fields-frame.min.html', () => void held++) // never answered
  const creating = (giveUp: 'by-signal' | 'by-leaving') =>
    page.evaluate(
      async ({ authorization, giveUp }) => {
        const merchant: Merchant = window as Window & Merchant
        const [place, ending] = [document.createElement('div'), new AbortController()]
        document.querySelector('main')?.append(place)
        const created = merchant.braintree?.dropin.create({
          authorization,
          container: place,
          signal: ending.signal,
        })
        addEventListener('click', () => (giveUp === 'by-signal' ? ending.abort('gave up') : place.remove()), {
          once: true,
        })
        const outcome = await created?.then(
          () => 'created',
          (problem) => `${problem?.cause?.message ?? problem}`,
        )
        return [outcome, place.childElementCount, document.querySelectorAll('link[rel=stylesheet]').length]
      },
      { authorization, giveUp },
    )

  for (const [giveUp, reason] of [
    ['by-signal', 'gave up'],
    ['by-leaving', 'The container has left the page.'],
  ] as const) {
    held = 0
    const created = creating(giveUp)
    await expect.poll(() => held).toBeGreaterThan(0)
    await expect(page.locator('.braintree-placeholder')).toBeVisible()
    await expect(page.locator('[data-braintree-id=card]')).toBeHidden()
    await page.getByRole('heading', { name: 'Pay' }).click()
    expect(await created).toEqual([reason, 0, 0])
  }
})
