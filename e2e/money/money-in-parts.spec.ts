import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'

import { recordAtDesk } from '../../web/app/offline-payments/offline-payments.server.ts'
import { families } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays, todayIn, toYear } from '../../web/app/platform/format/dates.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { aMember, timeZone } from '../../web/test/builders/builders.ts'
import { creditFor } from '../../web/test/builders/money/credit.ts'
import { aWorld } from '../../web/test/harness/world.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { listCharges } from '../support/checkout.ts'
import { expect, type Guardian, site, test, waitForScript } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWishInLatestYear, historyRow, latest, move, openHistory } from '../support/history.ts'
import { register } from '../support/shop.ts'
import { cards, pressButton, typeCard } from '../support/ways-to-pay/cards.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

/** Somebody of the desk, in a browser of their own. */
async function atTheDesk(db: Db, browser: Browser, ...roles: Parameters<typeof aMember>[1]): Promise<Page> {
  const { token } = await aMember(db, roles)
  const context = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  context.on('page', waitForScript)
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
  return context.newPage()
}

const familyOf = ({ id: accountId, familyId }: Guardian) => ({ accountId, familyId })

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
  const place = await aWishInLatestYear(db, guardian, 18_000)
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
  await expect(historyRow(page, place)).toContainText('$90.00')
  await expectFitInLightAndDark(page, 'a part is paid')
  await expectRoomAtEveryWidth(page)
  await historyRow(page, place).getByRole('button', { name: 'Pay now' }).click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $90.00')
  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()

  expect(await findSales(await listCharges(db, guardian))).toEqual(['90.00 submitted_for_settlement'])
  const [row] = await db
    .select()
    .from(registrations)
    .where(eq(registrations.id, ids[0] ?? 0))
  expect(row?.dueCents).toBe(0)
  await desk.reload()
  await expect(desk.getByText('Owes nothing')).toBeVisible()
})

test('a place that a check and a card paid is given up at the desk after its first day, approved by a second member, and refunded to both', async ({
  page,
  db,
  guardian,
  browser,
}) => {
  test.slow()
  const place = await aWishInLatestYear(db, guardian, 18_000)
  const { ids } = await register(page, [place], 'later')
  const [id = 0] = ids
  const check = { amountCents: 9000, how: 'check' as const, registrationIds: [id], note: '' }
  const key = crypto.randomUUID()
  await recordAtDesk(aWorld(db), familyOf(guardian), { ...check, key, actor: 'command:treasurer' })
  await openHistory(page)
  await historyRow(page, place).getByRole('button', { name: 'Pay now' }).click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $90.00')
  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()
  const today = todayIn(timeZone)
  await move(db, place, addDays(today, -1), addDays(today, 20))

  const asking = await atTheDesk(db, browser, 'treasurer')
  const family = `/desk/families/${await numberOf(db, guardian)}`
  await asking.goto(`${family}/places/${id}?do=give-up`)
  await asking.getByRole('radio', { name: /^All/ }).check()
  await asking.getByRole('radio', { name: /^As money/ }).check()
  await asking.getByRole('radio', { name: 'The player left early' }).check()
  await asking.getByRole('button', { name: 'Give the place up' }).click()
  await expect(asking.getByText('Waits for a second member.')).toBeVisible()
  expect(await findSales(await listCharges(db, guardian))).toEqual(['90.00 submitted_for_settlement'])

  const approving = await atTheDesk(db, browser, 'owner')
  await approving.goto(family)
  await approving.getByRole('link', { name: /^Decide/ }).click()
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(approving.getByText(/^Approved by/)).toBeVisible()
  expect(await findSales(await listCharges(db, guardian))).toEqual(['90.00 voided'])

  await asking.goto(family)
  await asking.getByRole('link', { name: /^We gave \$90\.00 back/ }).click()
  await asking.getByRole('radio', { name: 'Check', exact: true }).check()
  await asking.getByLabel('Number').fill('2210')
  await expectFitInLightAndDark(asking, 'handed over')
  await expectRoomAtEveryWidth(asking)
  await asking.getByRole('button', { name: /back/ }).click()
  await expect(asking.getByText('That is written down')).toBeVisible()
  const [row] = await db.select().from(registrations).where(eq(registrations.id, id))
  expect(row?.dueCents).toBe(0)
})

test('what credit had paid is due again once its check bounced; it is paid by card, and the statement says all of it', async ({
  page,
  db,
  guardian,
  browser,
}) => {
  test.slow()
  const payment = await creditFor(db, familyOf(guardian), 4500)
  const place = await aWishInLatestYear(db, guardian, 4500)
  await register(page, [place], 'later')
  await openHistory(page)
  await page.getByRole('button', { name: 'Use your $45.00' }).click()
  await expect(page.getByText('Credit used: $45.00.')).toBeVisible()

  const desk = await atTheDesk(db, browser, 'treasurer')
  await desk.goto(`/desk/families/${await numberOf(db, guardian)}/payments/${payment}`)
  await desk.getByText('The check bounced').click()
  await desk.getByRole('button', { name: 'Take $45.00 back' }).click()
  await expect(desk.getByText('The payment is taken back. What it paid is unpaid again.')).toBeVisible()

  await openHistory(page)
  await historyRow(page, place).getByRole('button', { name: 'Pay now' }).click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $45.00')
  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()
  expect(await findSales(await listCharges(db, guardian))).toEqual(['45.00 submitted_for_settlement'])

  await page.goto(`/pages/statement/${guardian.id}/${toYear(todayIn(timeZone))}`)
  for (const line of ['Paid by check', 'Registered', 'Credit used', 'bounced or taken back', 'Balance on'])
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: new RegExp(line, 'i') })
        .first(),
    ).toBeVisible()
  await expect(page.getByRole('row').last()).toContainText('$0.00')
  await expectFitInLightAndDark(page, 'statement')
  await expectRoomAtEveryWidth(page)
})
