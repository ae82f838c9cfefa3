import { and, eq, like, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { freeVisitorHolds, sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { formatTime } from '#platform/format/clock.ts'
import { addDays, todayIn, toLocal } from '#platform/format/dates.ts'
import { tries } from '#platform/http/tries.tables.ts'
import { measured } from '#platform/jobs/measures.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from '../../test/builders/builders.ts'
import { payByCheck } from '../../test/builders/money/paid-places.ts'
import { test } from '../../test/harness/database.ts'
import { latestMail } from '../../test/harness/latest-mail.ts'
import { aWorld } from '../../test/harness/world.ts'
import type { RequestedPlace } from './check-cart.server.ts'
import { processCart } from './process-cart.server.ts'

async function aFamily(
  db: Db,
  { places = 4 as number | null, startsOn = undefined as string | undefined } = {},
) {
  await aProgramme(db)
  const account = await anAccount(db)
  const event = await anEvent(db, { name: 'Green Ball Summer Clinic', priceCents: 18_000 })
  const session = await aSession(db, { eventId: event.id, places, ...(startsOn && { startsOn }) })
  const pip = await aPlayer(db, { accountId: account.id, firstName: 'Pip' })
  const juno = await aPlayer(db, { accountId: account.id, firstName: 'Juno' })
  const wants = (personId: string, seenCents = 18_000): RequestedPlace => ({
    personId,
    sessionId: session.id,
    seenCents,
  })
  return { account, visitor: account.visitor, event, session, pip, juno, wants }
}

const cart = (
  method: 'card' | 'later',
  places: RequestedPlace[],
  idempotencyKey: string = crypto.randomUUID(),
) => ({
  method,
  places,
  idempotencyKey,
})
const readTaken = async (db: Db, id: number) =>
  (await db.select().from(sessions).where(eq(sessions.id, id)))[0]?.taken

test('a family that has not signed the release is asked for it first, and nothing is written', async ({
  db,
}) => {
  const { visitor, pip, wants } = await aFamily(db)
  await db.delete(releases)

  for (const method of ['later', 'card'] as const)
    await expect(processCart(aWorld(db), visitor, cart(method, [wants(pip.id)]))).rejects.toMatchObject({
      code: 'release-unsigned',
      status: 409,
    })

  expect([await db.$count(orders), await db.$count(registrations), await db.$count(mails)]).toEqual([0, 0, 0])
})

test('pay later registers every player of the cart at once, freezes the price and mails what is due when P4.44 P9.7 P9.15', async ({
  db,
}) => {
  const { visitor, account, session, pip, juno, wants, event } = await aFamily(db)
  await db.update(events).set({ bring: ['water', 'a hat'] })

  const done = await processCart(aWorld(db), visitor, cart('later', [wants(pip.id), wants(juno.id)]))
  await db.update(events).set({ priceCents: 99_000 }).where(eq(events.id, event.id))

  const rows = await db.select().from(registrations)
  expect(done.totalCents).toBe(36_000)
  expect(
    rows.map(({ personId, priceCents, heldUntil, dueCents }) => ({
      personId,
      priceCents,
      heldUntil,
      dueCents,
    })),
  ).toEqual([
    { personId: pip.id, priceCents: 18_000, heldUntil: null, dueCents: 18_000 },
    { personId: juno.id, priceCents: 18_000, heldUntil: null, dueCents: 18_000 },
  ])
  expect(await readTaken(db, session.id)).toBe(2)
  const [mail] = await db.select().from(mails)
  expect(mail?.recipient).toBe(account.email)
  expect(mail?.text).toContain('Payment is due on the first day of the session.')
  expect(mail?.text).toContain('Pay by card at the site, by Venmo transfer to ')
  expect(mail?.text).toContain('$360.00')
  expect(mail?.text).toContain('Bring water and a hat.')
  expect(mail?.text).toMatch(/\/pages\/invoice\/unpaid-invoice\/[\w-]+\/\d{4}\n/)
})

test('a confirmation of places in several years says where the other invoices are', async ({ db }) => {
  const { visitor, event, pip } = await aFamily(db)
  const year = Number(todayIn(timeZone).slice(0, 4)) + 1
  const places = []
  for (const startsOn of [`${year + 2}-06-11`, `${year + 1}-01-10`, `${year}-12-20`]) {
    const { id: sessionId } = await aSession(db, { eventId: event.id, startsOn })
    places.push({ personId: pip.id, sessionId, seenCents: 18_000 })
  }

  await processCart(aWorld(db), visitor, cart('later', places))

  const { text } = await latestMail(db)
  expect(text).toContain(`/pages/invoice/unpaid-invoice/${visitor.accountId}/${year}\n`)
  expect(text).toContain(
    `This invoice is for ${year}. The one for ${year + 1} is in your registration history. The one for ${year + 2} is in your registration history.`,
  )
})

test('a confirmation spells every name right, in its words and in its page', async ({ db }) => {
  const { visitor, account, wants } = await aFamily(db)
  const names = ['Nguyễn Thị Phương Thảo', 'يوسف عبد الرحمن', '欣妍', 'Anna-Łucja']
  const children = []
  for (const firstName of names) children.push(await aPlayer(db, { accountId: account.id, firstName }))

  await processCart(
    aWorld(db),
    visitor,
    cart(
      'later',
      children.map(({ id }) => wants(id)),
    ),
  )

  const { text, html } = await latestMail(db)
  for (const name of names) for (const part of [text, html]) expect(part).toContain(name)
})

test('pay with card holds the places until an end; a sweep gives back what was not paid in time', async ({
  db,
}) => {
  const { visitor, session, pip, wants } = await aFamily(db, { places: 1 })

  await processCart(aWorld(db), visitor, cart('card', [wants(pip.id)]))
  const [hold] = await db.select().from(registrations)
  expect(hold?.heldUntil?.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000)
  expect(await sweepHolds(aWorld(db))).toBe(0)

  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` })
  expect(await sweepHolds(aWorld(db))).toBe(1)
  expect(await readTaken(db, session.id)).toBe(0)
})

test('a hold that has run out makes room at once for whoever comes next', async ({ db }) => {
  const { visitor, session, pip, wants } = await aFamily(db, { places: 1 })
  await processCart(aWorld(db), visitor, cart('card', [wants(pip.id)]))
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` })
  const other = await anAccount(db)
  const bo = await aPlayer(db, { accountId: other.id })

  await processCart(aWorld(db), other.visitor, cart('later', [wants(bo.id)]))

  expect((await db.select().from(registrations)).map(({ personId }) => personId)).toEqual([bo.id])
  expect(await readTaken(db, session.id)).toBe(1)
})

