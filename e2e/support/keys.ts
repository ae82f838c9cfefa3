import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { type Card, cardField } from './ways-to-pay/cards.ts'

/** Presses Tab until the control has the focus, in the page or in a frame. */
export async function tabTo(target: Locator): Promise<Locator> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate(hasFocus)) return target
    await pressTab(target.page())
  }
  throw new Error(`60 presses of Tab do not reach ${target}`)
}

/** The focus takes a moment to come from one frame's process to another's. A date field takes three presses. */
async function pressTab(page: Page) {
  const before = await focusedIn(page)
  await page.keyboard.press('Tab')
  if (before.endsWith('date')) return
  const after = expect.poll(() => focusedIn(page), { timeout: 2000, intervals: [10, 20, 50] })
  await after.not.toMatch(new RegExp(`^(${before})?$`))
}

/** What has the focus, by its frame and its place there. What a page says of its frames may be old. */
async function focusedIn(page: Page): Promise<string> {
  const places = await Promise.all(page.frames().map((frame) => frame.evaluate(focusedPlace).catch(() => '')))
  const frame = places.findIndex((place) => place)
  return places[frame] ? `${frame} ${places[frame]}` : ''
}

const hasFocus = (element: Element) => element === document.activeElement && document.hasFocus()

/** Runs in each frame. */
function focusedPlace(): string {
  const active = document.activeElement
  if (!active || active === document.body || active.tagName === 'IFRAME' || !document.hasFocus()) return ''
  const place = Array.from(document.querySelectorAll('*')).indexOf(active)
  return `${place} ${active.getAttribute('type') ?? ''}`
}

/** Goes there by Tab, and presses Enter. */
export async function enterAt(target: Locator) {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Goes from field to field of the card form by Tab. */
export async function typeCardByTab(page: Page, { name, number, expires, cvv, postalCode }: Card) {
  const typed = {
    'Cardholder Name': name,
    'Credit Card Number': number,
    'Expiration Date': expires,
    CVV: cvv,
    'Postal Code': postalCode,
  }
  for (const [label, text] of Object.entries(typed)) {
    await tabTo(cardField(page, label))
    await page.keyboard.type(text)
  }
  await expect(page.locator('.braintree-form-postal-code')).toHaveClass(/braintree-hosted-fields-valid/)
}
