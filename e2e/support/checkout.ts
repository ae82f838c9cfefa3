import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { expect, type Guardian } from './fixtures.ts'
import { fillCart, type Wish } from './shop.ts'

/** Puts each wish in the cart and goes to pay. */
export async function checkOut(page: Page, ...wishes: Wish[]) {
  await fillCart(page, ...wishes)
  await page.goto('/pages/checkout')
}

export async function payLater(page: Page) {
  await page.getByLabel('Pay later').check()
  await page.getByRole('button', { name: 'Register Now and Pay Later' }).click()
}

/** The order's page, by its heading. */
export const expectPaid = (page: Page) => expectHeading(page, 'Your payment was successfully processsed!')
export const expectRegistered = (page: Page) =>
  expectHeading(page, 'Your sessions have successfully been registered!')

const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

/** What says on the checkout page that the card was not charged, or that nobody can tell. */
export const failureOn = (page: Page) =>
  page.getByRole('alert').filter({
    has: page.getByText(
      'We encountered an error processing your payment. Please try again or contact support.',
      { exact: true },
    ),
  })

/** From now on the card is charged, and the answer is lost on its way to the page. */
export const loseAnswers = (page: Page) =>
  page.route('**/api/post-transaction', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
export const loseNoMore = (page: Page) => page.unroute('**/api/post-transaction')

export const listCharges = (db: Db, { id }: Guardian) =>
  db.select().from(charges).where(eq(charges.accountId, id)).orderBy(charges.createdAt)

export async function readTaken(db: Db, id: number) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, id))
  return session?.taken
}

/** The cart as the browser keeps it. */
export const keptCart = (page: Page) => page.evaluate(() => localStorage.getItem('cart'))
