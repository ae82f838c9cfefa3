import type { Page } from '@playwright/test'

export const option = (page: Page, name: string) =>
  page.getByRole('button', { name: `Paying with ${name}`, exact: true })
export const account = (page: Page, email: string) => page.getByRole('button', { name: email })
export const sheetError = (page: Page) => page.locator('[data-braintree-id=sheet-error-text]')
/** PayPal's own, in its frame. */
export const payPalButton = (page: Page, title = 'PayPal') =>
  page.frameLocator(`iframe[title="${title}"]`).getByRole('button')

/** Presses PayPal's button, and gives PayPal's window. */
export async function openPayPal(page: Page, title?: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await payPalButton(page, title).click()
  const paypal = await opened
  await paypal.getByRole('button', { name: 'Log in' }).waitFor()
  return paypal
}

/** Logs in at PayPal, and approves. */
export async function approve(paypal: Page, email: string) {
  await paypal.getByLabel('Email').fill(email)
  await paypal.getByRole('button', { name: 'Log in' }).click()
  await paypal.getByRole('button', { name: 'Agree & Continue' }).click()
}

/** As a browser does that shows no windows until the shopper allows them. */
export const blockFirstWindow = (page: Page) =>
  page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = () => {
      window.open = open
      return null
    }
  })
