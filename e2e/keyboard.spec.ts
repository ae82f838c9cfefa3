import type { Page } from '@playwright/test'
import { cards } from './cards.ts'
import { expect, test } from './fixtures.ts'
import { aWish, pageOf } from './shop.ts'

/** Presses Tab until the element of that accessible name and role has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'combobox' | 'radio', name: string | RegExp) {
  const wanted = page.getByRole(role, { name }).filter({ visible: true }).first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return wanted
    await page.keyboard.press('Tab')
  }
  throw new Error(`60 presses of Tab do not reach the ${role} ${name}`)
}

async function tabToCardField(page: Page, label: string) {
  const title = `Secure Credit Card Frame - ${label}`
  for (let presses = 0; presses < 60; presses++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute('title'))) === title) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`60 presses of Tab do not reach the card field ${label}`)
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
  await tabTo(page, 'button', 'Register and Pay')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your payment was successfully processsed!' })).toBeVisible()
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
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Juniper Vale' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', /^Delete$/)
  await page.keyboard.press('Enter')

  await expect(page.getByText('No players found!')).toBeVisible()
  await expect(page.getByRole('button', { name: '+ Add a new player' })).toBeFocused()
})
