import { expect, test } from 'vitest'
import { type Booked, keptByOrder } from './gateway-books.ts'

const entry = (type: 'sale' | 'credit', orderId: string, cents: number, status = 'settled'): Booked => ({
  ...{ id: crypto.randomUUID(), type, orderId, cents, status },
  instrument: 'credit_card',
})

test('what an order keeps at the gateway is what it took less what went back under it, to the cent', () => {
  const kept = keptByOrder([
    ...[entry('sale', 'kept', 18_000), entry('credit', 'refund of a place', 18_000)],
    ...[entry('sale', 'undone', 18_000), entry('credit', 'undone', 18_000)],
    ...[entry('sale', 'half undone', 18_000), entry('credit', 'half undone', 9000)],
    ...[entry('sale', 'twice', 18_000), entry('sale', 'twice', 18_000), entry('credit', 'twice', 100)],
    entry('sale', 'voided', 18_000, 'voided'),
    ...[entry('sale', 'not given back', 500), entry('credit', 'not given back', 500, 'failed')],
  ])

  expect(Object.fromEntries(kept.map(({ orderId, cents }) => [orderId, cents]))).toEqual({
    kept: 18_000,
    'half undone': 9000,
    twice: 35_900,
    'not given back': 500,
  })
})
