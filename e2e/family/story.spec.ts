import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import { type Event, sessions } from '../../web/app/events/events.tables.ts'
import { attendance } from '../../web/app/meetings/attendance/attendance.tables.ts'
import { type Meeting, meetings, sessionCoaches } from '../../web/app/meetings/meetings.tables.ts'
import { careNotes } from '../../web/app/people/care/care.tables.ts'
import { people } from '../../web/app/people/people.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays, longDay, monthDay, todayIn, toLocal, toYear } from '../../web/app/platform/format/dates.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { copiedDay } from '../../web/app/season/copy/copied-day.ts'
import {
  aMeeting,
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
} from '../../web/test/builders/builders.ts'
import { aPlaceIn } from '../../web/test/builders/court.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { aMemberWithApp, deskSite, type MemberWithApp, openWithCode } from '../support/desk-site.ts'
import { expect, signIn } from '../support/fixtures.ts'
import { cached, readPhoneStore } from '../support/phone-store.ts'
import { eventPage, register } from '../support/shop.ts'

/** Somewhere it is between eight and nine in the morning now. */
const timeZone = orNotFound(
  Intl.supportedValuesOf('timeZone').find((zone) => toLocal(new Date(), zone).time.startsWith('08:')),
)
const today = todayIn(timeZone)
const [lastYear, year] = [toYear(today) - 1, toYear(today)]
/** A copied year cannot begin before January. */
const weeks = today < `${year}-02-01` ? -2 : 2
/** The day of last year whose copy, moved by these weeks, is today. */
const begunOn = orNotFound(
  [364, 371]
    .map((days) => addDays(today, -days - 7 * weeks))
    .find((day) => addDays(copiedDay(day, year), 7 * weeks) === today),
)
const holiday = addDays(today, 7)

const test = deskSite(async (db) => {
  await aProgramme(db, { seasonBase: '2020-01-01', timeZone })
  const clinic = await anEvent(db, { key: 'green', name: 'Green Ball Summer Clinic', priceCents: 18_000 })
  const description = 'Every day, 9:00 to 11:30 am (Ages 8 to 10)'
  const meets = { days: [1, 2, 3, 4, 5, 6, 7], starts: '09:00', ends: '11:30' }
  const days = { startsOn: begunOn, endsOn: addDays(begunOn, 13) }
  const session = await aSession(db, {
    ...{ eventId: clinic.id, number: 1, ...days, description, meets, places: 16 },
  })
  const lastSummer = await aMeeting(db, { sessionId: session.id, day: begunOn })
  const coach = await aMemberWithApp(db, ['coach'])
  await db.insert(sessionCoaches).values({ sessionId: session.id, accountId: coach.id })
  return { clinic, lastSummer, coach, registrar: await aMemberWithApp(db, ['registrar']) }
})
test.setTimeout(120_000)

type Lent = { site: string; clinic: Event; lastSummer: Meeting }

const strip = (page: Page) => page.locator('.signal')
const rows = (page: Page) => page.locator('.player')

test('a registrar copies last summer and publishes it, and families register; at ten to nine a coach opens Today with a code, adds a guest, marks 15 players without signal, calls a mother for the sixteenth, and finds all marks saved', async ({
  page,
  context,
  db,
  own: { site, filled },
  browser,
}) => {
  const { coach, registrar, ...lent } = filled
  await onSundayEvening(browser, registrar, { site, ...lent })
  await registerSixteen(db, browser, { site, ...lent })

  await openWithCode(page, '/desk', coach)
  const courts = page.getByRole('region', { name: 'At the courts today' })
  await expect(courts).toContainText(/9:00\s*am\s*Green Ball Summer Clinic\s*Session 1, 16 players/)
  await courts.getByRole('link', { name: 'Green Ball Summer Clinic' }).tap()
  await expect(rows(page)).toHaveCount(16)
  await expect(rows(page).getByText('Allergy')).toHaveCount(1)
  await expect(rows(page).getByText('First time')).toHaveCount(2)
  await addGuest(page)
  await expectFitInLightAndDark(page, 'sheet')
  await expect.poll(async () => (await cached(page)).length).toBeGreaterThan(4)
  await expect.poll(() => readPhoneStore(page, coach.id)).toEqual([1, 1, 0])

  await context.setOffline(true)
  await expect(strip(page)).toContainText('No signal.')
  await markFifteenAndCall(page)
  const address = new URL(page.url()).pathname
  await page.close()

  const again = await context.newPage()
  await again.goto(address)
  await expect(strip(again)).toContainText('No signal. 17 marks wait on this phone. Sheet from')
  await expect(rows(again)).toHaveCount(17)
  await again.getByRole('button', { name: 'Player 00 Vale', exact: true }).tap()
  await again.getByRole('button', { name: 'Open the note for Player 00 Vale' }).tap()
  await expect(again.getByText('Peanuts, nothing else.')).toBeVisible()
  expect((await cached(again)).join(' ')).not.toMatch(/Player (00|15)|Peanuts|010-01(00|15)/)
  const marks = async () => {
    const ofMeeting = eq(attendance.meetingId, orNotFound(address.split('/').at(-1)))
    const taken = await db.select({ mark: attendance.mark }).from(attendance).where(ofMeeting)
    return taken.map(({ mark }) => mark).sort()
  }
  expect(await marks()).toEqual([])

  await context.setOffline(false)
  await expect(strip(again)).toHaveText('All marks are saved.', { timeout: 5000 })
  expect(await marks()).toEqual([...Array(16).fill('here'), 'late'])
})

