import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { families } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { aMember, anEvent, aPlayer, aSession } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

/** As long as a name of a player gets, and one that is written from right to left. */
const longName = 'Wolfeschlegelsteinhausenbergerdorffmaria'
const arabicName = 'عبد الرحمن'

/** Somebody who registers families at the desk, in a browser of their own. */
async function aRegistrar(db: Db, browser: Browser): Promise<Page> {
  const { token } = await aMember(db, ['registrar'])
  const context = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
  return context.newPage()
}

async function fillPlayer(page: Page) {
  const of = page.getByRole('main')
  await of.getByLabel('First name').last().fill('Juno')
  await of.getByLabel('Last name').last().fill('Moonball')
  await of.getByLabel('Birthday').fill('2016-04-12')
  await of.getByLabel('Skill level').selectOption('Intermediate')
}

test('a family tells whom to call and what to know; a volunteer finds it by half a name, registers and records a check', async ({
  page,
  db,
  guardian,
  browser,
}) => {
  test.slow()
  const last = `Zwyx${guardian.id.slice(0, 6).replace(/\d/g, 'q')}`
  const player = await aPlayer(db, { accountId: guardian.id, firstName: longName, lastName: last })
  await aPlayer(db, { accountId: guardian.id, firstName: arabicName, lastName: last })
  const event = await anEvent(db, { name: `Orange Ball ${last}`, priceCents: 18_000 })
  const session = await aSession(db, { eventId: event.id, places: 2 })

  await page.goto('/pages/family-players')
  await page.getByRole('link', { name: `Contacts and care of ${longName} ${last}` }).click()
  await page.getByLabel('Name', { exact: true }).fill('Alex Vale')
  await page.getByLabel('Relation').fill('Grandmother')
  await page.getByLabel('Phone').fill('5550100177')
  await page.getByLabel(`May collect ${longName}`).check()
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('The contact is saved.')).toBeVisible()

  const note = 'Peanuts: the pen is in the red bag.'
  await page.getByLabel('What is it about?').selectOption('Allergy')
  await page.getByLabel('What a coach should know').fill(note.padEnd(5000, '!'))
  await page.getByLabel(/^I agree that coaches/).check()
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('This has 5,000 letters, and there is room for 2,000.')).toBeVisible()
  await page.getByLabel('What a coach should know').fill(note)
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('The note is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep it a year longer' }).click()
  await expect(page.getByText('The note is kept a year longer.')).toBeVisible()
  await page.getByRole('button', { name: 'Allow photos' }).click()
  await expect(page.getByText('Photos may be shown.')).toBeVisible()
  await expectFitInLightAndDark(page, 'care')
  await expectRoomAtEveryWidth(page)

  const desk = await aRegistrar(db, browser)
  await desk.goto('/desk/families')
  await expectFitInLightAndDark(desk, 'all families')
  await expectRoomAtEveryWidth(desk)
  const search = desk.getByLabel('Name, email, phone, invoice or receipt')
  await search.fill(last.slice(0, 8))
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByRole('heading', { name: '1 family found by' })).toBeVisible()
  await expectFitInLightAndDark(desk, 'families')
  await desk.getByRole('combobox', { name: 'Show' }).selectOption('Who are owed a refund')
  await expect(desk.getByText('No family is owed a refund, found by')).toBeVisible()
  await expect(desk).toHaveURL(`/desk/families?q=${last.slice(0, 8)}&state=owed`)
  await expectFitInLightAndDark(desk, 'no families')
  await desk.goBack()
  await expect(desk.getByRole('combobox', { name: 'Show' })).toHaveValue('')
  await expect(search).toHaveValue(last.slice(0, 8))
  const link = desk.getByRole('link', { name: 'Robin Vale' })
  expect((await link.boundingBox())?.height, 'as high as a finger').toBeGreaterThanOrEqual(24)
  await link.click()
  await expect(desk.getByText(note)).toHaveCount(0)
  await desk.getByRole('button', { name: `Open the note for ${longName}` }).click()
  await expect(desk.getByText(note)).toBeVisible()

  await desk.getByRole('link', { name: `Change the contacts of ${longName}` }).click()
  await desk.getByRole('link', { name: 'Edit Alex Vale' }).click()
  await expect(desk.getByRole('heading', { name: 'Change a contact' })).toBeVisible()
  await desk.getByLabel('Relation').fill('Great-aunt')
  await desk.getByRole('button', { name: 'Save contact' }).click()
  await expect(desk.getByText('Choose why.')).toBeVisible()
  await expect(desk.getByLabel('Relation')).toHaveValue('Great-aunt')
  await desk.getByText('The family asked for it').click()
  await expectFitInLightAndDark(desk, 'contacts')
  await desk.getByRole('button', { name: 'Save contact' }).click()
  await expect(desk.getByText('The contact is saved.')).toBeVisible()
  const logged = desk.getByText('Contact changed by Robin Vale: asked for by the family')
  await expect(logged).toBeVisible()
  await expect(logged).toContainText('relation')

  await desk.getByRole('link', { name: 'Edit the family' }).click()
  await desk.getByLabel('Phone').fill('5550100199')
  await desk.getByText('The family asked for it').click()
  await expectFitInLightAndDark(desk, 'edit family')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('The change is saved.')).toBeVisible()
  await expect(desk.getByRole('link', { name: '(555) 010-0199' }).first()).toBeVisible()

  await desk.getByRole('link', { name: 'Register a player' }).click()
  await desk.getByRole('combobox', { name: 'Player' }).selectOption(player.id)
  await desk.getByRole('combobox', { name: 'Session' }).selectOption(`${session.id} 18000`)
  await desk.getByText('Now, by check, cash or Venmo').click()
  await expectFitInLightAndDark(desk, 'register')
  await desk.getByRole('button', { name: 'Register' }).click()
  await desk.getByText('Check', { exact: true }).click()
  await desk.getByLabel('Note').fill('1204')
  const today = await desk.getByLabel('Received on').inputValue()
  await desk.getByLabel('Received on').fill('2099-01-01')
  await desk.getByRole('button', { name: 'Record $180.00' }).click()
  await expect(desk.getByText('Jan 1, 2099 is still to come. Write the day on which it came.')).toBeVisible()
  await expect(desk.getByLabel('Note')).toHaveValue('1204')
  await desk.getByLabel('Received on').fill(today)
  await expectFitInLightAndDark(desk, 'money')
  await desk.getByRole('button', { name: 'Record $180.00' }).dblclick()
  await expect(desk.getByText('The payment is recorded, and the receipt is on its way.')).toBeVisible()
  await expect(desk.getByText('Paid by check', { exact: true })).toBeVisible()
  await expect(desk.getByText('Payment recorded by Robin Vale')).toBeVisible()
  await expectFitInLightAndDark(desk, 'family')
  await expectRoomAtEveryWidth(desk)
  if (process.env.PICTURES) {
    await desk.setViewportSize({ width: 1280, height: 900 })
    await expectFitInLightAndDark(desk, 'family wide')
    await desk.setViewportSize({ width: 390, height: 844 })
  }

  // Those of others are as long as these write them.
  await desk.goto(`/desk/mails?q=${encodeURIComponent(guardian.email)}`)
  await expect(desk.getByText('We received $180.00 by check').first()).toBeVisible()
  await expectRoomAtEveryWidth(desk)
  await page.reload()
  await expect(page.getByText('Opened by Robin Vale')).toBeVisible()
  await page.goto(`/pages/registration-history?year=${session.startsOn.slice(0, 4)}`)
  await expect(page.getByRole('main')).toContainText(`Orange Ball ${last}`)
  await desk.context().close()
})

