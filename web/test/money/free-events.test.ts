import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { paidAndClosed } from '#desk/today/today.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { unpaidInvoice } from '#invoices/sheets.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { giveUpPlaces } from '#offline-payments/give-up-places.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { historyRow } from '#registration-history/history.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { aPlayer, timeZone } from '../builders/builders.ts'
import { aBuyingFamily } from '../builders/buying-family.ts'
import { limits } from '../builders/limits.ts'
import { test } from '../harness/database.ts'
import { aWorld } from '../harness/world.ts'

/** A family and a session of an event that costs nothing, and one that costs $180. */
async function aFreeFamily(db: Db, settings: Record<string, string> = {}) {
  const family = await aBuyingFamily(db, settings, 'clinic', 'parent', 0)
  const register = (items: object[] = [family.item], payment = 'later', key: string = crypto.randomUUID()) =>
    family.call('/process-all-cart-items', { cart: items, payment }, { headers: { 'Idempotency-Key': key } })
  const rows = async () =>
    (await registrationEntries(db, family.id)).map((entry) => historyRow(entry, family.id, todayIn(timeZone)))
  return { ...family, register, rows }
}

test('a free place is registered by one call, once, and counts as paid from the first moment', async ({
  db,
}) => {
  const { id, register, rows, taken } = await aFreeFamily(db)
  const key = crypto.randomUUID()

  const first = await register(undefined, 'later', key)
  expect(first).toMatchObject({ status: 200, answer: { transaction_request: { total_amount: 0 } } })
  expect((await register(undefined, 'later', key)).answer.order_id).toBe(first.answer.order_id)

  expect(await taken()).toBe(1)
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'Free', amountPaid: '$0.00', standing: 'paid', canPay: false })
  expect(row?.receipt).toBeNull()
  expect((await unpaidInvoice(db, { accountId: id }, row?.year ?? 0)).table.rows).toEqual([])
  const sent = await db.select().from(mails)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('Nothing is due: it is free.')
  expect(sent[0]?.text).not.toMatch(/\$0|Payment is due|Invoice|refund/)
})

test('a free place that is given up, by the family or at the desk, gives nothing back', async ({ db }) => {
  const { id, item, register, registration, taken, call } = await aFreeFamily(db)
  const gone = {
    kind: 'register-clinics',
    personId: item.player.id,
    eventId: item.event.id,
    sessionId: item.eventSession.id,
  }
  await register()

  expect(await call('/remove-register-session', gone)).toMatchObject({
    status: 200,
    answer: { state: 'removed', refund_amount: 0 },
  })
  await register()
  const again = await db.select().from(registrations).where(eq(registrations.accountId, id))
  const ids = again.flatMap((row) => (row.removedAt ? [] : row.id))
  await giveUpPlaces(aWorld(db), id, ids, { actor: `member:${crypto.randomUUID()}`, reason: 'mistake' })

  expect((await registration())?.removedAt).toBeInstanceOf(Date)
  expect([await taken(), await db.$count(refunds)]).toEqual([0, 0])
  const texts = (await db.select().from(mails)).map(({ text }) => text).join('\n')
  expect(texts).toContain('It was free: nothing goes back.')
  expect(texts).not.toContain('$0.00')
})

test('what costs nothing cannot be in a cart: it is flagged beside what is paid, and where it became free since P9.8', async ({
  db,
}) => {
  const { id, item, event, register, call } = await aFreeFamily(db)
  const other = await aBuyingFamily(db, {}, 'lesson')
  const mixed = [item, { ...other.item, player: item.player }]
  const words = 'This is free now: register on its page.'

  expect((await register(mixed)).answer).toMatchObject({ code: 'cart-changed', problems: [words, null] })
  expect((await call('/check-all-cart-items', { cart: mixed })).answer.cart[0]).toMatchObject({
    hasError: true,
    error: words,
  })
  const asPaid = { ...item, event: { ...item.event, price: 180 } }
  expect((await register([asPaid])).answer).toMatchObject({ problems: [words] })
  expect((await register([item], 'card')).status).toBe(422)
  await db.update(events).set({ priceCents: 18_000 }).where(eq(events.id, event.id))
  expect((await register()).answer).toMatchObject({
    problems: ['The price has changed from Free to $180.00.'],
  })
  expect(await db.$count(registrations, eq(registrations.accountId, id))).toBe(0)
})

test('a place that was held when its event became free is registered and not due', async ({ db }) => {
  const { item, event, register, rows } = await aFreeFamily(db)
  await db.update(events).set({ priceCents: 18_000 }).where(eq(events.id, event.id))
  expect((await register([{ ...item, event: { ...item.event, price: 180 } }], 'card')).status).toBe(200)
  await db.update(events).set({ priceCents: 0 }).where(eq(events.id, event.id))

  expect((await register()).status).toBe(200)
  expect(await rows()).toMatchObject([{ status: 'Free', priceCents: 0 }])
})

test('a family has as many free places in one session as it can pay for later, whatever else is free', async ({
  db,
}) => {
  const { id, item, register, event } = await aFreeFamily(db, {
    ...limits({ unpaidPlaces: 1, unpaidPlacesPerSession: 1 }),
  })
  const juno = { id: (await aPlayer(db, { accountId: id })).id }
  const [other] = await db
    .insert(sessions)
    .values({
      eventId: event.id,
      number: 9,
      startsOn: '2099-07-01',
      endsOn: '2099-07-02',
      description: 'Thu',
    })
    .returning()

  expect((await register()).status).toBe(200)
  expect((await register([{ ...item, player: juno }])).answer).toMatchObject({
    code: 'too-many-free',
    message:
      'A family can have 1 free place in one session. Write to help@courtside.example if you need more.',
  })
  expect((await register([{ ...item, eventSession: { id: other?.id } }])).status).toBe(200)
})

test('a free session that closes owes nothing to anybody', async ({ db }) => {
  const { register, session } = await aFreeFamily(db)
  await register()
  await db.update(sessions).set({ calledOffAt: new Date() }).where(eq(sessions.id, session.id))

  expect(await paidAndClosed(db)).toEqual([])
})
