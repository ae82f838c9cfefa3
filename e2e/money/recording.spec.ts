import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { families } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { orders } from '../../web/app/registrations/registrations.tables.ts'
import { aMember, anAccount, anEvent, aPlace, aPlayer, aSession } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { holdScripts } from '../support/scripts.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

/** A family that owes $180.00, with its number. */
async function aDebtor(db: Db, last: string) {
  const account = await anAccount(db)
  const player = await aPlayer(db, { accountId: account.id, firstName: 'Pip', lastName: last })
  const event = await anEvent(db, { name: `Orange Ball ${last}`, priceCents: 18_000 })
  const session = await aSession(db, { eventId: event.id, places: 4, taken: 1 })
  const ofAccount = { accountId: account.id, familyId: account.familyId }
  const order = { ...ofAccount, method: 'later' as const, totalCents: 18_000 }
  const [made] = await db
    .insert(orders)
    .values({ ...order, idempotencyKey: crypto.randomUUID() })
    .returning()
  await aPlace(db, {
    ...{ ...ofAccount, personId: player.id, sessionId: session.id },
    ...{ orderId: orNotFound(made).id, priceCents: 18_000 },
  })
  const [family] = await db
    .select()
    .from(families)
    .where(eq(families.id, orNotFound(account.familyId)))
  return orNotFound(family).number
}

const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

async function expectFit(page: Page, name: string) {
  for (const [device, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    await expectFitInLightAndDark(page, `${name} ${device}`)
  }
  await expectRoomAtEveryWidth(page)
  await page.setViewportSize(widths.phone)
}

test('a treasurer records half a check and half in cash, is asked about a slip, and splits one check among three families', async ({
  page: desk,
  context,
  db,
}) => {
  test.slow()
  const { token } = await aMember(db, ['treasurer'])
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
  await desk.setViewportSize(widths.phone)
  const last = `Zwyx${crypto.randomUUID().slice(0, 6).replace(/\d/g, 'q')}`
  const [one, two, three] = [await aDebtor(db, last), await aDebtor(db, last), await aDebtor(db, last)]
  const record = (dollars: string) => desk.getByRole('button', { name: `Record ${dollars}` })

  await desk.goto(`/desk/families/${one}/money`)
  const amount = desk.getByLabel('Amount in dollars')
  await expect(amount).toHaveValue('180.00')
  await desk.getByText('Check', { exact: true }).click()
  await desk.getByLabel('Number').fill('1204')
  await amount.fill('90')
  await expect(desk.getByText('$90.00 stays due')).toBeVisible()
  await expectFit(desk, 'half')
  await record('$90.00').click()
  await expect(desk.getByText('The payment is recorded, and the receipt is on its way.')).toBeVisible()
  await expect(desk.getByText('$90.00 of it is paid')).toBeVisible()

  await desk.getByRole('link', { name: 'Record money' }).first().click()
  await desk.getByText('Cash', { exact: true }).click()
  await amount.fill('900')
  await expect(desk.getByText('Becomes credit')).toBeVisible()
  await record('$900.00').click()
  await expect(desk.getByText('That is much more than is due: $90.00 is due.')).toBeVisible()
  await expect(amount).toBeFocused()
  await expectFit(desk, 'asked')
  await amount.fill('100')
  await record('$100.00').click()
  await expect(desk.getByText('The payment is recorded, and the receipt is on its way.')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Credit $10.00' })).toBeVisible()
  await expectFit(desk, 'family with credit')

  await desk.goto(`/desk/families/${two}/money`)
  await desk.getByRole('link', { name: 'This check is for several families' }).click()
  await desk.getByLabel('Amount of the check in dollars').fill('400')
  await desk.getByLabel('Number optional', { exact: true }).fill('77')
  await expect(desk.getByLabel('Family 1, its number')).toHaveValue(`${two}`)
  await desk.getByLabel('Family 2, its number').fill(`${three}`)
  await desk.getByLabel('Family 3, its number').fill(`${one}`)
  const sums = desk.getByLabel('Its sum')
  for (const [at, sum] of ['180', '180', '4'].entries()) await sums.nth(at).fill(sum)
  await desk.getByRole('button', { name: 'Look the families up' }).click()
  await expect(desk.getByText('$180.00 is due')).toHaveCount(2)
  await expect(desk.getByText('nothing is due')).toBeVisible()
  await desk.getByRole('button', { name: 'Record the check' }).click()
  await expect(desk.getByText('sums come to $364.00, and the check is over $400.00.')).toBeVisible()
  await expectFit(desk, 'check')
  await sums.nth(2).fill('40')
  await desk.getByRole('button', { name: 'Record the check' }).click()
  await expect(desk.getByText(`Family ${one}, $40.00: That is much more than is due`)).toBeVisible()
  await desk.getByRole('button', { name: 'Record the check' }).click()
  await expect(desk.getByText('The check is recorded for all its families')).toBeVisible()
  await desk.getByRole('link', { name: 'Take back' }).click()
  await expect(desk.getByText('One check for several families.')).toBeVisible()
  await expectFit(desk, 'take back')
  await desk.getByText('The check bounced').click()
  await desk.getByRole('button', { name: 'Take $400.00 back' }).click()
  await expect(desk.getByText('The check is taken back of all its families.')).toBeVisible()
  await desk.goto(`/desk/families/${one}`)
  await expect(desk.getByRole('heading', { name: 'Credit $10.00' })).toBeVisible()
})

test('a sum that is typed, and a place that is unticked, before the script is there stay, and are what is recorded', async ({
  page: desk,
  context,
  db,
}) => {
  const { token } = await aMember(db, ['treasurer'])
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
  const number = await aDebtor(db, `Zwyx${crypto.randomUUID().slice(0, 6).replace(/\d/g, 'q')}`)
  const letScriptsCome = await holdScripts(desk)
  await desk.goto(`/desk/families/${number}/money`, { waitUntil: 'commit' })
  const amount = desk.getByLabel('Amount in dollars')
  const place = desk.getByRole('checkbox')

  await desk.getByText('Cash', { exact: true }).click()
  await amount.fill('90')
  await place.uncheck()
  letScriptsCome()

  await expect(desk.getByText('$90.00 stays due')).toBeVisible()
  await expect(amount).toHaveValue('90')
  await expect(place).not.toBeChecked()
  await place.check()
  await expect(amount).toHaveValue('90')
  await expect(desk.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await desk.getByRole('button', { name: 'Record $90.00' }).click()
  await expect(desk.getByText('The payment is recorded, and the receipt is on its way.')).toBeVisible()
  await expect(desk.getByText('$90.00 of it is paid')).toBeVisible()
})
