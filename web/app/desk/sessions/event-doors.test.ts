import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { events, sessions } from '#events/events.tables.ts'
import { completeFamilies } from '#people/families.db.server.ts'
import { families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { eventIn, withEvent } from '#season/drafts/draft-edits.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import { aMember, anEvent, aProgramme, payByHand } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'

const door = 'href="/desk/season/events/green"'

/** A session of today that is full, called off though it was paid, and changed in the draft of an owner. */
async function aSeason(db: Db) {
  await aProgramme(db, { seasonBase: '2020-01-01' })
  const { session, coach } = await aCourt(db, 1)
  await db.update(events).set({ key: 'green' }).where(eq(events.id, session.eventId))
  await completeFamilies(db)
  const [place] = await db.select().from(registrations)
  const [family] = await db
    .select()
    .from(families)
    .where(eq(families.id, orNotFound(place?.familyId)))
  const owner = await aMember(db, ['owner'])
  const site = await aSite(aWorld(db), routes)
  const seenBy =
    ({ token }: { token: string }) =>
    async (path: string) =>
      (await site(path, { headers: { cookie: `sign-in=${token}` } })).text()
  return { session, coach, owner, place: orNotFound(place), number: orNotFound(family).number, seenBy }
}

test('the name of an event leads to its page wherever it stands at the desk, for who may edit the season and for nobody else', async ({
  db,
}) => {
  const { session, coach, owner, place, number, seenBy } = await aSeason(db)
  await editDraft(db, { accountId: owner.id, actor: `member:${owner.id}` }, (season) => {
    const known = orNotFound(eventIn(season, 'green'))
    return withEvent(season, { ...known, event: { ...known.event, price: '$99.00' } })
  })
  const roster = `/desk/sessions/${session.id}`
  const family = `/desk/families/${number}`
  const ofSession = `/desk/season/events/green/${toYear(session.startsOn)}-${session.number}`
  const ofSeason = [`/desk/season?year=${toYear(session.startsOn)}`, ofSession, '/desk/season/changes']
  const treasurer = await aMember(db, ['treasurer'])

  for (const path of ['/desk', '/desk/sessions', roster, family, ...ofSeason])
    expect([path, await seenBy(owner)(path)]).toEqual([path, expect.stringContaining(door)])
  expect(await seenBy(owner)(roster)).toContain(`href="${ofSession}"`)
  const today = await seenBy(owner)('/desk')
  expect(today.split(door)).toHaveLength(3)
  for (const to of [roster, '/desk/meetings/']) expect(today).toContain(`href="${to}`)
  for (const path of ['/desk', '/desk/sessions', roster]) {
    const page = await seenBy(coach)(path)
    expect(page).toContain('Summer Clinic')
    expect(page).not.toContain('/desk/season/events')
  }
  expect(await seenBy(treasurer)(family)).not.toContain('/desk/season/events')

  await payByHand(db, [place.id], 'cash')
  await db.update(sessions).set({ calledOffAt: new Date(), isActive: false })
  const calledOff = await seenBy(owner)('/desk')
  expect(calledOff).toContain('Paid, and closed now')
  expect(calledOff.split(door)).toHaveLength(3)
})

test('an event without a session stands in the list of the season, with a door to its first session', async ({
  db,
}) => {
  const { owner, seenBy } = await aSeason(db)
  await anEvent(db, { key: 'bare', kind: 'league', name: 'Junior Team League' })

  const season = await seenBy(owner)('/desk/season?year=2031')

  expect(season).toContain('Junior Team League')
  for (const to of ['/desk/season/events/bare', '/desk/season/events/bare/new'])
    expect(season).toContain(`href="${to}"`)
  expect(season).not.toContain('No session begins in 2031')
  expect(await seenBy(owner)('/desk/season/events/bare')).toContain('Add a session')
})
