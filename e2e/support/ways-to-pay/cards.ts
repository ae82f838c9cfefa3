import { expect, type Page } from '@playwright/test'

export type Card = { number: string; expires: string; cvv: string; postalCode: string; name: string }

const inFourYears = `12/${String(new Date().getFullYear() + 4).slice(2)}`
const good = {
  number: '4111111111111111',
  expires: inFourYears,
  cvv: '123',
  postalCode: '94000',
  name: 'Robin Vale',
} satisfies Card

/** Test cards by what the gateway does with them. */
export const cards = {
  accepted: good,
  refused: { ...good, cvv: '200' },
  /** Its bank puts a question to the payer. */
  asked: { ...good, number: '4000000000002503' },
}

/** A price that the sandbox's bank declines, whatever the card. */
export const declinedCents = 200_000

/** What a payment says of the browser where no setting forbids it. */
export const deviceData = /^{"correlation_id":"\w+"/

/** A page, or the part of it that holds one widget. */
type Place = Pick<Page, 'frameLocator' | 'locator'>

/** The input of one card field: each lives in a frame of the gateway's origin. */
export const cardField = (page: Place, label: string) =>
  page.frameLocator(`iframe[title="Secure Credit Card Frame - ${label}"]`).getByRole('textbox').first()

export async function typeCard(page: Place, { number, expires, cvv, postalCode, name }: Card) {
  await cardField(page, 'Cardholder Name').fill(name)
  await cardField(page, 'Credit Card Number').pressSequentially(number)
  await cardField(page, 'Expiration Date').pressSequentially(expires)
  await cardField(page, 'CVV').pressSequentially(cvv)
  await cardField(page, 'Postal Code').pressSequentially(postalCode)
  // A frame tells the page a moment later what was typed.
  await expect(page.locator('.braintree-form-postal-code')).toHaveClass(/braintree-hosted-fields-valid/)
}

/** On the checkout page: types the card and submits. */
export async function registerAndPayByCard(page: Page, card: Card) {
  await typeCard(page, card)
  await pressButton(page, 'Register and Pay')
}

/** By key: on a busy machine a click at once after scrolling still meets the card's frame that was there before. */
export const pressButton = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter')

/** Two clicks before the page can show that it has taken the first. */
export const clickTwice = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