test('a family without an email is made at the desk, gets the last place at once, and gives it up for a reason', async ({
  db,
  browser,
}) => {
  const desk = await aRegistrar(db, browser)
  const last = `Moonball${crypto.randomUUID().slice(0, 6).replace(/\d/g, 'q')}`
  const event = await anEvent(db, { name: `Green Ball ${last}`, priceCents: 3_500 })
  const session = await aSession(db, { eventId: event.id, places: 1 })
  await desk.goto('/desk/families')
  await desk.getByRole('link', { name: 'New family' }).click()
  await desk.getByRole('button', { name: 'Add family' }).click()
  await expect(desk.getByText('Valid phone number is required.')).toBeVisible()
  await desk.getByLabel('First name').first().fill('Bea')
  await desk.getByLabel('Last name').first().fill(last)
  // Of nobody else's in this database: another family with it would be asked for.
  await desk
    .getByLabel('Phone')
    .first()
    .fill(`555${`${Date.now()}`.slice(-7)}`)
  await fillPlayer(desk)
  await expectFitInLightAndDark(desk, 'new family')
  await desk.getByRole('button', { name: 'Add family' }).click()

  await desk.getByRole('combobox', { name: 'Session' }).selectOption(`${session.id} 3500`)
  await desk.getByRole('button', { name: 'Register' }).click()
  await expect(desk.getByText('The player has the place.')).toBeVisible()
  await expect(desk.getByText('None: everything goes on paper')).toBeVisible()
  await desk.getByRole('button', { name: 'Signed on paper' }).click()
  await expect(desk.getByText('The release is not signed.')).toHaveCount(0)
  await desk.getByRole('link', { name: /^Give up the place of Juno Moonball/ }).click()
  await desk.getByRole('button', { name: 'Give the place up' }).click()
  await expect(desk.getByText('Choose why.')).toBeVisible()
  await desk.getByText('The family asked for it').click()
  await expectFitInLightAndDark(desk, 'give up')
  await desk.getByRole('button', { name: 'Give the place up' }).click()
  await expect(desk.getByText('The place is given up, and free for others.')).toBeVisible()
  await expect(desk.getByText('Places given up by Robin Vale: asked for by the family')).toBeVisible()
  const number = Number(new URL(desk.url()).pathname.split('/').at(-1))
  expect(await db.$count(families, eq(families.number, number))).toBe(1)
  await desk.context().close()
})
