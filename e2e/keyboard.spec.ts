import type { Page } from '@playwright/test'
import { cards } from './cards.ts'
import { expectPaid } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { aPlace, openHistory } from './history.ts'
import { aWish, fillCart, pageOf, register } from './shop.ts'

/** Presses Tab until the element of that accessible name and role has the focus. */
async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'combobox' | 'radio' | 'textbox',
  name: string | RegExp,
) {
  const target = page.getByRole(role, { name }).filter({ visible: true }).first()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return target
    await page.keyboard.press('Tab')
  }
  throw new Error(`60 presses of Tab do not reach the ${role} ${name}`)
}

/** The focus takes a moment to come from one frame's process to another's. */
async function tabToCardField(page: Page, label: string) {
  const title = `Secure Credit Card Frame - ${label}`
  for (let presses = 0; presses < 60; presses++) {
    const before = await page.evaluateHandle(() => document.activeElement)
    if ((await before.evaluate((element) => element?.getAttribute('title'))) === title)
      return expect(
        page.frameLocator(`iframe[title="${title}"]`).locator('input:not([aria-hidden])'),
      ).toBeFocused()
    await page.keyboard.press('Tab')
    await page.waitForFunction((element) => document.activeElement !== element, before)
  }
  throw new Error(`60 presses of Tab do not reach the card field ${label}`)
}

async function typeCard(page: Page) {
  const { name, number, expires, cvv, postalCode } = cards.accepted
  const typed = [
    ['Cardholder Name', name],
    ['Credit Card Number', number],
    ['Expiration Date', expires],
    ['CVV', cvv],
    ['Postal Code', postalCode],
  ] as const
  await expect(page.locator('iframe[title$="Postal Code"]')).toBeVisible()
  for (const [label, text] of typed) {
    await tabToCardField(page, label)
    await page.keyboard.type(text)
  }
}

test('a parent registers and pays with the keyboard alone', async ({ page, db, guardian }) => {
  const { event, session, player } = await aWish(db, guardian)
  await page.goto(pageOf(event))

  const sessionSelect = await tabTo(page, 'combobox', 'Session')
  await page.keyboard.press('ArrowDown')
  await expect(sessionSelect).toHaveValue(String(session.id))
  const playerSelect = await tabTo(page, 'combobox', 'Player')
  await page.keyboard.press('ArrowDown')
  await expect(playerSelect).toHaveValue(player.id)
  await tabTo(page, 'button', 'Add to cart')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
  await tabTo(page, 'link', 'View cart')
  await page.keyboard.press('Enter')
  await tabTo(page, 'link', 'Check out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await typeCard(page)
  await tabTo(page, 'button', 'Register and Pay')
  await page.keyboard.press('Enter')

  await expectPaid(page)
})

test('a parent adds and deletes a player with the keyboard alone', async ({ page, guardian: _ }) => {
  await page.goto('/pages/family-players')
  await tabTo(page, 'button', '+ Add a new player')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add a new player' })).toBeVisible()
  // From the title over Close to the first field; a date field takes its three parts one after another.
  for (const keys of ['Tab', 'Tab']) await page.keyboard.press(keys)
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Juniper')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Vale')
  await page.keyboard.press('Tab')
  await page.keyboard.type('04122016')
  await tabTo(page, 'combobox', 'Skill level')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'button', 'Add player')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Juniper Vale' })).toContainText('Apr 12, 2016')
  await expect(page.getByRole('button', { name: '+ Add a new player' })).toBeFocused()

  await tabTo(page, 'button', 'Delete Juniper Vale')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Juniper Vale' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', /^Delete$/)
  await page.keyboard.press('Enter')

  await expect(page.getByText('No players found!')).toBeVisible()
  await expect(page.getByRole('button', { name: '+ Add a new player' })).toBeFocused()
})

test('what a key press takes away leaves the focus where reading goes on', async ({ page, db, guardian }) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await fillCart(page, await aWish(db, guardian))
  await page.goto('/pages/cart')
  await tabTo(page, 'button', /^Remove/)
  await page.keyboard.press('Enter')
  await expect(title('Cart')).toBeFocused()
  await expect(page.getByText('0 sessions, $0.00')).toHaveRole('status')

  await register(page, [await aPlace(db, guardian)], 'later')
  await openHistory(page)
  await tabTo(page, 'button', /^Unregister/)
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', /^Unregister$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'is unregistered' })).toBeFocused()
  await tabTo(page, 'button', 'Close')
  await page.keyboard.press('Enter')
  await expect(title('Registration history')).toBeFocused()
})

test('a visitor gives to the memorial foundation with the keyboard alone', async ({ page, context }) => {
  await page.goto('/pages/donate')
  await tabTo(page, 'link', /Memorial/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pages/donate-bottinelli')
  await tabTo(page, 'radio', '$100')
  for (const _ of ['$50', 'Custom']) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked()
  await tabTo(page, 'textbox', 'Custom amount')
  await page.keyboard.type('1250')
  for (const [label, text] of [
    ['First name', 'Edith'],
    ['Last name', 'Lobwell'],
    ['Email', 'Edith.Keys@example.test'],
    ['Phone', '5550100177'],
  ] as const) {
    await tabTo(page, 'textbox', label)
    await page.keyboard.type(text)
  }
  await tabTo(page, 'combobox', 'Mailing address')
  await page.keyboard.type('4 Baseline Road, palo alto')
  await expect(page.getByRole('option').first()).toBeVisible()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByLabel('Mailing address')).toHaveValue('4 Baseline Road, Palo Alto, CA 94301')
  await typeCard(page)
  await tabTo(page, 'button', 'Donate')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeFocused()
  await tabTo(page, 'link', 'Print the receipt')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect((await opened).getByText('Total received')).toBeVisible()
  await expect((await opened).getByRole('row', { name: 'Total received' })).toContainText('$1,250.00')
})
