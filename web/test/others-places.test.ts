import { expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aBuyingFamily, pays } from './buying-family.ts'
import { test } from './database.ts'

test('with everything known, somebody else can neither see nor change a family’s people and places', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  const { id, pip, event, session, item, registration } = family
  const { request, paid } = await pays(family)
  const held = await aBuyingFamily(db, gateway.settings)
  const hold = (await held.call('/process-all-cart-items', { cart: [held.item], payment: 'card' })).answer
  const stranger = await aBuyingFamily(db, gateway.settings)
  const everything = async () => [
    await db.select().from(people).orderBy(people.id),
    await db.select().from(registrations).orderBy(registrations.id),
    await db.select().from(charges).orderBy(charges.id),
  ]
  const before = await everything()
  const nonce = { payment_method_nonce: 'fake-valid-nonce' }
  const r_id = (await registration())?.id
  const place = { personId: pip.id, eventId: event.id, sessionId: session.id }
  const person = { id: pip.id, first_name: 'Mine', last_name: 'Now', phone: '' }

  for (const [path, body, status] of [
    ['/get-card-client-token', { userId: id }, 403],
    ['/check-registered', item, 404],
    ['/process-all-cart-items', { cart: [item] }, 409],
    ['/post-transaction', { ...hold.transaction_request, ...nonce }, 403],
    ['/post-transaction', { ...hold.transaction_request, ...nonce, user_id: stranger.id }, 409],
    ['/post-transaction', { ...request, ...nonce, user_id: stranger.id }, 409],
    [
      '/refund-transaction',
      { transaction_id: paid.answer.transction_id, person_id: pip.id, r_id, register_type: 'clinic' },
      404,
    ],
    ['/remove-register-session', { kind: 'register-clinics', ...place }, 404],
    ['/update-person', person, 404],
    ['/delete-person', person, 404],
  ] as const)
    expect(await stranger.call(path, body), path).toMatchObject({ status, answer: { success: false } })
  expect(
    (await stranger.call('/remove-registration-sessions', { items: [held.item, item] })).answer.removed,
  ).toBe(0)
  const checked = await stranger.call('/check-all-cart-items', { cart: [item] })
  expect(checked.answer.cart[0].error).toBe('This player is no longer in your family.')
  expect(JSON.stringify(await stranger.call('/refresh-user'))).not.toContain(pip.id)

  expect(await everything()).toEqual(before)
})