test('one place left goes to the first child of the cart only; nothing is taken and each item has its sentence', async ({
  db,
}) => {
  const { visitor, session, pip, juno, wants } = await aFamily(db, { places: 1 })

  const refused = processCart(aWorld(db), visitor, cart('later', [wants(pip.id), wants(juno.id)]))

  await expect(refused).rejects.toMatchObject({
    code: 'cart-changed',
    facts: { problems: [null, 'This session is full.'] },
  })
  expect(await db.$count(registrations)).toBe(0)
  expect(await readTaken(db, session.id)).toBe(0)
})

test('a changed price, a started session, a removed event and a stranger’s child are each told, and nothing is taken', async ({
  db,
}) => {
  const yesterday = addDays(todayIn(timeZone), -1)
  const { visitor, pip, wants } = await aFamily(db)
  const started = await aSession(db, { startsOn: yesterday })
  const gone = await aSession(db, { eventId: (await anEvent(db, { isActive: false })).id })
  const stranger = await aPlayer(db)

  const refused = processCart(
    aWorld(db),
    visitor,
    cart('card', [
      wants(pip.id, 17_500),
      { ...wants(pip.id), sessionId: started.id },
      { ...wants(pip.id), sessionId: gone.id },
      wants(stranger.id),
    ]),
  )

  await expect(refused).rejects.toMatchObject({
    facts: {
      problems: [
        'The price has changed from $175.00 to $180.00.',
        'This session has already started.',
        'This session is no longer offered.',
        'This player is no longer in your family.',
      ],
    },
  })
  expect(await db.$count(registrations)).toBe(0)
})

