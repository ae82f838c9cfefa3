import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { reconcileOpenCharges } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { newDraft, publishSeason } from '#season/publish/publish-season.server.ts'
import { aProgramme } from '../builders/builders.ts'
import { heldPlaces } from '../builders/money/held-places.ts'
import { paidPlaces } from '../builders/money/paid-places.ts'
import { readGatewayBooks } from '../gateway/gateway-books.ts'
import { test } from '../harness/database.ts'
import type { Gateway } from '../harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const facts = { startsOn: '2030-06-17', endsOn: '2030-06-20', description: 'Mornings' }
const desk = { by: 'member:robin', siteUrl: 'https://tennis.example', tellReworded: false } as const

/** A family that is about to pay for a place in a session that a season has. */
async function aHold(db: Db) {
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const hold = await heldPlaces(db, gateway.settings)
  await db.update(sessions).set({ ...facts, number: 1 })
  await db.update(events).set({ name: 'Green Ball', location: 'Orchard Courts' })
  const before = await books()
  /** The family has checked out what stands there now. */
  const renew = () =>
    processCart(hold.world, hold.visitor, {
      method: 'card',
      places: hold.players.map(({ id }) => ({
        personId: id,
        sessionId: hold.session.id,
        seenCents: 18_000,
      })),
      idempotencyKey: crypto.randomUUID(),
    })
  await renew()
  return { ...hold, renew, soldSince: async () => (await books()).length - before.length }
}
const books = () => readGatewayBooks(gateway.settings.GATEWAY_URL)

async function publish(db: Db, change: (text: string) => string) {
  const draft = await newDraft(db)
  const text = formatSeason(draft.structure)
  const changed = change(text)
  expect(changed).not.toBe(text)
  const published = await publishSeason(db, { ...draft, structure: parseStructure(changed) }, desk)
  if (published.did !== 'published') throw new Error(JSON.stringify(published))
  return published.notified
}
const withoutClinics = (text: string) => formatSeason({ ...parseStructure(text), clinics: [] })
const nextWeek = (text: string) =>
  text.replace('2030-06-17', '2030-06-24').replace('2030-06-20', '2030-06-27')

const moves: [string, (db: Db) => Promise<unknown>, string][] = [
  ['closed', (db) => publish(db, withoutClinics), 'Green Ball, Session 1 is no longer offered.'],
  [
    'moved to other days',
    (db) => publish(db, nextWeek),
    'Green Ball has changed. It is now “Session 1: Jun 24 - Jun 27 | Mornings”.',
  ],
  [
    'given other hours',
    (db) => db.update(sessions).set({ description: 'Afternoons' }),
    'It is now “Session 1: Jun 17 - Jun 20 | Afternoons”.',
  ],
  [
    'moved to another place',
    (db) => db.update(events).set({ location: 'Millbrook Courts' }),
    'The place is now “Millbrook Courts”.',
  ],
  ['closed with its event', (db) => db.update(events).set({ isActive: false }), 'no longer offered.'],
]

for (const [what, change, words] of moves)
  test(`a place of a session that was ${what} while it was held is not charged: the family reads what changed, and the place is free`, async ({
    db,
  }) => {
    const { world, visitor, payment, takenNow, soldSince } = await aHold(db)
    await change(db)

    await expect(pay(world, visitor, payment)).rejects.toMatchObject({
      code: 'session-moved',
      status: 409,
      message: expect.stringMatching(new RegExp(`${words}.* Nothing was charged`)),
    })

    expect([await db.$count(charges), await soldSince()]).toEqual([0, 0])
    expect([await db.$count(registrations), await takenNow()]).toEqual([0, 0])
  })

test('wording, price, places, court, opening and closing of registration take no held place away, and a hold that is renewed is for what stands there then', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db)
  await db.update(events).set({ name: 'Red Ball', description: 'For beginners', priceCents: 19_000 })
  await db.update(sessions).set({ places: 1, court: 'Court 2', closedWords: 'Registration is closed.' })
  expect(await pay(world, visitor, payment)).toMatchObject({ state: 'accepted', amountCents: 18_000 })

  const other = await aHold(db)
  await db.update(sessions).set({ startsOn: '2030-06-18' }).where(eq(sessions.id, other.session.id))
  await other.renew()
  expect(await pay(other.world, other.visitor, other.payment)).toMatchObject({ state: 'accepted' })
})

test('a publish mails whoever is about to pay for what it moves or closes, without a calendar file', async ({
  db,
}) => {
  const { email } = await aHold(db)

  expect(await publish(db, nextWeek)).toEqual({ families: 1, reworded: 0, owed: [] })
  expect(await publish(db, withoutClinics)).toEqual({ families: 1, reworded: 0, owed: [] })

  const [moved, closed] = await db.select().from(mails).orderBy(mails.id)
  expect(moved).toMatchObject({ recipient: email, attachments: [] })
  expect(moved?.text).toContain(
    'Pip: Green Ball, Session 1. The place that you were paying for cannot be paid any more. New days: Jun 24 – 27, 2030 (before: Jun 17 – 20, 2030). Nothing was charged. Look at your cart and check out again.',
  )
  expect(closed?.text).toContain(
    'The place that you were paying for cannot be paid any more. It does not take place.',
  )
  expect(closed?.text).not.toContain('calendar')
})

test('a publish that changes the court alone leaves whoever is about to pay in peace', async ({ db }) => {
  await aHold(db)
  await db.update(sessions).set({ court: 'Court 1' })

  expect(await publish(db, (text) => text.replace('Court 1', 'Court 2'))).toMatchObject({ families: 0 })
})

test('a family whose charge is at the gateway when its session is closed has paid: it is told so, and stands in the list of what is owed', async ({
  db,
}) => {
  const { world, visitor, email, payment } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  expect(await pay(world, visitor, payment)).toMatchObject({ state: 'unknown' })

  const told = await publish(db, withoutClinics)
  await reconcileOpenCharges(world)

  expect(told).toEqual({
    families: 1,
    reworded: 0,
    owed: [`${email}: Pip: Green Ball, Session 1, $180.00 being paid now`],
  })
  const [mail] = await db.select().from(mails).where(sql`${mails.kind} = 'session moved'`)
  expect(mail?.text).toContain('It does not take place. You paid $180.00 for it')
  expect(await db.select().from(registrations)).toMatchObject([{ dueCents: 0, heldUntil: null }])
  expect(await paidPlaces(db)).toMatchObject([{ way: 'card' }])
})
