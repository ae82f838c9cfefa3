import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { attendance } from '../../web/app/meetings/attendance/attendance.tables.ts'
import { signIns } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { aCourt } from '../../web/test/builders/court.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { cached, readPhoneStore } from '../support/phone-store.ts'

/** A coach with players on the court today, and a browser in which the coach has taken the second step. */
async function aCoachAtCourt(db: Db, context: BrowserContext) {
  const court = await aCourt(db)
  await context.addCookies([{ name: cookieNameFor(site), value: court.coach.token, url: site }])
  const ofCoach = eq(signIns.accountId, court.coach.id)
  const takeSecondStep = (at: Date | null) => db.update(signIns).set({ secondFactorAt: at }).where(ofCoach)
  const marks = () => db.$count(attendance, eq(attendance.meetingId, court.meeting.id))
  return { ...court, address: `/desk/meetings/${court.meeting.id}`, takeSecondStep, marks }
}

const here = (page: Page) => page.getByRole('button', { name: /^Here.*, Player/ })
const strip = (page: Page) => page.locator('.signal')

test('a sheet that was never opened opens without signal once the desk was opened, and no name lies outside of the sealed store', async ({
  page,
  context,
  db,
}) => {
  const { coach } = await aCoachAtCourt(db, context)
  await page.goto('/desk')
  await expect.poll(() => readPhoneStore(page, coach.id)).toEqual([1, 1, 0])
  await expect.poll(async () => (await cached(page)).join('\n')).toContain('/desk/offline')
  expect((await cached(page)).join('\n')).not.toContain('Player 00')

  await context.setOffline(true)
  await page.getByRole('region', { name: 'At the courts today' }).getByRole('link').first().tap()

  await expect(page).toHaveURL(/\/desk\/offline\?meeting=/)
  await expect(here(page)).toHaveCount(3)
  await context.setOffline(false)
})

test('marks wait for the code when the second step has run out; a log-out says how many, and leaves no name behind', async ({
  page,
  context,
  db,
}) => {
  const { address, coach, marks, takeSecondStep } = await aCoachAtCourt(db, context)
  await page.goto(address)
  await expect.poll(() => readPhoneStore(page, coach.id)).toEqual([1, 1, 0])
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
  expect(await readPhoneStore(page, coach.id)).toEqual([1, 1, 1])
  await takeSecondStep(new Date())
  await page.goto(address)
  await expect.poll(marks).toBe(2)
  await takeSecondStep(null)
  await here(page).nth(2).tap()
  await expect(strip(page)).toContainText('1 mark waits for your code.')
  page.once('dialog', (dialog) => dialog.accept())
  await logOut()
  await expect(page).toHaveURL(`${site}/`)
  expect(await readPhoneStore(page, coach.id)).toEqual([0, 0, 1])
  expect(await marks()).toBe(2)
})

test('marks of a meeting that the site takes none of wait and are told of; those of the next meeting are saved', async ({
  page,
  context,
  db,
}) => {
  const { address, coach, marks } = await aCoachAtCourt(db, context)
  await page.goto(address)
  await expect.poll(() => readPhoneStore(page, coach.id)).toEqual([1, 1, 0])
  await page.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const ids = { id: crypto.randomUUID(), meetingId: crypto.randomUUID(), personId: crypto.randomUUID() }
    const step = opening.result.transaction(['marks', 'phone'], 'readwrite')
    // The phone's first, so that it is sent before those of this meeting.
    step.objectStore('phone').put({ phone: crypto.randomUUID(), seq: 1, lastAt: 0 }, 'this')
    step.objectStore('marks').put({ ...ids, mark: 'here', collectedBy: null, at: Date.now(), seq: 1 })
    await new Promise((resolve) => {
      step.oncomplete = resolve
    })
    opening.result.close()
  }, `desk-${coach.id}`)

  await here(page).first().tap()

  await expect.poll(marks).toBe(1)
  await expect(strip(page)).toHaveText('A mark was not saved. We could not find that.')
  await expect.poll(() => readPhoneStore(page, coach.id)).toEqual([1, 1, 1])
})
