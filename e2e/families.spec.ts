import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { families } from '../web/app/people/people.tables.ts'
import { cookieNameFor } from '../web/app/people/visitor.server.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { aMember, anEvent, aSession } from '../web/test/builders.ts'
import { expectFitInLightAndDark } from './axe.ts'
import { expect, site, test } from './fixtures.ts'

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
  await desk.getByLabel('Phone').first().fill('(555) 010-0199')
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
