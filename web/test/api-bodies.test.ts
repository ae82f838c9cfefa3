import { expect } from 'vitest'
import { apiClient } from './api-client.ts'
import { test } from './database.ts'
import {
  description,
  exampleFamily,
  forAccounts,
  forEverybody,
  forTheOwner,
  pathOf,
} from './described-api.ts'
import { aWorld } from './world.ts'

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

const odd = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  'x'.repeat(20_000),
  "'; drop table people; --",
  '\0',
  '\u0001',
  '\ud800',
  '😀🎾',
  '__proto__',
  [],
  Array(2000).fill(1),
  {},
]

/** The value with each of its parts replaced by `odd`, one at a time. */
function* bent(value: unknown, by: unknown): Generator<unknown> {
  yield by
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    for (const bentPart of bent(part, by))
      yield Array.isArray(value) ? value.with(Number(key), bentPart) : { ...value, [key]: bentPart }
}

class Undo extends Error {}

test('no odd value anywhere in a body brings a call down', { timeout: 120_000 }, async ({ db }) => {
  const { world, me } = await exampleFamily(db)
  const { exampleOf } = await description(db)
  const failures: string[] = []
  let seed = 20_270_621
  let tried = 0

  for (const path of [...forEverybody, ...forAccounts, ...forTheOwner].map(pathOf))
    for (const value of odd)
      for (const body of bent(exampleOf(path), value)) {
        // One in four, always the same ones.
        seed = (seed * 48_271) % 2_147_483_647
        if (seed % 4 !== 0) continue
        tried += 1
        const attempt = db.transaction(async (tx) => {
          const call = await apiClient({ ...world, db: tx }, me)
          const { status, answer } = await call(path, body)
          const isZods = /Invalid input|expected/.test(JSON.stringify(answer))
          if (status >= 500 || isZods || (status >= 400 && !answer.message))
            failures.push(
              `${path} ${JSON.stringify(body)?.slice(0, 200)}: ${status} ${JSON.stringify(answer)}`,
            )
          throw new Undo()
        })
        await expect(attempt).rejects.toThrow(Undo)
      }

  expect(failures).toEqual([])
  expect(tried).toBeGreaterThan(500)
})