/** Copies last summer, moves it, skips a holiday, reads what changes, and publishes. */
async function onSundayEvening(browser: Browser, registrar: MemberWithApp, { site, clinic }: Lent) {
  const context = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openWithCode(page, '/desk/season', registrar)
  await page.getByRole('link', { name: 'Copy a year' }).click()
  await page.getByLabel('Copy', { exact: true }).selectOption(String(lastYear))
  await page.getByLabel('To the year').selectOption(String(year))
  await page.getByLabel('And move it').selectOption(weeks > 0 ? '2 weeks later' : '2 weeks earlier')
  await page.getByLabel('Add a day').fill(holiday)
  await page.getByRole('button', { name: 'Show the new dates' }).click()
  const price = page.getByRole('radiogroup', { name: /: 13 of 14 meetings: price stays \$180\?$/ })
  await expect(price.getByRole('radio', { name: 'Make it $167' })).not.toBeChecked()
  await page.getByLabel('New price').fill('170')
  await expect(price.getByRole('radio', { name: 'Make it $170' })).toBeChecked()
  await page.getByRole('button', { name: `Make the draft of ${year}` }).click()
  await expect(page.getByText('You are writing a draft. Families see nothing of it yet.')).toBeVisible()
  expect(await (await page.request.get(eventPage(clinic))).text()).toContain('Registration is closed')

  await page.getByRole('link', { name: 'What changes' }).click()
  const change = page.getByRole('listitem').filter({ hasText: 'Green Ball Summer Clinic, Session 1' })
  await expect(change).toContainText(`${longDay(today)} – `)
  await page.getByRole('button', { name: 'Publish and tell nobody' }).click()
  await expect(page.getByText('As families see it.')).toBeVisible()
  await page.goto(eventPage(clinic))
  const offered = page.getByRole('region', { name: 'Ages 8 to 10' }).getByRole('listitem')
  await expect(offered).toContainText(monthDay(today))
  await expect(page.getByRole('complementary', { name: 'Register for' })).toContainText('$170')
  await context.close()
}

/** One child each: the first has an allergy, the last two were not there last summer. */
async function registerSixteen(db: Db, browser: Browser, { site, clinic, lastSummer }: Lent) {
  const event = { ...clinic, priceCents: 17_000 }
  const isPublished = and(eq(sessions.eventId, clinic.id), eq(sessions.startsOn, today))
  const session = orNotFound((await db.select().from(sessions).where(isPublished))[0])
  const days = await db.select().from(meetings).where(eq(meetings.sessionId, session.id))
  expect(days.map(({ day }) => day)).not.toContain(holiday)
  const context = await browser.newContext({ baseURL: site })
  const page = await context.newPage()
  for (let number = 0; number < 16; number += 1) {
    const digits = String(number).padStart(2, '0')
    const family = await anAccount(db)
    await db
      .update(people)
      .set({ phone: `(555) 010-01${digits}` })
      .where(eq(people.id, family.parent.id))
    const player = await aPlayer(db, { accountId: family.id, firstName: `Player ${digits}` })
    const personId = player.id
    if (number === 0)
      await db.insert(careNotes).values({ personId, category: 'allergy', note: 'Peanuts, nothing else.' })
    const was = { id: randomUUID(), meetingId: lastSummer.id, personId, phone: randomUUID() }
    if (number < 14)
      await db
        .insert(attendance)
        .values({ ...was, mark: 'here', at: new Date(`${lastSummer.day}T17:00Z`), seq: 1 })
    await signIn(db, context, family.id)
    await register(page, [{ event, session, player }], 'later')
  }
  await context.close()
  const otherHour = await aSession(db, { eventId: clinic.id, startsOn: today })
  await aPlaceIn(db, otherHour.id, { firstName: 'Player Zoë' })
}

/** A player of another hour stands on the court. */
async function addGuest(page: Page) {
  await page.getByRole('link', { name: 'Add a guest' }).tap()
  await page.getByLabel('Name of the player').fill('player zoe')
  await page.getByRole('button', { name: 'Find' }).tap()
  await page.getByRole('button', { name: 'Add Player Zoë Vale' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Player Zoë Vale' })).toContainText('Guest')
}

async function markFifteenAndCall(page: Page) {
  const here = await page.getByRole('button', { name: /^Here.*, Player/ }).all()
  for (const button of here.filter((_, index) => index !== 15)) await button.tap()
  await expect(page.locator('.tally .board')).toHaveText(/15\s*here\s*1\s*to mark\s*1\/1\s*guest/)
  await page.getByRole('button', { name: 'Player 15 Vale', exact: true }).tap()
  const call = rows(page).nth(15).getByRole('link', { name: 'Robin Vale, parent (555) 010-0115' })
  await expect(call).toHaveAttribute('href', 'tel:+15550100115')
  // Nothing here can call: it is only looked whether a thumb would get there.
  await call.tap({ trial: true })
  const marks = page.getByRole('group', { name: 'Mark for Player 15 Vale' })
  await marks.getByRole('button', { name: 'Late' }).tap()
  await expect(strip(page)).toContainText('17 marks wait on this phone.')
}
