import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { freeVisitorHolds, reconcileOpenCharges, sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import {
  aFamilyWithChildren,
  aFullSession,
  aWaitingFamily,
  cartFor,
  type FamilyWithChildren,
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
test.beforeEach(async () => {
  await gateway.setFaults()
})

const declined = 'fake-processor-declined-visa-nonce'

/** Checks out by card; `payWith` pays for what is held. */
async function checkOut(world: World, family: FamilyWithChildren, sessionId: number) {
  const { lines } = await processCart(world, family.visitor, cartFor(family, sessionId, 'card'))
  const registrationIds = lines.map(({ registrationId }) => registrationId)
  const payWith = (nonce: string) =>
    pay(world, family.visitor, {
      ...{ nonce, registrationIds, amountCents: 18_000 * lines.length },
      idempotencyKey: crypto.randomUUID(),
    })
  return { payWith }
}

const heldUntil = async (db: Db, { personIds }: FamilyWithChildren) =>
  (
    await db
      .select()
      .from(registrations)
      .where(eq(registrations.personId, orNotFound(personIds[0])))
  )[0]?.heldUntil

/** The last place is held by one family, and another waits. */
async function aLastPlace(db: Db) {
  const world = aWorld(db, gateway.settings)
  const { sessionId } = await aFullSession(db, 0, { places: 1 })
  const family = await aFamilyWithChildren(db, 1)
  const { payWith } = await checkOut(world, family, sessionId)
  await aWaitingFamily(db, sessionId)
  return { world, sessionId, family, payWith }
}

test('where a family waits, a declined card gives nothing back before the hold’s end: another card has the place', async ({
  db,
}) => {
  const { world, sessionId, family, payWith } = await aLastPlace(db)
  const end = await heldUntil(db, family)
  expect(await payWith(declined)).toMatchObject({ state: 'declined' })
  await makeOffers(world)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 0, waiting: 1 })
  expect(await heldUntil(db, family)).toEqual(end)

  const again = await checkOut(world, family, sessionId)
  expect(await heldUntil(db, family), 'nobody holds a place for longer by asking again').toEqual(end)
  expect(await again.payWith('fake-valid-nonce')).toMatchObject({ state: 'accepted' })
})

test('once that end is over the place is offered to the family that waits', async ({ db }) => {
  const { world, sessionId, payWith } = await aLastPlace(db)
  await payWith(declined)
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` })
  await sweepHolds(world)
  await makeOffers(world)
  expect(await listEntries(db, sessionId)).toEqual([{ state: 'offered', children: 1 }])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 0, waiting: 0 })
})

test('who was told that a payment would be mailed about reads that the place is still kept', async ({
  db,
}) => {
  const { world, family, payWith } = await aLastPlace(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  expect(await payWith(declined)).toMatchObject({ state: 'unknown' })
  await db.update(charges).set({ isPromised: true })
  await reconcileOpenCharges(world)
  const [mail] = await db.select().from(mails).where(eq(mails.kind, 'payment'))
  expect(mail).toMatchObject({ recipient: family.account.email })
  expect(mail?.text).toMatch(/We keep your places until .+: nobody else gets them\./)
})

test('an offer that is checked out has the minutes of a hold, once; a declined card, and a cart that is emptied, fall back to its end', async ({
  db,
}) => {
  const world = aWorld(db, gateway.settings)
  const { sessionId } = await aFullSession(db)
  const [one, other] = [await aWaitingFamily(db, sessionId), await aWaitingFamily(db, sessionId)]
  await giveUp(db, sessionId, 2)
  await makeOffers(world)
  const soon = new Date(Date.now() + 120_000)
  await db.update(registrations).set({ heldUntil: soon }).where(sql`${registrations.offerOf} is not null`)
  await db.update(waitingEntries).set({ offeredUntil: soon })

  const { payWith } = await checkOut(world, one, sessionId)
  await checkOut(world, other, sessionId)
  for (const family of [one, other])
    expect(Number(await heldUntil(db, family)) - Date.now()).toBeGreaterThan(600_000)

  expect(await payWith(declined)).toMatchObject({ state: 'declined' })
  const places = other.personIds.map((personId) => ({ personId, sessionId }))
  expect(await freeVisitorHolds(world, other.visitor, places)).toBe(0)
  for (const family of [one, other]) expect(await heldUntil(db, family)).toEqual(soon)

  const again = await checkOut(world, one, sessionId)
  expect(await heldUntil(db, one)).toEqual(soon)
  expect(await again.payWith('fake-valid-nonce')).toMatchObject({ state: 'accepted' })
  await makeOffers(world)
  expect((await listEntries(db, sessionId)).map(({ state }) => state)).toEqual(['accepted', 'offered'])
})
