import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { processCart } from '#checkout/process-cart.server.ts'
import { sweepHolds } from '#checkout/reconcile.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aWorld } from '../../test/world.ts'
import { leaveList } from './answer-offer.server.ts'
import { joinList } from './join-list.server.ts'
import { makeOffers } from './make-offers.server.ts'
import { waitingEntries } from './waiting-list.tables.ts'

async function aFamily(db: Db, children = 1) {
  const account = await anAccount(db)
  const players = []
  for (let at = 0; at < children; at += 1)
    players.push(
      await aPlayer(db, { accountId: account.id, familyId: account.familyId, birthday: '2016-04-12' }),
    )
  const visitor: Visitor = {
    accountId: account.id,
    familyId: found(account.familyId ?? undefined),
    kind: 'parent',
    email: account.email ?? '',
  }
  return { visitor, personIds: players.map(({ id }) => id) }
}

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

type Family = Awaited<ReturnType<typeof aFamily>>
const cart = ({ personIds }: Family, sessionId: number) => ({
  method: 'later' as const,
  places: personIds.map((personId) => ({ personId, sessionId, seenCents: 18_000 })),
  idempotencyKey: crypto.randomUUID(),
})

/** A session without a place left, in a month. */
async function aFullSession(db: Db, places = 2) {
  await aProgramme(db)
  const event = await anEvent(db, { priceCents: 18_000 })
  const day = inAMonth()
  const { id: sessionId } = await aSession(db, { eventId: event.id, startsOn: day, endsOn: day, places })
  for (let at = 0; at < places; at += 1) {
    const family = await aFamily(db)
    await processCart(aWorld(db), family.visitor, cart(family, sessionId))
  }
  return { sessionId }
}

const countsOf = async (db: Db, id: number) => {
  const [row] = await db
    .select({ taken: sessions.taken, kept: sessions.kept, waiting: sessions.waiting })
    .from(sessions)
    .where(eq(sessions.id, id))
  return row
}

test('places that come free are kept for the family that waits, offered to it, and accepted in its checkout', async ({
  db,
}) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db)
  const [twins, next, stranger] = [await aFamily(db, 2), await aFamily(db), await aFamily(db)]
  await joinList(db, twins.visitor, { sessionId, personIds: twins.personIds })
  const { entryId } = await joinList(db, next.visitor, { sessionId, personIds: next.personIds })
  expect(await countsOf(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 3 })

  await db.transaction((tx) => freePlaces(tx, eq(registrations.sessionId, sessionId), byFamily(null)))
  expect(await countsOf(db, sessionId)).toEqual({ taken: 0, kept: 2, waiting: 3 })
  await expect(processCart(world, stranger.visitor, cart(stranger, sessionId))).rejects.toMatchObject({
    facts: { problems: ['This session is full.'] },
  })

  await makeOffers(world)
  expect(await countsOf(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 1 })
  const [mail] = await db.select().from(mails).where(eq(mails.kind, 'waiting list'))
  expect(mail).toMatchObject({ recipient: twins.visitor.email })

  const { lines } = await processCart(world, twins.visitor, cart(twins, sessionId))
  expect(lines).toHaveLength(2)
  await makeOffers(world)
  const entries = await db.select().from(waitingEntries).orderBy(waitingEntries.id)
  expect(entries.map(({ endedWhy }) => endedWhy)).toEqual(['accepted', null])
  await leaveList(world, next.visitor, entryId)
  expect(await countsOf(db, sessionId)).toEqual({ taken: 2, kept: 0, waiting: 0 })
})

test('an offer that nobody answers goes to the next family', async ({ db }) => {
  const world = aWorld(db)
  const { sessionId } = await aFullSession(db, 1)
  const [first, second] = [await aFamily(db), await aFamily(db)]
  for (const { visitor, personIds } of [first, second]) await joinList(db, visitor, { sessionId, personIds })
  await db.transaction((tx) => freePlaces(tx, eq(registrations.sessionId, sessionId), byFamily(null)))
  await makeOffers(world)
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 minute'` })
  await sweepHolds(world)
  expect(await countsOf(db, sessionId)).toEqual({ taken: 0, kept: 1, waiting: 1 })
  await makeOffers(world)
  const entries = await db.select().from(waitingEntries).orderBy(waitingEntries.id)
  expect(entries.map(({ endedWhy, offeredAt }) => [endedWhy, offeredAt !== null])).toEqual([
    ['expired', true],
    [null, true],
  ])
})
