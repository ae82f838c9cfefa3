import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { formatMoment } from '#platform/format/clock.ts'
import { addDays, type Day, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { answerEntry } from '#waiting-list/offers/answer-entry.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from '../../test/builders/builders.ts'
import { apiClient } from '../../test/harness/api-client.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { entryView, withoutFormer } from './entry-view.ts'
import { listFamilyEntries } from './family-entries.db.server.ts'
import { moveToHead } from './move-ahead.server.ts'

const today = todayIn(timeZone)

async function aFamily(world: World, children = 1) {
  const account = await anAccount(world.db)
  const call = await apiClient(world, account)
  const playerIds: string[] = []
  for (let at = 0; at < children; at += 1)
    playerIds.push((await aPlayer(world.db, { accountId: account.id, firstName: `Child${at}` })).id)
  const join = (sessionId: number, ids = playerIds) =>
    call('/join-waiting-list', { session_id: sessionId, player_ids: ids })
  const views = async () => withoutFormer((await listFamilyEntries(world.db, account.id)).map(entryView))
  return { ...account, call, playerIds, join, views }
}

/** A session with this many places, all of them taken by another family. */
async function aFullSession(
  world: World,
  { places = 1, priceCents = 18_000, startsOn = addDays(today, 30) } = {},
) {
  await aProgramme(world.db)
  const event = await anEvent(world.db, { priceCents })
  const { id } = await aSession(world.db, { eventId: event.id, startsOn, places })
  const { visitor, playerIds } = await aFamily(world, places)
  await processCart(world, visitor, {
    method: 'later',
    places: playerIds.map((personId) => ({ personId, sessionId: id, seenCents: priceCents })),
    idempotencyKey: crypto.randomUUID(),
  })
  return id
}

const free = (db: Db, sessionId: number) =>
  db.transaction((tx) => freePlaces(tx, eq(registrations.sessionId, sessionId), byFamily(null)))

const startOn = (db: Db, id: number, startsOn: Day) =>
  db.update(sessions).set({ startsOn, endsOn: startsOn }).where(eq(sessions.id, id))

test('a family joins the list with two children, and sees its turn and the day on which another was moved ahead', async ({
  db,
}) => {
  const world = aWorld(db)
  const id = await aFullSession(world)
  const [first, twins, third] = [await aFamily(world), await aFamily(world, 2), await aFamily(world)]
  await first.join(id)

  const { status, answer } = await twins.join(id)
  const { answer: thirdEntry } = await third.join(id)

  expect(status).toBe(200)
  expect(answer.entry).toMatchObject({ state: 'in line', place: 2, families: 2, since: today })
  await db.update(waitingEntries).set({ joinedAt: sql`now() - interval '1 minute'` })
  await db.transaction((tx) => moveToHead(tx, { id: thirdEntry.entry.id, sessionId: id }))
  expect((await twins.call('/my-waiting-list')).answer.entries).toMatchObject([
    { session_id: id, player_ids: twins.playerIds, place: 3, families: 3, moved_ahead_on: [today] },
  ])
  expect((await third.call('/my-waiting-list')).answer.entries).toMatchObject([
    { place: 1, moved_ahead_on: [] },
  ])
})

test('nobody waits twice, for what has places, is closed, is not open yet or has begun, or without the release', async ({
  db,
}) => {
  const world = aWorld(db)
  const id = await aFullSession(world)
  const family = await aFamily(world)
  const set = (facts: Partial<typeof sessions.$inferInsert>) =>
    db.update(sessions).set(facts).where(eq(sessions.id, id))
  const joinCode = async () => {
    const { status, answer } = await family.join(id)
    return `${status} ${answer.code}`
  }

  await set({ places: 2 })
  expect(await joinCode()).toBe('409 not-full')
  await set({ places: 1, closedWords: 'Closed for the storm.' })
  expect(await joinCode()).toBe('409 not-possible')
  await set({ closedWords: null, opensAt: new Date(Date.now() + 3_600_000) })
  expect(await joinCode()).toBe('409 not-possible')
  await set({ opensAt: null })
  await startOn(db, id, addDays(today, -1))
  expect(await joinCode()).toBe('409 not-possible')
  await startOn(db, id, addDays(today, 30))
  await db.execute(sql`delete from releases where account_id = ${family.id}`)
  expect(await joinCode()).toBe('409 release-unsigned')
  await db.execute(sql`insert into releases (account_id, version, how, by)
    values (${family.id}, '1', 'sign-up', ${`family:${family.familyId}`})`)
  expect((await family.join(id)).status).toBe(200)
  expect(await joinCode()).toBe('409 already-waiting')
  expect(await family.call('/join-waiting-list', { session_id: id, player_ids: [] })).toMatchObject({
    status: 400,
  })
})

test('who declines an offer is out, and stands again at the end of the list', async ({ db }) => {
  const world = aWorld(db)
  const id = await aFullSession(world)
  const [first, second] = [await aFamily(world), await aFamily(world)]
  const { entry } = (await first.join(id)).answer
  await second.join(id)
  await free(db, id)
  await makeOffers(world)
  expect(await first.views()).toMatchObject([{ state: 'offered', offer: { items: [{ player: {} }] } }])

  expect((await first.call('/leave-waiting-list', { entry_id: entry.id })).status).toBe(200)
  await makeOffers(world)

  expect(await second.views()).toMatchObject([{ state: 'offered' }])
  expect(await first.views()).toMatchObject([
    { state: 'ended', ended: 'You declined the offer. It went to the next family.', canStandAgain: true },
  ])
  await answerEntry(world, first.visitor, { act: 'stand again', entry: entry.id })
  expect(await first.views()).toMatchObject([{ state: 'in line', standing: { place: 1, families: 1 } }])
  expect((await first.call('/leave-waiting-list', { entry_id: entry.id })).status).toBe(404)
})

test('on the last day the first press takes what is kept; a child who has a place by then leaves the others their turn', async ({
  db,
}) => {
  const world = aWorld(db)
  const id = await aFullSession(world)
  const [slow, quick] = [await aFamily(world), await aFamily(world, 2)]
  const slowEntry = (await slow.join(id)).answer.entry
  const quickEntry = (await quick.join(id)).answer.entry
  expect((await quick.call('/take-kept-place', { entry_id: quickEntry.id })).answer.code).toBe('not-possible')
  await startOn(db, id, today)
  expect((await slow.call('/take-kept-place', { entry_id: slowEntry.id })).answer.code).toBe('full')
  await free(db, id)
  const [registered = '', waiting = ''] = quick.playerIds
  await db.update(sessions).set({ places: 2 }).where(eq(sessions.id, id))
  await processCart(
    world,
    quick.visitor,
    {
      method: 'later',
      places: [{ personId: registered, sessionId: id, seenCents: 18_000 }],
      idempotencyKey: crypto.randomUUID(),
    },
    { actor: 'site' },
  )

  expect((await quick.call('/take-kept-place', { entry_id: quickEntry.id })).status).toBe(200)

  expect((await slow.call('/take-kept-place', { entry_id: slowEntry.id })).answer.code).toBe('full')
  expect(await quick.views()).toMatchObject([
    { state: 'offered', offer: { items: [{ player: { id: waiting } }] } },
  ])
})

test('a free place that is offered is registered by one press, pressed twice it is one', async ({ db }) => {
  const world = aWorld(db)
  const id = await aFullSession(world, { priceCents: 0 })
  const family = await aFamily(world)
  const { entry } = (await family.join(id)).answer
  await free(db, id)
  await makeOffers(world)
  const answer = { act: 'register', entry: entry.id, key: crypto.randomUUID() } as const

  const page = await answerEntry(world, family.visitor, answer)

  expect(page).toMatch(/^\/pages\/order\/success\//)
  expect(await answerEntry(world, family.visitor, answer)).toBe('/pages/waiting-list')
  expect(await db.$count(registrations, sql`session_id = ${id} and removed_at is null`)).toBe(1)
  await makeOffers(world)
  expect(await family.views()).toMatchObject([{ state: 'ended', canStandAgain: false }])
})

test('when the bank declines an offer’s payment late, its family is told that the places stay until the offer’s end', async ({
  db,
}) => {
  const world = aWorld(db)
  const id = await aFullSession(world)
  const family = await aFamily(world)
  await family.join(id)
  await free(db, id)
  await makeOffers(world)
  const [charge] = await db
    .insert(charges)
    .values({
      ...{ accountId: family.id, familyId: family.familyId, amountCents: 18_000, state: 'declined' },
      ...{ idempotencyKey: crypto.randomUUID(), endedAt: new Date(), isPromised: true },
    })
    .returning()
  const ended = orNotFound(charge)
  const isTheirs = eq(registrations.accountId, family.id)
  await db.update(registrations).set({ chargeId: ended.id, chargeCents: 18_000 }).where(isTheirs)

  await db.transaction((tx) => chargePurpose(world).ended(tx, ended))

  const { offeredUntil } = orNotFound((await listFamilyEntries(db, family.id))[0])
  const mail = (await db.select().from(mails).where(eq(mails.recipient, family.email))).at(-1)
  expect(mail?.text).toContain(
    `We keep your places until ${formatMoment(orNotFound(offeredUntil), timeZone)}`,
  )
  expect(await family.views()).toMatchObject([{ state: 'offered', offer: { items: [{}] } }])
})
