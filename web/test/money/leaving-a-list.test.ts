import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { forgetInactive } from '#account/erasing/forget-inactive.server.ts'
import { sweepRecords } from '#account/erasing/sweep-records.server.ts'
import { familyData } from '#account/family-data.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { deletePlayerAtDesk } from '#desk/family/change-family.server.ts'
import { familyAt } from '#desk/family/family.server.ts'
import { sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { familyPlayers } from '#registrations/family/family-players.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { removeDemo } from '#season/demo/remove-demo.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
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

test('a child that waits is deleted: it leaves the list, the other keeps the turn, and the last takes the entry along', async ({
  db,
}) => {
  const { sessionId } = await aFullSession(db)
  const twins = await aWaitingFamily(db, sessionId, 2)
  await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 1)
  const [one = '', other = ''] = twins.personIds

  await deletePlayer(db, twins.visitor, one)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 1, waiting: 2 })
  await makeOffers(aWorld(db))
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'offered', children: 1 },
    { state: 'in line', children: 1 },
  ])

  await deletePlayer(db, twins.visitor, other)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 1, waiting: 1 })
  await makeOffers(aWorld(db))
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'left', children: 0 },
    { state: 'offered', children: 1 },
  ])
})

test('an offer keeps nobody from deleting a child, its place goes to the next, and the other twin keeps its own; what is being paid stays', async ({
  db,
}) => {
  const { sessionId } = await aFullSession(db)
  const twins = await aWaitingFamily(db, sessionId, 2)
  const next = await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 2)
  await makeOffers(aWorld(db))
  expect((await familyPlayers(db, twins.account.id)).map(({ block }) => block)).toEqual([
    undefined,
    undefined,
  ])

  const [one = '', other = ''] = twins.personIds
  await deletePlayer(db, twins.visitor, one)
  await makeOffers(aWorld(db))
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'offered', children: 1 },
    { state: 'offered', children: 1 },
  ])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 0 })
  expect(await db.$count(registrations, eq(registrations.personId, orNotFound(next.personIds[0])))).toBe(1)

  const pending = { accountId: twins.account.id, idempotencyKey: 'pays', amountCents: 18_000 }
  const { id: chargeId } = orNotFound((await db.insert(charges).values(pending).returning())[0])
  await db
    .update(registrations)
    .set({ chargeId, chargeCents: 18_000 })
    .where(eq(registrations.personId, other))
  await expect(deletePlayer(db, twins.visitor, other)).rejects.toMatchObject({ code: 'player-registered' })
  expect(await listEntries(db, sessionId)).toMatchObject([{ children: 1 }, {}])
})

test('the desk deletes a player of a family on paper who waits', async ({ db }) => {
  const { sessionId } = await aFullSession(db)
  const { account, personIds } = await aWaitingFamily(db, sessionId)
  await db.update(accounts).set({ email: null }).where(eq(accounts.id, account.id))
  const [{ number } = { number: 0 }] = await db
    .select({ number: accounts.number })
    .from(accounts)
    .where(eq(accounts.id, account.id))
  const why = { actor: 'command:bea', reason: 'mistake', words: '' } as const
  await deletePlayerAtDesk(db, await familyAt(db, number), orNotFound(personIds[0]), why)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 0 })
})

test('an account that is erased leaves its lists, and its offers go to the next', async ({ db }) => {
  const world = aWorld(db, gateway.settings)
  const { sessionId } = await aFullSession(db)
  const { sessionId: otherId } = await aFullSession(db, 1)
  const twins = await aWaitingFamily(db, sessionId, 2)
  await aWaitingFamily(db, sessionId, 2)
  await db.insert(waitingEntries).values({ accountId: twins.account.id, sessionId: otherId, turn: 1 })
  const entry = orNotFound(
    (await db.select().from(waitingEntries).where(eq(waitingEntries.sessionId, otherId)))[0],
  )
  await db
    .insert(waitingPlayers)
    .values({ entryId: entry.id, sessionId: otherId, personId: orNotFound(twins.personIds[0]) })
  await db.update(sessions).set({ waiting: 1 }).where(eq(sessions.id, otherId))
  await giveUp(db, sessionId, 2)
  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 2 })
  expect(await familyData(db, twins.account.id)).toMatchObject({
    waitingLists: [
      { sessionId, endedWhy: null, players: [{ endedAt: null }, { endedAt: null }] },
      { sessionId: otherId },
    ],
  })

  await eraseAccount(world, twins.account.id)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 2, waiting: 2 })
  expect(await readCounts(db, otherId)).toEqual({ taken: 1, kept: 0, waiting: 0 })
  await makeOffers(world)
  expect(await listEntries(db, sessionId)).toEqual([{ state: 'offered', children: 2 }])
})

test('an account that waits is in use, and the demo leaves its lists', async ({ db }) => {
  const world = aWorld(db, gateway.settings)
  const { sessionId } = await aFullSession(db, 1)
  const old = await aWaitingFamily(db, sessionId)
  await aWaitingFamily(db, sessionId)
  await db
    .update(accounts)
    .set({ lastLoginAt: sql`now() - interval '4 years'` })
    .where(eq(accounts.id, old.account.id))
  await forgetInactive(world)
  expect((await db.select().from(accounts).where(eq(accounts.id, old.account.id)))[0]).toMatchObject({
    erasureToldAt: null,
  })

  await giveUp(db, sessionId, 1)
  await makeOffers(world)
  await db.update(accounts).set({ isDemo: true }).where(eq(accounts.id, old.account.id))
  await db.transaction((tx) => removeDemo(tx))
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 1, waiting: 1 })
  expect(await listEntries(db, sessionId)).toEqual([{ state: 'in line', children: 1 }])
})

test('who waited is known until 30 days after the first day of the session', async ({ db }) => {
  const { sessionId } = await aFullSession(db, 1)
  const family = await aWaitingFamily(db, sessionId)
  await giveUp(db, sessionId, 1)
  await makeOffers(aWorld(db))
  await processCart(aWorld(db), family.visitor, cartFor(family, sessionId))
  await makeOffers(aWorld(db))
  const startedAgo = (days: number) =>
    db
      .update(sessions)
      .set({ startsOn: sql`current_date - ${days}::int`, endsOn: sql`current_date - ${days}::int` })
      .where(eq(sessions.id, sessionId))

  await startedAgo(retention.waitingListDays)
  await sweepRecords(db)
  expect(await listEntries(db, sessionId)).toEqual([{ state: 'accepted', children: 0 }])

  await startedAgo(retention.waitingListDays + 1)
  await sweepRecords(db)
  expect(await listEntries(db, sessionId)).toEqual([])
  expect(await db.$count(waitingPlayers)).toBe(0)
  expect(await db.$count(registrations, eq(registrations.personId, orNotFound(family.personIds[0])))).toBe(1)
})
