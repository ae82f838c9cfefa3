import { expect } from 'vitest'
import { apiClient } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aWorld } from '../harness/world.ts'

test.for([
  ['/login', {}, { email: 'Valid email address is required.', password: 'Password is required.' }],
  ['/login', { email: 'Robin@example.com', password: 'x' }, { email: 'Email address is invalid.' }],
  [
    '/reset-password',
    { token: 'x', password: 'seven77' },
    { password: 'Password must be at least 8 characters' },
  ],
  ['/confirm-account', {}, { token: 'token is missing.' }],
  ['/get-clinic-by-id', { id: '3' }, { id: 'id must be a number.' }],
  ['/get-clinic-by-id', { id: 2 ** 31 }, { id: 'id must be at most 2147483647.' }],
  ['/get-staff-by-year', { year: 1.5 }, { year: 'year must be a whole number.' }],
  [
    '/check-registered',
    { event: 3, player: {} },
    {
      event: 'event must be an object.',
      'player.id': 'player.id is missing.',
      eventSession: 'eventSession is missing.',
    },
  ],
  ['/check-all-cart-items', { cart: {} }, { cart: 'cart must be a list.' }],
  ['/check-all-cart-items', { cart: Array(51).fill({}) }, { cart: 'cart is too long: at most 50.' }],
  ['/process-all-cart-items', { cart: [], payment: 'gold' }, { payment: 'payment must be card or later.' }],
  [
    '/refund-transaction',
    { transaction_id: '', person_id: 'pip', r_id: -1, register_type: 'clinic' },
    {
      transaction_id: 'transaction_id is too short: at least 1.',
      person_id: 'person_id must be a UUID.',
      r_id: 'r_id must be at least 1.',
    },
  ],
  ['/record-payment', { act: 'steal' }, { act: 'act is not right.' }],
] as const)('%s says what is wrong with its body: case %#', async ([path, body, fields], { db }) => {
  const call = await apiClient(aWorld(db))

  const { status, answer } = await call(path, body)

  expect(status).toBe(400)
  expect(answer).toMatchObject({ success: false, code: 'invalid', fields })
  expect(Object.values(answer.fields)).toContain(answer.message)
})

test('what is no JSON, too much or nothing of ours is refused in the same shape', async ({ db }) => {
  const call = await apiClient(aWorld(db))
  const login = { email: 'robin@example.com', password: 'x' }

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await call('/login', login, { headers: { 'Content-Type': type } })).toMatchObject({
      status: 415,
      answer: { success: false, code: 'not-json', message: expect.stringContaining('application/json') },
    })
  for (const text of ['', '{', 'email=robin', JSON.stringify({ ...login, password: '\0' })])
    expect(await call('/login', undefined, { text })).toMatchObject({
      status: 400,
      answer: { code: 'malformed' },
    })
  for (const text of ['[]', '"x"', '7'])
    expect(await call('/login', undefined, { text })).toMatchObject({
      status: 400,
      answer: { code: 'invalid', message: 'The body must be an object.' },
    })
  const much = JSON.stringify({ ...login, password: 'x'.repeat(200_000) })
  expect(await call('/login', undefined, { text: much })).toMatchObject({
    status: 413,
    answer: { success: false, code: 'too-large' },
  })
  for (const [path, method] of [
    ['/nothing', 'POST'],
    ['/login', 'GET'],
    ['/login', 'DELETE'],
  ] as const)
    expect(await call(path, login, { method })).toMatchObject({ status: 404, answer: { code: 'not-found' } })
})
