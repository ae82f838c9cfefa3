import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, password } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'
import { deleteAccount } from './delete-account.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const rounds = 8
const caller = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }

async function aFamily(db: Db) {
  const world = aWorld(db, gateway.settings)
  const { visitor } = await anAccount(db)
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  const session = await aSession(db, { eventId, places: 4 })
  const { id: personId } = await aPlayer(db, { accountId: visitor.accountId })
  const cart = (method: 'card' | 'later') => ({
    method,
    places: [{ personId, sessionId: session.id, seenCents: 18_000 }],
    idempotencyKey: crypto.randomUUID(),
  })
  const leave = () => deleteAccount(world, visitor, password, caller)
  return { world, visitor, session, personId, cart, leave }
}

/** Every place that is counted is somebody's, and every accepted charge has paid for one. */
async function expectBooksToAgree(db: Db, sessionId: number, { familyId }: Visitor) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
  const isHere = eq(registrations.sessionId, sessionId)
  const here = await db.select().from(registrations).where(isHere)
  expect(session?.taken).toBe(here.filter(({ removedAt }) => removedAt === null).length)
  const accepted = await db
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.familyId, familyId), eq(charges.state, 'accepted')))
  const chargeIds = accepted.map(({ id }) => id)
  const paid = await placesPaidBy(db, 'chargeId', chargeIds)
  expect(paid.map(({ paymentId }) => paymentId)).toEqual(chargeIds)
  const even = here.filter(({ removedAt, heldUntil, dueCents }) => !removedAt && !heldUntil && dueCents === 0)
  expect(even.map(({ id }) => id)).toEqual(paid.map(({ id }) => id))
  for (const { chargeId } of here) expect(chargeId, 'no charge is under way any more').toBeNull()
}

test('an account that is deleted while it pays is kept, or pays nothing, or leaves what it paid', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  for (let round = 0; round < rounds; round++) {
    const { world, visitor, session, cart, leave } = await aFamily(db)
    const { lines } = await processCart(world, visitor, cart('card'))
    const payment = {
      nonce: 'fake-valid-nonce',
      amountCents: 18_000,
      registrationIds: lines.map(({ registrationId }) => registrationId),
      idempotencyKey: crypto.randomUUID(),
    }

    const ends = await Promise.allSettled([pay(world, visitor, payment), leave()])

    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Refusal)
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    await expectBooksToAgree(db, session.id, visitor)
  }
  expect(
    (await db.select({ state: charges.state }).from(charges)).every(({ state }) => state === 'accepted'),
  ).toBe(true)
})

test('an account that is deleted while it registers leaves no place taken', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  for (let round = 0; round < rounds; round++) {
    const { world, visitor, session, cart, leave } = await aFamily(db)

    await Promise.allSettled([processCart(world, visitor, cart('later')), leave()])

    expect(await db.$count(accounts, eq(accounts.id, visitor.accountId))).toBe(0)
    await expectBooksToAgree(db, session.id, visitor)
    expect(await db.$count(registrations, isNull(registrations.removedAt))).toBe(0)
  }
})

test('a player who is deleted while being registered is either registered or gone', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  for (let round = 0; round < rounds; round++) {
    const { world, visitor, session, personId, cart } = await aFamily(db)

    const [booked, deleted] = await Promise.allSettled([
      processCart(world, visitor, cart('later')),
      deletePlayer(db, visitor, personId),
    ])

    expect([booked.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
    await expectBooksToAgree(db, session.id, visitor)
  }
})
