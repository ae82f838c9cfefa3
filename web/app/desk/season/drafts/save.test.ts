import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import routes from '#routes.ts'
import { seasonDrafts } from '#season/season.tables.ts'
import { aMember, anEvent, aProgramme, aSession } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

/** Asks and posts as a registrar would, without a script. */
async function aRegistrar(db: Db) {
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
  const page = async (address: string) => (await site(address, { headers })).text()
  const post = (address: string, form: Record<string, string>) =>
    site(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    })
  return { page, post }
}

test('a session that is saved leads back to its form, which says what was saved, without a script', async ({
  db,
}) => {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball' })
  await aSession(db, { eventId, number: 1, startsOn: '2037-06-15', endsOn: '2037-06-18' })
  const { page, post } = await aRegistrar(db)
  const form = { number: '1', starts: '2037-06-15', ends: '2037-06-18', note: 'Mon to Thu', active: 'on' }

  const saved = await post('/desk/season/events/green/2037-1', form)

  expect(saved.status).toBe(302)
  expect(await page(saved.headers.get('location') ?? '')).toContain(
    '<p role="status"><span>Saved in your draft: Session 1 of Green Ball.</span>',
  )
})

test('ages that stand in the text alone are proposed, and hold once somebody confirms them', async ({
  db,
}) => {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball' })
  const days = { startsOn: '2037-06-15', endsOn: '2037-06-18' }
  const note = 'Mon to Thu (Ages 8 to 10)'
  await aSession(db, { eventId, number: 1, ...days, description: note })
  const { page, post } = await aRegistrar(db)
  const form = '/desk/season/events/green/2037-1'
  expect(await page(form)).toContain('value="confirm-ages"')

  const typed = { number: '1', starts: days.startsOn, ends: days.endsOn, note, active: 'on' }
  expect((await post(form, { ...typed, what: 'confirm-ages' })).status).toBe(302)

  const [draft] = await db.select().from(seasonDrafts)
  expect(draft?.structure?.clinics?.[0]?.sessions).toMatchObject([{ ages: '8 to 10', 'ages on': [] }])
  expect(await page(form)).not.toContain('value="confirm-ages"')
})

test('a holiday is entered once for all sessions that meet then, but one that is not ticked', async ({
  db,
}) => {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball' })
  const meets = { days: [1, 2, 3, 4], starts: '09:00', ends: '11:30' }
  for (const number of [1, 2, 3])
    await aSession(db, { eventId, number, startsOn: '2037-06-15', endsOn: '2037-06-18', meets })
  const { page, post } = await aRegistrar(db)
  const dayOff = '/desk/season/day-off'

  const asked = await page(`${dayOff}?day=2037-06-16`)
  expect(asked.match(/name="session:green 2037-\d"/g)).toHaveLength(3)
  expect((await post(dayOff, { day: '2037-06-16' })).status).toBe(400)
  const done = await post(dayOff, {
    day: '2037-06-16',
    'session:green 2037-1': 'on',
    'session:green 2037-3': 'on',
  })

  expect(await page(done.headers.get('location') ?? '')).toContain('2 sessions do not meet, in your draft.')
  const [draft] = await db.select().from(seasonDrafts)
  expect(draft?.structure?.clinics?.[0]?.sessions.map(({ skips }) => skips ?? [])).toEqual([
    ['2037-06-16'],
    [],
    ['2037-06-16'],
  ])
  expect(await page(`${dayOff}?day=2020-06-16`)).toContain('That day is past.')
})
