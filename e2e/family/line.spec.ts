import { eq } from 'drizzle-orm'
import { tickets } from '../../web/app/checkout/queue/tickets.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { checkOut, expectRegistered, payLater } from '../support/checkout.ts'
import { expect } from '../support/fixtures.ts'
import { siteWith } from '../support/second-site.ts'
import { aWish } from '../support/shop.ts'

const test = siteWith(limits({ checkoutsAtOnce: 1 }))
// One line, for one family at a time.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ db }) => db.delete(tickets))
const inAnHour = () => new Date(Date.now() + 3_600_000)

/** A family that came to the line long ago, and is still there. The answer takes it out. */
async function aFamilyInLine(db: Db) {
  const { id } = await anAccount(db)
  await db.insert(tickets).values({ accountId: id, cameAt: new Date(0), awaitedUntil: inAnHour() })
  return () => db.delete(tickets).where(eq(tickets.accountId, id))
}

test('when more families check out than the site does at once, a parent sees how many are before it, keeps its turn over a reload, and is registered when it comes', async ({
  page,
  db,
  guardian,
}) => {
  const goesOn = [await aFamilyInLine(db), await aFamilyInLine(db)]
  const wish = await aWish(db, guardian)
  const line = page.locator('.banner').filter({ hasText: 'You are in line.' })
  await checkOut(page, wish)
  await payLater(page)

  await expect(line).toContainText('2 families are before you.')
  await expect(line).toContainText('Keep this page open: it goes on by itself. A turn is not a place yet.')
  await expect(page.getByRole('button', { name: 'In line' })).toBeVisible()
  await expectFitInLightAndDark(page, 'in line')
  await page.reload()
  await expect(line).toContainText('2 families are before you.')
  await expect(line).toContainText('Your turn in line is kept for three minutes: press the button to go on.')
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()

  await payLater(page)
  await goesOn[0]?.()
  await expect(line).toContainText('One family is before you.')
  await goesOn[1]?.()

  await expectRegistered(page)
})

test('whoever leaves the checkout while it stands in line is not registered later', async ({
  page,
  db,
  guardian,
}) => {
  const goesOn = await aFamilyInLine(db)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/process-all-cart-items')) sent.push(request.method())
  })
  await page.clock.install()
  await checkOut(page, await aWish(db, guardian))
  await payLater(page)
  await expect(page.getByText('One family is before you.')).toBeVisible()
  await page.getByRole('link', { name: 'Change your cart' }).click()
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  const sentInLine = sent.length
  await goesOn()
  await page.clock.fastForward('01:00')

  expect(sent.length).toBe(sentInLine)
  expect(await db.$count(registrations, eq(registrations.accountId, guardian.id))).toBe(0)
})
