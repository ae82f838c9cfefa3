import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { differences } from '#payments/reconciliation.tables.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { aLeavingFamily } from '../../test/builders/leaving-family.ts'
import { paidPlaces } from '../../test/builders/money/paid-places.ts'
import { readGatewayBooks, refundLate } from '../../test/gateway/gateway-books.ts'
import { test } from '../../test/harness/database.ts'
import type { Gateway } from '../../test/harness/world.ts'

const refundRefused =
  'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund. Money of this payment was given back to you already. Please write or call us: we find out for which place, and unregister you.'

/** What the gateway has given back since it was first asked. */
async function creditsSince(gateway: Gateway) {
  const credits = async () =>
    (await readGatewayBooks(gateway.settings.GATEWAY_URL)).filter(({ type }) => type === 'credit')
  const before = (await credits()).map(({ id }) => id)
  return async () => (await credits()).filter(({ id }) => !before.includes(id)).map(({ cents }) => cents)
}

for (const [what, panel] of [
  ['whole', [36_000]],
  ['in part', [5_000]],
  ['by several refunds', [18_000, 5_000]],
] as const)
  test(`what was given back ${what} in the gateway’s panel does not go back once more, before any comparison has seen it: the family keeps its places`, async ({
    db,
    gateway,
  }) => {
    const { leave, charge, settle, takenNow } = await aLeavingFamily(db, gateway, { children: 2 })
    await settle()
    const url = gateway.settings.GATEWAY_URL
    for (const cents of panel) await refundLate(url, charge?.transactionId ?? '', crypto.randomUUID(), cents)
    const credits = await creditsSince(gateway)

    for (const child of [0, 1])
      await expect(leave(child)).rejects.toMatchObject({ code: 'refund-failed', message: refundRefused })

    expect([await credits(), await takenNow()]).toEqual([[], 2])
    const places = await paidPlaces(db)
    expect(places.map(({ chargeId, way }) => [chargeId, way])).toEqual(Array(2).fill([charge?.id, 'card']))
  })

test('refunds of ours hold no other place up: one that was made, one whose answer was lost, and one of the panel that a person has seen to', async ({
  db,
  gateway,
}) => {
  const { leave, charge, settle } = await aLeavingFamily(db, gateway, { children: 4 })
  await settle()
  const url = gateway.settings.GATEWAY_URL
  const { id } = await refundLate(url, charge?.transactionId ?? '', crypto.randomUUID(), 1_000)
  const seen = { kind: 'panel refund', amountCents: 1_000, words: '-', closedAt: new Date() } as const
  await db.insert(differences).values({ ...seen, transactionId: id, chargeId: charge?.id })
  const credits = await creditsSince(gateway)

  expect(await leave(0)).toMatchObject({ state: 'refunded' })
  await gateway.setFaults({ operation: 'refund', when: 'after', act: 'drop', times: 1 })
  expect(await leave(1)).toMatchObject({ state: 'asking' })
  expect(await db.$count(refunds, eq(refunds.state, 'unknown'))).toBe(1)

  await expect(leave(2)).resolves.toMatchObject({ state: 'refunded' })
  expect(await credits()).toEqual([18_000, 18_000, 18_000])
})
