import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { attendance } from '../web/app/meetings/attendance.tables.ts'
import { careNotes } from '../web/app/people/care.tables.ts'
import { signIns } from '../web/app/people/people.tables.ts'
import { cookieNameFor } from '../web/app/people/visitor.server.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { found } from '../web/app/platform/refusal.ts'
import { aSession } from '../web/test/builders.ts'
import { aCourt, aPlaceIn } from '../web/test/court.ts'
import { expect, site, test } from './fixtures.ts'

/** A coach with 16 players on the court today, and a browser in which the coach has taken the second step. */
async function aCoachAtCourt(db: Db, context: BrowserContext) {
  const court = await aCourt(db, 16)
  await context.addCookies([{ name: cookieNameFor(site), value: court.coach.token, url: site }])
  const ofCoach = eq(signIns.accountId, court.coach.id)
  const takeSecondStep = (at: Date | null) => db.update(signIns).set({ secondFactorAt: at }).where(ofCoach)
  const marks = () => db.$count(attendance, eq(attendance.meetingId, court.meeting.id))
  return { ...court, address: `/desk/meetings/${court.meeting.id}`, takeSecondStep, marks }
}

const here = (page: Page) => page.getByRole('button', { name: /^Here.*, Player/ })
const strip = (page: Page) => page.locator('.signal')

/** All that the worker keeps. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return texts
  })

/** How many rows the account's store has of each kind. */
const storedOf = (page: Page, account: string) =>
  page.evaluate(async (name) => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const store = await done(indexedDB.open(name))
    const counted = ['sheets', 'keys', 'marks'].map((kind) =>
      done(store.transaction(kind).objectStore(kind).count()),
    )
    const counts = await Promise.all(counted)
    store.close()
    return counts
  }, `desk-${account}`)

test('a coach marks 16 players without signal, and a guest who was added, closes the page, opens it again, and all marks are there when signal is back', async ({
  page,
  context,
  db,
}) => {
  const { address, players, coach, marks, session } = await aCoachAtCourt(db, context)
  const { eventId, startsOn } = session
  const otherHour = await aSession(db, { eventId, startsOn })
  await aPlaceIn(db, otherHour.id, { firstName: 'Player Zoë' })
  const personId = found(players[0]).id
  await db.insert(careNotes).values({ personId, category: 'allergy', note: 'Peanuts, nothing else.' })
  await page.goto(address)
  await page.getByRole('link', { name: 'Add a guest' }).tap()
  await page.getByLabel('Name of the player').fill('player zoe')
  await page.getByRole('button', { name: 'Find' }).tap()
  await page.getByRole('button', { name: 'Add Player Zoë Vale' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Player Zoë Vale' })).toContainText('Guest')
  await expect.poll(async () => (await cached(page)).length).toBeGreaterThan(4)
  await expect.poll(() => storedOf(page, coach.id)).toEqual([1, 1, 0])

  await context.setOffline(true)
  await expect(strip(page)).toContainText('No signal.')
  for (const button of await here(page).all()) await button.tap()
  await expect(strip(page)).toContainText('17 marks wait on this phone.')
  await expect(page.locator('.tally .board')).toHaveText(/16\s*here\s*0\s*to mark\s*1\/1\s*guest/)

  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expect(strip(again)).toContainText('No signal. 17 marks wait on this phone. Sheet from')
  await expect(again.locator('.player')).toHaveCount(17)
  await again.getByRole('button', { name: 'Player 000 Vale', exact: true }).tap()
  await again.getByRole('button', { name: 'Open the note for Player 000 Vale' }).tap()
  await expect(again.getByText('Peanuts, nothing else.')).toBeVisible()
  expect((await cached(again)).join(' ')).not.toMatch(/Player 0|Peanuts|010-0100/)
  expect(await marks()).toBe(0)

  await context.setOffline(false)
  await expect(strip(again)).toHaveText('All marks are saved.', { timeout: 5000 })
  expect(await marks()).toBe(17)
})

test('marks wait for the code when the second step has run out; a log-out says how many, and leaves no name behind', async ({
  page,
  context,
  db,
}) => {
  const { address, coach, marks, takeSecondStep } = await aCoachAtCourt(db, context)
  await page.goto(address)
  await expect.poll(() => storedOf(page, coach.id)).toEqual([1, 1, 0])
  await here(page).first().tap()
  await expect.poll(marks).toBe(1)
  await takeSecondStep(null)
  await here(page).nth(1).tap()
  await expect(strip(page)).toContainText('1 mark waits for your code.')

  const said: string[] = []
  page.once('dialog', (dialog) => {
    said.push(dialog.message())
    return dialog.dismiss()
  })
  const logOut = async () => {
    await page.getByText('Menu', { exact: true }).tap()
    await page.getByRole('button', { name: 'Log out' }).tap()
  }
  await logOut()
  await expect.poll(() => said).toEqual(['1 mark is only on this phone. It is sent when you log in again.'])
  expect(await storedOf(page, coach.id)).toEqual([1, 1, 1])
  await takeSecondStep(new Date())
  await page.goto(address)
  await expect.poll(marks).toBe(2)
  await takeSecondStep(null)
  await here(page).nth(2).tap()
  await expect(strip(page)).toContainText('1 mark waits for your code.')
  page.once('dialog', (dialog) => dialog.accept())
  await logOut()
  await expect(page).toHaveURL(`${site}/`)
  expect(await storedOf(page, coach.id)).toEqual([0, 0, 1])
  expect(await marks()).toBe(2)
})

test('marks of a meeting that the site takes none of wait and are told of; those of the next meeting are saved', async ({
  page,
  context,
  db,
}) => {
  const { address, coach, marks } = await aCoachAtCourt(db, context)
  await page.goto(address)
  await expect.poll(() => storedOf(page, coach.id)).toEqual([1, 1, 0])
  await page.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const ids = { id: crypto.randomUUID(), meetingId: crypto.randomUUID(), personId: crypto.randomUUID() }
    const step = opening.result.transaction('marks', 'readwrite')
    step.objectStore('marks').put({ ...ids, mark: 'here', collectedBy: null, at: Date.now(), seq: 1 })
    await new Promise((resolve) => {
      step.oncomplete = resolve
    })
    opening.result.close()
  }, `desk-${coach.id}`)

  await here(page).first().tap()

  await expect.poll(marks).toBe(1)
  await expect(strip(page)).toHaveText('A mark was not saved. We could not find that.')
  await expect.poll(() => storedOf(page, coach.id)).toEqual([1, 1, 1])
})
