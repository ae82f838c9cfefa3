import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CartItem, removeObtained } from '#registrations/cart.ts'
import { missingFields, tryToAdd } from './add-to-cart.ts'

const item: CartItem = {
  owner: 'family',
  event: { id: 1, name: 'Green Ball Clinic', price: 180, type: 'clinic' },
  player: { id: 'pip', first_name: 'Pip', last_name: 'Lobwell' },
  eventSession: {
    id: 5,
    session_number: 2,
    start_date: '2027-06-21',
    end_date: '2027-06-24',
    start_date_str: 'Jun 21',
    end_date_str: 'Jun 24',
    description: 'Mornings (Ages 8 to 10)',
  },
}

/** The browser's storage, and a server that gives this answer. */
let stored: Map<string, string>
const serverAnswers = (status: number, body: object) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )
const free = { registered: false, message: '' }

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('each missing choice has its message at its field P5.24 P5.25', () => {
  expect(missingFields({})).toEqual({
    session: 'Choose a session before adding to cart',
    player: 'Choose a player before adding to cart',
  })
  expect(missingFields({ session: 5, player: 'pip' })).toEqual({})
})

test('a free place goes into the cart, and two seconds say so P4.3 P4.4 P3.15 P3.16', async () => {
  serverAnswers(200, free)
  expect(await tryToAdd(item)).toEqual({ text: 'Successfully Added to Cart!', ms: 2000 })
  expect(JSON.parse(stored.get('cart') ?? '')).toEqual([item])
})

test('the same place a second time is in the cart already P4.2 P4.5 P8.6', async () => {
  serverAnswers(200, free)
  await tryToAdd(item)
  expect(await tryToAdd(item)).toEqual({ text: 'Already added to your cart!', tone: 'bad', ms: 2000 })
  expect(JSON.parse(stored.get('cart') ?? '')).toHaveLength(1)
})

test('a cart takes as many places as can be checked out at once', async () => {
  serverAnswers(200, free)
  const inCart = Array.from({ length: 50 }, (_, at) => ({
    ...item,
    eventSession: { ...item.eventSession, id: at + 1 },
  }))
  stored.set('cart', JSON.stringify(inCart))
  const next = { ...item, eventSession: { ...item.eventSession, id: 51 } }

  expect(await tryToAdd(next)).toMatchObject({ text: 'A cart takes 50 sessions. Check out, then add more.' })
  expect(JSON.parse(stored.get('cart') ?? '')).toEqual(inCart)

  expect(await tryToAdd({ ...next, owner: 'another family' })).toMatchObject({ ms: 2000 })
})

test('what an order got leaves the cart; another session, player or account of this browser stays', () => {
  const others = [
    { ...item, eventSession: { ...item.eventSession, id: 6 } },
    { ...item, player: { ...item.player, id: 'mo' } },
    { ...item, owner: 'another family' },
  ]
  stored.set('cart', JSON.stringify([item, ...others]))

  removeObtained('family', [{ personId: 'pip', sessionId: 5 }])

  expect(JSON.parse(stored.get('cart') ?? '')).toEqual(others)
})

test('a place that the player has already is refused by the server first, for ten seconds P4.1 P4.6 P7.25', async () => {
  serverAnswers(200, { registered: true, message: 'Pip is already registered for this session.' })
  const toast = await tryToAdd(item)
  expect(toast).toEqual({ text: 'Pip is already registered for this session.', tone: 'bad', ms: 10_000 })
  expect(stored.has('cart')).toBe(false)
  const [, request] = vi.mocked(fetch).mock.calls[0] ?? []
  expect(Object.keys(JSON.parse(String(request?.body)))).toEqual(['event', 'player', 'eventSession'])
})

const unknown = 'Unknown error occurred, please try again or contact support.'
const failed = 'Unknown error, please try again or contact support.'

test('without session or player, or signed out meanwhile, it is an unknown error for five seconds P4.7 P8.3 P8.4', async () => {
  expect(await tryToAdd(undefined)).toEqual({ text: unknown, tone: 'bad', ms: 5000 })
  serverAnswers(401, { success: false, code: 'signed-out', message: 'Please log in to continue.' })
  expect(await tryToAdd(item)).toEqual({ text: unknown, tone: 'bad', ms: 5000 })
})

test('a session that cannot be registered for now is told by the server’s sentence, and nothing is added', async () => {
  serverAnswers(409, { success: false, code: 'not-open', message: 'Registration opens March 1, 9:00 am.' })
  const toast = { text: 'Registration opens March 1, 9:00 am.', tone: 'bad', ms: 10_000 }
  expect(await tryToAdd(item)).toEqual(toast)
  expect(stored.has('cart')).toBe(false)
})

test('a server that fails, or none, is told for five seconds and nothing is added P4.7 P8.5', async () => {
  serverAnswers(500, { success: false, code: 'internal', message: 'x' })
  expect(await tryToAdd(item)).toEqual({ text: failed, tone: 'bad', ms: 5000 })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await tryToAdd(item)).toEqual({ text: failed, tone: 'bad', ms: 5000 })
  expect(stored.has('cart')).toBe(false)
})
