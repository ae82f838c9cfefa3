import type { Page } from '@playwright/test'
import { expectPaid } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { aWishInLatestYear, openHistory } from '../support/history.ts'
import { tabTo as goTo, typeCardByTab } from '../support/keys.ts'
import { aWish, eventPage, fillCart, register } from '../support/shop.ts'
import { cards } from '../support/ways-to-pay/cards.ts'

type Role = 'button' | 'link' | 'combobox' | 'radio' | 'textbox'

/** Presses Tab until the control of that role and name has the focus. */
const tabTo = (page: Page, role: Role, name: string | RegExp) =>
  goTo(page.getByRole(role, { name }).filter({ visible: true }).first())

test('a parent registers and pays with the keyboard alone', async ({ page, db, guardian }) => {
  const { event, session, player } = await aWish(db, guardian)
  await page.goto(eventPage(event))

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
  await typeCardByTab(page, cards.accepted)
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

  await register(page, [await aWishInLatestYear(db, guardian)], 'later')
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
  await typeCardByTab(page, cards.accepted)
  await tabTo(page, 'button', 'Donate')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeFocused()
  await tabTo(page, 'link', 'Print the receipt')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect((await opened).getByText('Total received')).toBeVisible()
  await expect((await opened).getByRole('row', { name: 'Total received' })).toContainText('$1,250.00')
})
