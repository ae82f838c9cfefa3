import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import {
  formatSeason,
  type SeasonStructure,
  type StructureSession,
} from '#season/file/season-structure.server.ts'
import { newDraft, publishSeason } from '#season/publish/publish-season.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import { aProgramme } from '../builders/builders.ts'
import {
  aFullSession,
  aWaitingFamily,
  cartFor,
  giveUp,
  listEntries,
  readCounts,
} from '../builders/waiting-families.ts'
import { test } from '../harness/database.ts'
import { aWorld, type Gateway } from '../harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const desk = { by: 'member:robin', siteUrl: 'https://tennis.example', tellReworded: false } as const

/** A full session of a season that the desk publishes. */
async function aFullSeason(db: Db, places = 2, more: Partial<typeof sessions.$inferInsert> = {}) {
  const facts = { ...more, number: 1, description: 'Mornings', startsOn: '2030-06-17', endsOn: '2030-06-17' }
  const full = await aFullSession(db, places, facts)
  await aProgramme(db, { seasonBase: '2026-01-01' })
  await db.update(events).set({ name: 'Green Ball', location: 'Orchard Courts' })
  return full
}

async function publish(db: Db, change: (season: SeasonStructure) => SeasonStructure) {
  const { structure, ...draft } = await newDraft(db)
  const published = await publishSeason(db, { ...draft, structure: change(structure) }, desk)
  if (published.did !== 'published') throw new Error(JSON.stringify(published))
  return published.notified
}
const withoutClinics = (season: SeasonStructure) => ({ ...season, clinics: [] })
/** The session with what is changed of it; what is undefined is left out. */
const withSession = (changed: Partial<StructureSession>) => (season: SeasonStructure) => ({
  ...season,
  clinics: season.clinics?.map((event) => ({
    ...event,
    sessions: event.sessions?.map((session) => ({ ...session, ...changed })),
  })),
})

const states = async (db: Db, sessionId: number) =>
  (await listEntries(db, sessionId)).map(({ state }) => state)
const mailsTo = async (db: Db, recipient: string) =>
  (await db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)).map(
    ({ subject, text }) => ({ subject, text }),
  )

test('three places more, with a party of two first: the party gets two, the next family one', async ({
  db,
}) => {
  const { sessionId } = await aFullSeason(db)
  for (const children of [2, 1, 1]) await aWaitingFamily(db, sessionId, children)
  await publish(db, withSession({ places: 5 }))
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 3, waiting: 4 })
  await makeOffers(aWorld(db))
  expect(await states(db, sessionId)).toEqual(['offered', 'offered', 'in line'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 5, kept: 0, waiting: 1 })
})

test('fewer places: no more is kept than is left', async ({ db }) => {
  const { sessionId } = await aFullSeason(db, 4)
  for (const children of [1, 1, 1]) await aWaitingFamily(db, sessionId, children)
  await giveUp(db, sessionId, 2)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 2, waiting: 3 })
  await publish(db, withSession({ places: 3 }))
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 1, waiting: 3 })
  await makeOffers(aWorld(db))
  expect(await states(db, sessionId)).toEqual(['offered', 'in line', 'in line'])
})

test('a session that is never full any more has a place for everybody who waits', async ({ db }) => {
  const { sessionId } = await aFullSeason(db)
  for (const children of [2, 1, 3]) await aWaitingFamily(db, sessionId, children)
  await publish(db, withSession({ places: undefined }))
  await makeOffers(aWorld(db))
  expect(await states(db, sessionId)).toEqual(['offered', 'offered', 'offered'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 8, kept: 0, waiting: 0 })
})

test('a session that is taken away: it is closed and not deleted, who waits or is offered a place is told once, and nothing is kept', async ({
  db,
}) => {
  const { sessionId } = await aFullSeason(db, 1)
  const [offered, inLine] = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId)]
  await giveUp(db, sessionId, 1)
  await makeOffers(aWorld(db))

  expect(await publish(db, withoutClinics)).toMatchObject({ families: 2, owed: [] })
  expect(await db.select().from(sessions)).toMatchObject([{ isActive: false }])
  await makeOffers(aWorld(db))
  expect(await states(db, sessionId)).toEqual(['taken away', 'taken away'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 0, waiting: 0 })
  for (const { account } of [offered, inLine])
    expect((await mailsTo(db, account.email)).at(-1)?.text).toContain('The session is not offered any more.')
  expect((await mailsTo(db, inLine.account.email)).map(({ subject }) => subject)).toEqual([
    'The waiting list for Green Ball is over',
  ])
})

test('a session for which somebody waits, or waited, is closed instead of deleted, also where nobody registered', async ({
  db,
}) => {
  const { sessionId } = await aFullSeason(db, 0, { places: 1, taken: 1 })
  await aWaitingFamily(db, sessionId)
  await publish(db, withoutClinics)
  expect(await db.select().from(sessions)).toMatchObject([{ id: sessionId, isActive: false }])
})

