import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { timeZone } from '../../../test/builders/builders.ts'
import {
  aFamilyWithChildren,
  aFullSession,
  aWaitingFamily,
  cartFor,
  giveUp,
  listEntries,
  readCounts,
} from '../../../test/builders/waiting-families.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { takeFreePlace } from './answer-offer.server.ts'
import { makeOffers } from './make-offers.server.ts'

const startsIn = (days: number) => {
  const startsOn = addDays(todayIn(timeZone), days)
  return { startsOn, endsOn: startsOn }
}
const subjectsTo = async (db: Db, recipient: string) =>
  (await db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)).map(
    ({ subject }) => subject,
  )

test('in the last 24 hours all in line are told at once, the first press has the place, and strangers read that it is full', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 2, startsIn(1))
  const [slow, fast] = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId)]
  await giveUp(db, sessionId, 1)
  await makeOffers(world)
  await makeOffers(world)
  for (const { account } of [slow, fast])
    expect(await subjectsTo(db, account.email)).toEqual([expect.stringMatching(/^A place came free in /)])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 1, waiting: 2 })
  const stranger = await aFamilyWithChildren(db, 1)
  await expect(processCart(world, stranger.visitor, cartFor(stranger, sessionId))).rejects.toMatchObject({
    facts: { problems: ['This session is full.'] },
  })

  await takeFreePlace(world, fast.visitor, fast.entryId)
  await takeFreePlace(world, fast.visitor, fast.entryId)
  await expect(takeFreePlace(world, slow.visitor, slow.entryId)).rejects.toMatchObject({
    code: 'full',
    message: 'Somebody was faster. You are still in line.',
  })
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 1 })
  const [hold] = await db
    .select({ seconds: sql<number>`extract(epoch from ${registrations.heldUntil} - now())::float` })
    .from(registrations)
    .where(eq(registrations.personId, orNotFound(fast.personIds[0])))
  expect(hold?.seconds).toBeGreaterThan(0)
  expect(hold?.seconds, 'the minutes of a hold').toBeLessThan(3600)
  await processCart(world, fast.visitor, cartFor(fast, sessionId))
  await makeOffers(world)
  expect((await listEntries(db, sessionId)).map(({ state }) => state)).toEqual(['in line', 'accepted'])
})

test('“Take it” is not for a turn that is offered in order, and another family’s entry is not there', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db)
  const [one, other] = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId)]
  await giveUp(db, sessionId, 1)
  await expect(takeFreePlace(world, one.visitor, one.entryId)).rejects.toThrow('are offered in order')
  await expect(takeFreePlace(world, one.visitor, other.entryId)).rejects.toMatchObject({ code: 'not-found' })
  await db.update(sessions).set({ closedWords: 'Ask us.' })
  await expect(takeFreePlace(world, one.visitor, one.entryId)).rejects.toThrow('Ask us.')
})

test('“Take it” leaves out who has a place meanwhile, who is deleted, and who no longer fits, who is told', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 3, startsIn(1))
  const family = await aWaitingFamily(db, sessionId, 4)
  const [registered = '', gone = '', small = '', fitting = ''] = family.personIds
  const other = await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 1)
  const place = { accountId: family.account.id, personId: registered, sessionId, priceCents: 18_000 }
  const [taken] = await db.select().from(registrations).limit(1)
  await db.insert(registrations).values({ ...place, orderId: orNotFound(taken).orderId })
  await db.update(people).set({ isActive: false }).where(eq(people.id, gone))
  await db
    .update(people)
    .set({ birthday: startsIn(-1000).startsOn })
    .where(inArray(people.id, [small, ...other.personIds]))
  await db.update(sessions).set({ agesFrom: 6, agesTo: 90 })

  await takeFreePlace(world, family.visitor, family.entryId)
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'offered', children: 1 },
    { state: 'in line', children: 1 },
  ])
  expect(await db.$count(registrations, eq(registrations.personId, fitting))).toBe(1)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 3, kept: 0, waiting: 1 })
  expect(await subjectsTo(db, family.account.email)).toEqual([
    expect.stringMatching(/^Child2 cannot have a place in /),
  ])

  await takeFreePlace(world, other.visitor, other.entryId)
  expect((await listEntries(db, sessionId))[1]).toEqual({ state: 'does not fit', children: 0 })
  expect(await readCounts(db, sessionId)).toEqual({ taken: 3, kept: 0, waiting: 0 })
})

test('after the first day the list is over: nothing is kept, and who is left is told once', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 2, startsIn(1))
  const families = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId, 2)]
  await giveUp(db, sessionId, 1)
  await db.update(sessions).set(startsIn(0))
  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 1, waiting: 3 })

  await db.update(sessions).set(startsIn(-1))
  await makeOffers(world)
  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 0, waiting: 0 })
  expect((await listEntries(db, sessionId)).map(({ state }) => state)).toEqual(['over', 'over'])
  for (const { account } of families)
    expect(await subjectsTo(db, account.email)).toEqual([
      expect.stringMatching(/^A place came free in /),
      expect.stringMatching(/^The waiting list for .* is over$/),
    ])
})

test('what is kept waits twelve hours for a party that needs more, then goes to the next, and what nobody can use is for everybody', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 3)
  await aWaitingFamily(db, sessionId, 2)
  await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 1)
  const waited = (hours: number) =>
    db.update(sessions).set({ keptSince: sql`now() - make_interval(hours => ${hours})` })
  await waited(11)
  await makeOffers(world)
  expect((await listEntries(db, sessionId)).map(({ state }) => state)).toEqual(['in line', 'in line'])
  await waited(12)
  await makeOffers(world)
  expect((await listEntries(db, sessionId)).map(({ state }) => state)).toEqual(['in line', 'offered'])

  await giveUp(db, sessionId, 1)
  await waited(12)
  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 2 })
  await giveUp(db, sessionId, 1)
  await makeOffers(world)
  expect(
    (await listEntries(db, sessionId)).map(({ state }) => state),
    'kept and free together',
  ).toEqual(['offered', 'offered'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 3, kept: 0, waiting: 0 })
})
