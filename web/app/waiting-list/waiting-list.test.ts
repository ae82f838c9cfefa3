import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { leaveList } from '#waiting-list/offers/answer-offer.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import {
  aFamilyWithChildren,
  aFullSession,
  cartFor,
  readCounts,
} from '../../test/builders/waiting-families.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { joinList } from './join-list.server.ts'

test('places that come free are kept for the family that waits, offered to it, and accepted in its checkout', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db)
  const [twins, next, stranger] = [
    await aFamilyWithChildren(db, 2),
    await aFamilyWithChildren(db, 1),
    await aFamilyWithChildren(db, 1),
  ]
  await joinList(db, twins.visitor, { sessionId, personIds: twins.personIds })
  const { entryId } = await joinList(db, next.visitor, { sessionId, personIds: next.personIds })
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 3 })

  await db.transaction((tx) => freePlaces(tx, eq(registrations.sessionId, sessionId), byFamily(null)))
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 2, waiting: 3 })
  await expect(processCart(world, stranger.visitor, cartFor(stranger, sessionId))).rejects.toMatchObject({
    facts: { problems: ['This session is full.'] },
  })

  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 1 })
  const [mail] = await db.select().from(mails).where(eq(mails.kind, 'waiting list'))
  expect(mail).toMatchObject({ recipient: twins.visitor.email })

  const { lines } = await processCart(world, twins.visitor, cartFor(twins, sessionId))
  expect(lines).toHaveLength(2)
  await makeOffers(world)
  const entries = await db.select().from(waitingEntries).orderBy(waitingEntries.id)
  expect(entries.map(({ endedWhy }) => endedWhy)).toEqual(['accepted', null])
  await leaveList(world, next.visitor, entryId)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 0 })
})

test('an offer that nobody answers goes to the next family', async ({ db }) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 1)
  const [first, second] = [await aFamilyWithChildren(db, 1), await aFamilyWithChildren(db, 1)]
  for (const { visitor, personIds } of [first, second]) await joinList(db, visitor, { sessionId, personIds })
  await db.transaction((tx) => freePlaces(tx, eq(registrations.sessionId, sessionId), byFamily(null)))
  await makeOffers(world)
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 minute'` })
  await sweepHolds(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 1, waiting: 1 })
  await makeOffers(world)
  const entries = await db.select().from(waitingEntries).orderBy(waitingEntries.id)
  expect(entries.map(({ endedWhy, offeredAt }) => [endedWhy, offeredAt !== null])).toEqual([
    ['expired', true],
    [null, true],
  ])
})