test('a session that is closed with a sentence makes no offers, and those made stand', async ({ db }) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSeason(db)
  const [first] = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId)]
  await giveUp(db, sessionId, 1)
  await makeOffers(world)
  await publish(db, withSession({ closed: 'Ask us.' }))
  await giveUp(db, sessionId, 1)
  await makeOffers(world)
  expect(await states(db, sessionId)).toEqual(['offered', 'in line'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 1, waiting: 1 })

  await processCart(world, first.visitor, cartFor(first, sessionId))
  await makeOffers(world)
  expect(await states(db, sessionId)).toEqual(['accepted', 'in line'])

  await publish(db, withSession({ closed: [] }))
  await makeOffers(world)
  expect(await states(db, sessionId)).toEqual(['accepted', 'offered'])
})

test('a session that moves: who waits and who is offered a place is told, and the offer is accepted as the session now is', async ({
  db,
}) => {
  const world = aWorld(db, gateway.settings)
  const { sessionId } = await aFullSeason(db)
  const twins = await aWaitingFamily(db, sessionId, 2)
  const inLine = await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 2)
  await makeOffers(world)
  const { lines } = await processCart(world, twins.visitor, cartFor(twins, sessionId, 'card'))
  const payment = (nonce: string) => ({
    ...{ nonce, amountCents: 36_000, idempotencyKey: crypto.randomUUID() },
    registrationIds: lines.map(({ registrationId }) => registrationId),
  })
  const told = await publish(db, withSession({ starts: '2030-06-24', ends: '2030-06-24' }))

  expect(told).toEqual({ families: 2, reworded: 0, owed: [] })
  const [toTwins, toLine] = [await mailsTo(db, twins.account.email), await mailsTo(db, inLine.account.email)]
  expect(toTwins.at(-1)).toEqual({
    subject: 'A session that you wait for has changed',
    text: expect.stringMatching(
      /Child0 and Child1: Green Ball, Session 1\. Places there are offered to you\. New days: .* You can accept them as the session now is, or decline\./,
    ),
  })
  expect(toLine.at(-1)?.text).toMatch(
    /Child0: Green Ball, Session 1\. You are on its waiting list\. New days: .* You keep your turn/,
  )
  await expect(pay(world, twins.visitor, payment('fake-valid-nonce'))).rejects.toMatchObject({
    code: 'session-moved',
    message: expect.stringMatching(
      /Green Ball has changed\. .* Nothing was charged, and your place is still kept\. Please look at your cart/,
    ),
  })
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 1 })
  await processCart(world, twins.visitor, cartFor(twins, sessionId, 'card'))
  expect(await pay(world, twins.visitor, payment('fake-valid-nonce'))).toMatchObject({ state: 'accepted' })
  await makeOffers(world)
  expect(await states(db, sessionId)).toEqual(['accepted', 'in line'])
})

test('who no longer fits when the turn comes is told and passed over, and the other child of a party keeps the turn', async ({
  db,
}) => {
  const { sessionId } = await aFullSeason(db)
  const twins = await aWaitingFamily(db, sessionId, 2)
  const next = await aWaitingFamily(db, sessionId)
  const [small = ''] = twins.personIds
  await db.update(people).set({ birthday: '2023-01-01' }).where(eq(people.id, small))
  await db.update(sessions).set({ agesFrom: 8, agesTo: 16 }).where(eq(sessions.id, sessionId))
  await giveUp(db, sessionId, 2)
  await makeOffers(aWorld(db))
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'offered', children: 1 },
    { state: 'offered', children: 1 },
  ])
  const [passedOver] = await mailsTo(db, twins.account.email)
  expect(passedOver).toMatchObject({ subject: 'Child0 cannot have a place in Green Ball' })
  expect(passedOver?.text).toContain('this is for 8 to 16')
  expect((await mailsTo(db, next.account.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^A place is yours until /),
  ])
})

test('no counter is in the season: it is written and read again without a change, and its copy begins anew', async ({
  db,
}) => {
  const { sessionId } = await aFullSeason(db)
  await aWaitingFamily(db, sessionId, 2)
  await giveUp(db, sessionId, 1)
  const before = await db.select().from(sessions)
  expect(before).toMatchObject([{ kept: 1, waiting: 2 }])
  const { structure } = await newDraft(db)
  expect(formatSeason(structure)).not.toMatch(/kept|waiting|taken/)
  await publish(db, (season) => season)
  expect(await db.select().from(sessions)).toEqual(before)
  expect(orNotFound((await db.select().from(waitingEntries))[0]).endedAt).toBeNull()
})
