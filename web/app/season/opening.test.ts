import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { eventById } from '#events/events.db.server.ts'
import { sessions, staff } from '#events/events.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { eventPage } from '#registrations/event-page/event-page.server.ts'
import { anEvent, aProgramme, timeZone } from '../../test/builders/builders.ts'
import { aBuyingFamily } from '../../test/builders/buying-family.ts'
import { readGatewayBooks } from '../../test/gateway/gateway-books.ts'
import { test } from '../../test/harness/database.ts'
import { closeRegistration } from './close-registration.server.ts'

type Family = Awaited<ReturnType<typeof aBuyingFamily>>

/** What every door answers to a family that wants the place. */
async function doors({ call, item }: Family) {
  const process = (payment: string) => call('/process-all-cart-items', { cart: [item], payment })
  const [added, checked] = [
    await call('/check-registered', item),
    await call('/check-all-cart-items', { cart: [item] }),
  ]
  const [card, later] = [await process('card'), await process('later')]
  return {
    added: [added.status, added.answer.message],
    checked: checked.answer.cart[0].error,
    card: [card.status, card.answer.problems?.[0]],
    later: [later.status, later.answer.problems?.[0]],
  }
}
const shutWith = (words: string) => ({
  added: [409, words],
  checked: words,
  card: [409, words],
  later: [409, words],
})
const opens = (db: Db, { session }: Family, at: ReturnType<typeof sql> | Date) =>
  db.update(sessions).set({ opensAt: at }).where(eq(sessions.id, session.id))

test('before registration opens a session is listed with its opening, and no door gives a place; then every door does', async ({
  db,
}) => {
  const family = await aBuyingFamily(db, {})
  await opens(db, family, new Date('2099-03-01T17:00:00Z'))

  expect(await doors(family)).toEqual(shutWith('Registration opens March 1, 2099, 9:00 am.'))
  expect(await family.taken()).toBe(0)
  const { event } = family
  const page = await eventPage(db, { kind: 'clinic', id: String(event.id) }, undefined)
  expect(page.opening).toMatchObject({ at: Date.UTC(2099, 2, 1, 17) })
  expect(page.groups[0]?.sessions[0]).toMatchObject({
    isShut: true,
    notice: 'Opens March 1, 2099, 9:00 am',
    text: expect.stringMatching(/ – Opens March 1, 2099, 9:00 am$/),
  })
  const { answer } = await family.call('/get-clinic-by-id', { id: event.id })
  expect(answer.event.sessions[0]).toMatchObject({ registration_opens: '2099-03-01T17:00:00.000Z' })

  await opens(db, family, sql`now()`)

  expect((await family.call('/check-registered', family.item)).answer.registered).toBe(false)
  expect(
    (await family.call('/process-all-cart-items', { cart: [family.item], payment: 'later' })).status,
  ).toBe(200)
  expect((await eventPage(db, { kind: 'clinic', id: String(event.id) }, undefined)).opening).toBeUndefined()
})

test('a place that was held before the opening moved on is not paid, and the gateway is asked for nothing', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  const { answer } = await family.call('/process-all-cart-items', { cart: [family.item], payment: 'card' })
  await opens(db, family, sql`now() + interval '1 hour'`)
  const before = await readGatewayBooks(gateway.settings.GATEWAY_URL)

  const card = { payment_method_nonce: 'fake-valid-nonce', device_data: '{"correlation_id":"7f3c"}' }
  const paid = await family.call('/post-transaction', { ...answer.transaction_request, ...card })

  expect([paid.status, paid.answer.code]).toEqual([409, 'hold-ended'])
  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL)).toEqual(before)
})

test('registration is closed with a sentence, for one session or for all, and opens again', async ({
  db,
}) => {
  const family = await aBuyingFamily(db, {})
  const by = 'member:robin'
  await db.update(programme).set({ seasonBase: '2027-01-01' })

  await closeRegistration(db, { sessionId: family.session.id, sentence: 'Too hot: we write to you.', by })
  expect(await doors(family)).toEqual(shutWith('Too hot: we write to you.'))
  await closeRegistration(db, { sessionId: family.session.id, sentence: null, by })
  await closeRegistration(db, { sentence: 'We are on holiday.', by })
  expect(await doors(family)).toEqual(shutWith('We are on holiday.'))
  const known = await eventById(db, 'clinic', family.event.id)
  expect(known?.sessions[0]?.closedWords).toBe('We are on holiday.')

  await closeRegistration(db, { sentence: null, by })
  expect(
    (await family.call('/process-all-cart-items', { cart: [family.item], payment: 'later' })).status,
  ).toBe(200)
  expect(
    (await db.select().from(changes).orderBy(changes.id)).map(({ what, sessionId }) => [what, sessionId]),
  ).toEqual([
    ['registration closed', family.session.id],
    ['registration opened', family.session.id],
    ['registration closed', null],
    ['registration opened', null],
  ])
})

test('an event shows its coach by first name, with picture and line, while the staff page has them', async ({
  db,
}) => {
  await aProgramme(db)
  const coach = { name: 'Mara Quillfeather', line: 'It comes back.' }
  const { id } = await anEvent(db, { coach })
  const coachOf = async () => (await eventPage(db, { kind: 'clinic', id: String(id) }, undefined)).coach
  expect(await coachOf()).toBeNull()
  const year = Number(todayIn(timeZone).slice(0, 4))
  const member = { name: coach.name, bio: 'Head coach.', img: 'data:image/svg+xml;base64,PHN2Zy8+' }
  await db.insert(staff).values([
    { ...member, year: year - 1 },
    { ...member, name: 'Teodor Brisk', year },
  ])
  expect(await coachOf(), 'of another year, or another').toBeNull()

  const [row] = await db
    .insert(staff)
    .values({ ...member, year })
    .returning()

  expect(await coachOf()).toEqual({
    ...coach,
    firstName: 'Mara',
    initials: 'MQ',
    picture: expect.stringMatching(`^/pages/staff/${row?.id}/picture/[0-9a-f]{32}$`),
  })
})
