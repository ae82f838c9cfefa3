import type { Page } from '@playwright/test'
import { and, eq, isNull } from 'drizzle-orm'
import { addFamilyAtDesk } from '../../web/app/desk/family/registration/desk-families.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { byFamily, freePlaces } from '../../web/app/registrations/places.server.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { joinList } from '../../web/app/waiting-list/join-list.server.ts'
import {
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  timeZone,
} from '../../web/test/builders/builders.ts'
import { aPlaceIn } from '../../web/test/builders/court.ts'
import { aWorld } from '../../web/test/harness/world.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { deskSite, signInMember } from '../support/desk-site.ts'
import { expect } from '../support/fixtures.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

const longName = {
  firstName: 'Annabelcharlottejosephinetheodoramarlene',
  lastName: 'Wolfeschlegelsteinhausenbergerdorffsmith',
}

/** A full session for which two families wait, one of them with twins, and a family without an email that is on no list. */
async function aFullSession(db: Db) {
  await aProgramme(db)
  const event = await anEvent(db, { name: 'Green Ball Summer Clinic', priceCents: 18_000 })
  const startsOn = addDays(todayIn(timeZone), 30)
  const session = await aSession(db, {
    ...{ eventId: event.id, number: 1, startsOn, endsOn: addDays(startsOn, 3), places: 2, taken: 2 },
    description: 'Mornings, 9:00 to 11:30 am',
  })
  for (const firstName of ['Ada', 'Bea']) await aPlaceIn(db, session.id, { firstName })
  for (const names of [[longName, { firstName: 'Cy', lastName: 'Vale' }], [{ firstName: 'Dot' }]]) {
    const { id, visitor } = await anAccount(db)
    const children = []
    for (const name of names) children.push(await aPlayer(db, { accountId: id, ...name }))
    await joinList(db, visitor, { sessionId: session.id, personIds: children.map((child) => child.id) })
  }
  const actor = `member:${crypto.randomUUID()}` as const
  const mother = { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null }
  const pip = {
    first_name: 'Pip',
    last_name: 'Lobwell',
    birthday: '2018-03-02',
    skill_level: 'Beginner' as const,
  }
  const player = { ...pip, phone: null, is_active: true }
  const { number } = await addFamilyAtDesk(
    aWorld(db),
    { parent: mother, player, key: crypto.randomUUID() },
    actor,
  )
  return { family: `/desk/families/${number}`, roster: `/desk/sessions/${session.id}`, sessionId: session.id }
}

const test = deskSite(aFullSession)
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(240_000)

async function look(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true })
  }
  await expectFitInLightAndDark(page, name)
  await expectRoomAtEveryWidth(page)
}

test('a mother calls: she is put at the head of the list with a reason, a place comes free, she is called, and the desk accepts for her', async ({
  page,
  db,
  own: { site, filled },
  context,
}) => {
  const { family, roster, sessionId } = filled
  await signInMember(db, context, site, ['registrar'])

  await page.goto(`${family}/register`)
  await page.getByLabel('Session', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText(/This session is full. Put the family on its waiting list/)
  await look(page, 'register')
  await page.getByRole('link', { name: 'put the family on a waiting list' }).click()
  await page.getByRole('radio', { name: 'At the head' }).check()
  await page.getByRole('button', { name: 'Put on the list' }).click()
  await expect(page.getByText('Choose a session.')).toBeVisible()
  await expect(page.getByText('Choose why.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Pip Lobwell' })).toBeChecked()
  await look(page, 'put-in-line')
  await page.getByLabel('Session', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('radio', { name: 'A brother or sister plays in it' }).check()
  await page.getByRole('button', { name: 'Put on the list' }).click()
  await expect(page.getByText('The family is on the list.')).toBeVisible()
  await expect(page.getByText('1st of 3 families')).toBeVisible()
  await look(page, 'family-in-line')

  await page.goto(roster)
  const line = page.getByRole('region', { name: 'Waiting list' }).getByRole('listitem')
  await expect(line).toHaveCount(3)
  await expect(line.first()).toContainText('Pip Lobwell')
  await expect(line.first()).toContainText('Moved ahead on')
  await look(page, 'roster')
  await line
    .nth(2)
    .getByRole('link', { name: /^Move to the head/ })
    .click()
  await page.getByRole('button', { name: 'Move to the head' }).click()
  await expect(page.getByText('Choose why.')).toBeVisible()
  await look(page, 'move-ahead')

  const isTaken = and(eq(registrations.sessionId, sessionId), isNull(registrations.removedAt))
  const [place] = await db.select({ id: registrations.id }).from(registrations).where(isTaken).limit(1)
  await db.transaction((tx) => freePlaces(tx, eq(registrations.id, place?.id ?? 0), byFamily(null)))
  await expect(async () => {
    await page.goto('/desk')
    await expect(
      page.getByRole('heading', { name: '1 family without an email waits for a call' }),
    ).toBeVisible({
      timeout: 1000,
    })
  }).toPass({ timeout: 30_000 })
  await look(page, 'today')
  await page.getByRole('link', { name: /^See whom to call/ }).click()
  await expect(page.getByRole('link', { name: '(555) 010-0177' })).toBeVisible()
  await expect(page.getByText('A place is held until tomorrow')).toBeVisible()
  await look(page, 'calls')
  await page.getByRole('button', { name: /^Called/ }).click()
  await expect(page.getByRole('heading', { name: 'Nobody is to be called.' })).toBeVisible()
  await look(page, 'nobody-to-call')

  await page.goto(roster)
  await expect(line.first()).toContainText('Held until tomorrow')
  await look(page, 'roster-offered')
  await line
    .first()
    .getByRole('link', { name: /^Accept or decline/ })
    .click()
  await look(page, 'family-offered')
  await page.getByRole('link', { name: /^Decline/ }).click()
  await expect(page.getByRole('heading', { name: 'Decline what is held?' })).toBeVisible()
  await look(page, 'decline')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: /^Register now, \$180.00/ }).click()
  await expect(page.getByText('It is registered, to be paid later.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting list' })).toHaveCount(0)
  await look(page, 'family-accepted')

  await page.goto('/desk/log')
  const rows = page.getByRole('table').getByRole('row')
  for (const [at, what] of [
    [1, 'Registered at the desk'],
    [2, 'Family called'],
    [3, 'Moved ahead on the waiting list'],
    [4, 'Put on the waiting list'],
  ] as const)
    await expect(rows.nth(at)).toContainText(what)
  await expect(rows.nth(3)).toContainText('brother or sister plays')
  await look(page, 'log')
})