test('the same key again gives the same order and counts once; a second window with a key of its own is told that the place is taken', async ({
  db,
}) => {
  const { visitor, session, pip, wants } = await aFamily(db)
  const first = cart('later', [wants(pip.id)])
  const counted = () => new Map(measured('checkouts')).get('later') ?? 0
  const before = counted()

  const done = await processCart(aWorld(db), visitor, first)
  const again = await processCart(aWorld(db), visitor, first)
  expect(counted() - before).toBe(1)
  const other = processCart(aWorld(db), visitor, cart('later', [wants(pip.id)]))

  expect(again).toEqual(done)
  await expect(other).rejects.toMatchObject({
    facts: { problems: ['Pip is already registered for this session.'] },
  })
  expect(await readTaken(db, session.id)).toBe(1)
})

test('a hold follows a price that has changed since, so that it can still be paid', async ({ db }) => {
  const { visitor, event, pip, wants } = await aFamily(db)
  await processCart(aWorld(db), visitor, cart('card', [wants(pip.id)]))
  await db.update(events).set({ priceCents: 17_000 }).where(eq(events.id, event.id))

  const { totalCents } = await processCart(aWorld(db), visitor, cart('card', [wants(pip.id, 17_000)]))

  expect(totalCents).toBe(17_000)
  expect((await db.select().from(registrations))[0]?.priceCents).toBe(17_000)
})

test('a family that comes back to its own hold takes it over, and may give it up', async ({ db }) => {
  const { visitor, session, pip, wants } = await aFamily(db, { places: 1 })
  const first = await processCart(aWorld(db), visitor, cart('card', [wants(pip.id)]))

  const second = await processCart(aWorld(db), visitor, cart('card', [wants(pip.id)]))
  expect(second.lines).toEqual(first.lines)
  expect(second.orderId).not.toBe(first.orderId)
  expect(await readTaken(db, session.id)).toBe(1)

  const stranger = await anAccount(db)
  expect(await freeVisitorHolds(aWorld(db), stranger.visitor, [wants(pip.id)])).toBe(0)
  expect(await freeVisitorHolds(aWorld(db), visitor, [wants(pip.id)])).toBe(1)
  expect(await readTaken(db, session.id)).toBe(0)
})

test('a hold keeps its first end, however often it is asked for; after it the same press takes a new one where the session has room for all', async ({
  db,
}) => {
  const { visitor, session, pip, wants } = await aFamily(db, { places: null })
  const world = aWorld(db)
  const hold = () => processCart(world, visitor, cart('card', [wants(pip.id)]))
  const holdIn = async (interval: string) => {
    await db.update(registrations).set({ heldUntil: sql`now() + ${interval}::interval` })
  }
  expect((await hold()).heldSeconds).toBe(15 * 60)
  await holdIn('2 minutes')

  expect((await hold()).heldSeconds).toBe(120)

  await holdIn('-1 second')
  expect((await hold()).heldSeconds).toBe(15 * 60)
  expect(await readTaken(db, session.id)).toBe(1)
})

test('a hold that is given back and taken again keeps its end, and from then on its account waits as long as a hold lasts; to pay later it never waits', async ({
  db,
}) => {
  const { visitor, pip, juno, wants } = await aFamily(db, { places: 2 })
  const world = aWorld(db)
  const holds = (personId: string) => processCart(world, visitor, cart('card', [wants(personId)]))
  const eightMinutesLater = () =>
    db
      .update(tries)
      .set({ windowStart: sql`${tries.windowStart} - interval '8 minutes'` })
      .where(like(tries.key, 'held:%'))
  await holds(pip.id)
  await freeVisitorHolds(world, visitor, [wants(pip.id)])
  await eightMinutesLater()

  const { heldSeconds } = await holds(juno.id)
  expect(heldSeconds, 'after eight minutes, whichever child it is').toBe(7 * 60)
  await freeVisitorHolds(world, visitor, [wants(juno.id)])
  await eightMinutesLater()

  const again = toLocal(new Date(Date.now() + 14 * 60_000 + 59_999), timeZone).time
  await expect(holds(pip.id)).rejects.toMatchObject({
    code: 'held-lately',
    message: expect.stringContaining(
      `kept for you again at ${formatTime(again)}. You can register now and pay later.`,
    ),
  })
  const other = await aFamily(db)
  await processCart(
    world,
    other.visitor,
    cart('card', [{ ...other.wants(other.pip.id), sessionId: wants(pip.id).sessionId }]),
  )
  await processCart(world, visitor, cart('later', [wants(juno.id)]))

  await eightMinutesLater()
  await eightMinutesLater()
  await db.update(sessions).set({ places: 3 })
  expect((await holds(pip.id)).heldSeconds).toBe(15 * 60)
})

