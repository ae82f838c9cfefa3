import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'

import { families } from '../web/app/people/people.tables.ts'
import { cookieNameFor } from '../web/app/people/visitor.server.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { registrations } from '../web/app/registrations/registrations.tables.ts'
import { aMember } from '../web/test/builders.ts'
import { expectFitInLightAndDark } from './axe.ts'
import { cards, pressButton, typeCard } from './cards.ts'
import { chargesOf } from './checkout.ts'
import { expect, site, test } from './fixtures.ts'
import { salesOf } from './gateway.ts'
import { aPlace, latest, openHistory, rowOf } from './history.ts'
import { register } from './shop.ts'
import { expectRoomAtEveryWidth } from './widths.ts'

/** Somebody of the desk, in a browser of their own. */
async function atTheDesk(db: Db, browser: Browser, ...roles: Parameters<typeof aMember>[1]): Promise<Page> {
  const { token } = await aMember(db, roles)
  const context = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
  return context.newPage()
}

async function numberOf(db: Db, { familyId }: { familyId: string }): Promise<number> {
  const [family] = await db.select().from(families).where(eq(families.id, familyId))
  return family?.number ?? 0
}

test('half of a place comes by check, and its family pays the rest by card', async ({
  page,
  db,
  guardian,
  browser,
}) => {
  const place = await aPlace(db, guardian, 18_000)
  const { ids } = await register(page, [place], 'later')
  const desk = await atTheDesk(db, browser, 'treasurer')
  await desk.goto(`/desk/families/${await numberOf(db, guardian)}/money`)
  await desk.getByText('Check', { exact: true }).click()
  const amount = desk.getByLabel('Amount in dollars')
  await expect(amount).toHaveValue('180.00')
  await amount.fill('-5')
  await desk.getByLabel('Number').fill('4711')
  await desk.getByRole('button', { name: /^Record/ }).click()
  await expect(desk.getByText('Write more than $0.')).toBeVisible()
  await expect(desk.getByLabel('Number')).toHaveValue('4711')
  await amount.fill('90')
  await expect(desk.getByRole('region', { name: 'What it does' })).toContainText('$90.00 stays due')
  await expectFitInLightAndDark(desk, 'record a part')
  await expectRoomAtEveryWidth(desk)
  await desk.getByRole('button', { name: 'Record $90.00' }).click()
  await expect(desk.getByText('The payment is recorded, and the receipt is on its way.')).toBeVisible()

  await openHistory(page)
  const banner = page.getByRole('region', { name: `Unpaid sessions for ${latest}`, exact: true })
  await expect(banner).toContainText('$90.00')
  await expect(rowOf(page, place)).toContainText('$90.00')
  await expectFitInLightAndDark(page, 'a part is paid')
  await expectRoomAtEveryWidth(page)
  await rowOf(page, place).getByRole('button', { name: 'Pay now' }).click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $90.00')
  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()

  expect(await salesOf(await chargesOf(db, guardian))).toEqual(['90.00 submitted_for_settlement'])
  const [row] = await db
    .select()
    .from(registrations)
    .where(eq(registrations.id, ids[0] ?? 0))
  expect(row?.dueCents).toBe(0)
  await desk.reload()
  await expect(desk.getByText('Owes nothing')).toBeVisible()
})
