import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aBuyingFamily } from '../../test/builders/buying-family.ts'
import { test } from '../../test/harness/database.ts'

const message = 'Pip is 7 on December 7; this is for 8 to 10. '
const tooYoung = `${message}Pip turns 8 on March 14: sessions that begin from that day are for Pip.`
const from8to10 = { startsOn: '2037-12-07', endsOn: '2037-12-10', agesFrom: 8, agesTo: 10 }

test('a child of another age reads one sentence: where it is put into the cart, in the cart, at the checkout and for free; nothing is written P3.17 P7.26', async ({
  db,
  gateway,
}) => {
  const { call, item, pip, session, taken } = await aBuyingFamily(db, gateway.settings)
  await db.update(sessions).set(from8to10)
  await db.update(people).set({ birthday: '2030-03-14' }).where(eq(people.id, pip.id))

  expect(await call('/check-registered', item)).toMatchObject({
    status: 409,
    answer: { success: false, code: 'does-not-fit', message: tooYoung },
  })
  expect((await call('/check-all-cart-items', { cart: [item] })).answer).toEqual({
    cart: [{ ...item, hasError: true, error: tooYoung, error_code: 'does-not-fit' }],
  })
  for (const payment of ['card', 'later'])
    expect(await call('/process-all-cart-items', { cart: [item], payment })).toMatchObject({
      status: 409,
      answer: { code: 'cart-changed', problems: [tooYoung] },
    })
  expect(await taken()).toBe(0)

  await db.insert(ageExceptions).values({ personId: pip.id, sessionId: session.id, state: 'granted' })
  expect((await call('/check-registered', item)).answer).toEqual({ registered: false, message: '' })
  expect((await call('/process-all-cart-items', { cart: [item], payment: 'later' })).status).toBe(200)
})

test('an exception that is asked for or refused, or is another session’s or child’s, lets nobody in', async ({
  db,
  gateway,
}) => {
  const { call, item, pip, session } = await aBuyingFamily(db, gateway.settings)
  const other = await aBuyingFamily(db, gateway.settings)
  await db.update(sessions).set(from8to10)
  await db.update(people).set({ birthday: '2030-03-14' })
  await db.insert(ageExceptions).values([
    { personId: pip.id, sessionId: session.id, state: 'asked' },
    { personId: pip.id, sessionId: other.session.id, state: 'granted' },
    { personId: other.pip.id, sessionId: session.id, state: 'granted' },
  ])

  expect((await call('/check-registered', item)).status).toBe(409)
  await db.update(ageExceptions).set({ state: 'refused' }).where(eq(ageExceptions.state, 'asked'))
  expect((await call('/check-registered', item)).status).toBe(409)
})

test('who has a place or holds one passes when a birthday is corrected, and pays for what is held', async ({
  db,
  gateway,
}) => {
  const { call, item, registration } = await aBuyingFamily(db, gateway.settings)
  await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  await db.update(sessions).set(from8to10)
  await db.update(people).set({ birthday: '2030-03-14' })
  await db.update(registrations).set({ heldFor: null })

  expect((await call('/check-registered', item)).status).toBe(200)
  expect((await call('/check-all-cart-items', { cart: [item] })).answer.cart[0]).not.toHaveProperty(
    'hasError',
  )
  expect((await call('/process-all-cart-items', { cart: [item], payment: 'later' })).status).toBe(200)
  expect((await registration())?.heldUntil).toBeNull()
  expect((await call('/check-registered', item)).answer).toEqual({
    ...{ registered: true, message: 'Pip is already registered for this session.' },
  })
})

test('a player account is judged by its holder’s birthday; a level is said, and refuses nobody', async ({
  db,
  gateway,
}) => {
  const { call, item, pip } = await aBuyingFamily(db, gateway.settings, 'clinic', 'player')
  const { firstName } = pip
  await db.update(people).set({ birthday: '2020-01-01', skillLevel: 'Beginner' })
  await db.update(sessions).set({ ...from8to10, levels: ['Intermediate'] })
  expect((await call('/check-registered', item)).answer.message).toBe(
    `${firstName} is 17 on December 7; this is for 8 to 10.`,
  )

  await db.update(sessions).set({ agesTo: 17 })
  expect((await call('/check-registered', item)).answer).toEqual({
    registered: false,
    message: `This is for Intermediate; ${firstName}’s level is Beginner. You decide.`,
  })
  expect((await call('/process-all-cart-items', { cart: [item], payment: 'later' })).status).toBe(200)
})