test('a hold that ran out is not held again at once, swept or not', async ({ db }) => {
  const { visitor, pip, wants } = await aFamily(db, { places: 1 })
  const world = aWorld(db)
  const hold = () => processCart(world, visitor, cart('card', [wants(pip.id)]))
  await hold()
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` })

  await expect(hold()).rejects.toMatchObject({ code: 'held-lately' })
  await sweepHolds(world)
  await expect(hold()).rejects.toMatchObject({ code: 'held-lately' })
})

test('a hold that ran out is nobody’s: the last place goes to whoever comes first', async ({ db }) => {
  const { visitor, pip, session, wants } = await aFamily(db, { places: 1 })
  const other = await aFamily(db)
  const world = aWorld(db)
  await processCart(world, visitor, cart('card', [wants(pip.id)]))
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` })
  const theirs = { ...other.wants(other.pip.id), sessionId: session.id }
  await processCart(world, other.visitor, cart('later', [theirs]))

  await expect(processCart(world, visitor, cart('card', [wants(pip.id)]))).rejects.toMatchObject({
    facts: { codes: ['full'] },
  })
})

test('only so many places can be paid later, in all and in one session; beyond them it says how to pay now, and whom to write to', async ({
  db,
}) => {
  const { visitor, event, pip, juno, wants } = await aFamily(db, { places: 12 })
  await aProgramme(db, { email: 'help@courtside.example', limits: { 'unpaid places of a session': 1 } })
  const later = await aSession(db, { eventId: event.id })
  const inLater = (personId: string) => ({ ...wants(personId), sessionId: later.id })
  const both = [wants(pip.id), wants(juno.id)]

  await expect(processCart(aWorld(db), visitor, cart('later', both))).rejects.toMatchObject({
    code: 'card-only',
    message:
      'A family can pay later for 1 place of one session. Pay by card, or write to help@courtside.example if you need more.',
  })
  await db.update(programme).set({ limits: { 'unpaid places': 2 } })
  const few = aWorld(db, { PAYMENT_OPTIONS: 'card,paypal' })
  const { lines } = await processCart(few, visitor, cart('later', both))
  const [mail] = await db.select().from(mails)
  expect(mail?.text).toContain('Pay by card or PayPal at the site, by Venmo transfer to ')
  await expect(processCart(few, visitor, cart('later', [inLater(pip.id)]))).rejects.toMatchObject({
    code: 'card-only',
    message:
      'A family can have 2 unpaid places. Pay by card or PayPal, or write to help@courtside.example if you need more.',
  })

  expect((await processCart(few, visitor, cart('card', [inLater(pip.id)]))).lines).toHaveLength(1)
  const [, ofJuno] = lines
  await payByCheck(db, visitor, [orNotFound(ofJuno).registrationId], 18_000)
  expect((await processCart(few, visitor, cart('later', [inLater(juno.id)]))).lines).toHaveLength(1)
  const isGivenUp = and(eq(registrations.personId, juno.id), eq(registrations.sessionId, later.id))
  await db.update(registrations).set({ removedAt: sql`now()` }).where(isGivenUp)
  expect((await processCart(few, visitor, cart('later', [inLater(juno.id)]))).lines).toHaveLength(1)
})

test('a cart without anything to pay is not checked out P9.8', async ({ db }) => {
  const { visitor, pip, wants } = await aFamily(db)

  for (const [method, seenCents] of [
    ['card', 0],
    ['later', -1],
  ] as const) {
    const refused = processCart(aWorld(db), visitor, cart(method, [wants(pip.id, seenCents)]))
    await expect(refused).rejects.toMatchObject({ code: 'cart-empty' })
  }
  await expect(processCart(aWorld(db), visitor, cart('later', []))).rejects.toMatchObject({
    code: 'cart-empty',
  })
})
