import { beforeEach, expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { pay } from './pay.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

async function pays(db: Db) {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings)
  return pay(world, visitor, payment)
}
const sale = (when: 'before' | 'after', status: number) => ({
  operation: 'sale',
  when,
  act: 'answer',
  status,
})
const search = (status: number) => ({ operation: 'search', when: 'before', act: 'answer', status })

test.for([401, 403, 404, 426, 429])(
  'a sale that was made and then answered %i is looked up, and counts as paid',
  async (status, { db }) => {
    await gateway.setFaults(sale('after', status))

    const charge = await pays(db)

    expect(charge).toMatchObject({ state: 'accepted', amountCents: 18_000 })
    expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, charge.id)).toMatchObject([
      { status: 'submitted_for_settlement', cents: 18_000 },
    ])
  },
)

test.for([
  ['was not made', 403, undefined, { state: 'declined', endedHow: 'never seen' }],
  ['may not be looked up either', 401, 401, { state: 'declined', endedHow: 'never seen' }],
  ['cannot be looked up, since there were too many calls', 403, 429, { state: 'unknown' }],
  ['cannot be looked up, since the gateway is away', 403, 503, { state: 'unknown' }],
] as const)('a sale that is refused and %s', async ([, refused, lookUp, end], { db }) => {
  await gateway.setFaults(sale('before', refused), ...(lookUp ? [search(lookUp)] : []))

  expect(await pays(db)).toMatchObject(end)
})

test('after five refused calls checkout by card says so before it holds places; pay later stays', async ({
  db,
}) => {
  await gateway.setFaults(sale('before', 401), search(401))
  for (let times = 0; times < 5; times += 1) await pays(db)

  await expect(heldPlaces(db, gateway.settings)).rejects.toMatchObject({
    code: 'cards-refused',
    message:
      'Card payments do not work at the moment. Nothing was charged, and no place is kept. You can pay later, or try again in ten minutes.',
  })
  await heldPlaces(db, gateway.settings, { method: 'later' })
  expect(await db.$count(charges)).toBe(5)
})
