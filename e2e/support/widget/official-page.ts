import { expect, type FrameLocator, type Page } from '@playwright/test'
import { cardField } from '../ways-to-pay/cards.ts'
import type { BraintreeHosts } from './braintree-hosts.ts'

type Dropin = {
  requestPaymentMethod: (options?: object) => Promise<Payload>
}
type Payload = {
  nonce: string
  details: object
  vaulted?: boolean
  deviceData?: string
  liabilityShifted?: boolean
}
type Shop = Window & {
  widget?: Dropin
  braintree?: { dropin: { create: (options: object) => Promise<Dropin> } }
}

export async function openDropin(page: Page, hosts: BraintreeHosts, options: object) {
  await page.goto(hosts.shop)
  await page.evaluate(async (options) => {
    const shop: Shop = window
    shop.widget = await shop.braintree?.dropin.create({ container: '#place', ...options })
  }, options)
}

export async function tokenFor({ merchant }: BraintreeHosts, customerId?: string, options?: object) {
  const { clientToken } = await merchant.clientToken.generate({ customerId, options })
  return { authorization: clientToken, vaultManager: true }
}

export async function typeCard(page: Page, number: string) {
  const values = {
    'Credit Card Number': number,
    'Expiration Date': '12/30',
    CVV: '123',
    'Postal Code': '94000',
  }
  // A frame tells the page a moment later what was typed: first that what stood there is gone.
  const [last, isValid] = [page.locator('.braintree-form-postal-code'), /braintree-hosted-fields-valid/]
  await cardField(page, 'Postal Code').fill('')
  await expect(last).not.toHaveClass(isValid)
  for (const [label, value] of Object.entries(values)) {
    await cardField(page, label).fill('')
    await cardField(page, label).pressSequentially(value)
  }
  await expect(last).toHaveClass(isValid)
}

export async function requestPaymentMethod(page: Page, options?: object): Promise<Payload> {
  const payload = await page.evaluate(
    (options) => (window as Shop).widget?.requestPaymentMethod(options),
    options,
  )
  if (!payload) throw new Error('There is no drop-in on the page.')
  return payload
}

/** The code that the bank has sent for the page that it shows. */
export async function codeFromBank(hosts: BraintreeHosts, bank: FrameLocator): Promise<string> {
  await expect(bank.getByRole('heading', { name: 'Demo Bank' })).toBeVisible()
  const [sent] = await readControl(hosts, 'bank')
  return sent?.code ?? ''
}

/** One of the sandbox's lists for tests: what the bank has sent, payments with Venmo, events of browsers. */
export async function readControl(
  { sandbox }: BraintreeHosts,
  what: string,
): Promise<{ id?: string; code?: string }[]> {
  const answer = await fetch(`${sandbox}/control/${what}/integration_merchant_id`)
  return Object.values<{ id: string }[]>(await answer.json()).flat()
}
