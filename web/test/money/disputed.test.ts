import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { familyAt, readFamily } from '#desk/family/family.server.ts'
import { disputesToReplyTo, readWaiting } from '#desk/today/today.db.server.ts'
import { findDispute, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { disputes } from '#payments/reconciliation.tables.ts'
import { accounts, families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { applyDispute } from '#reconciliation/disputes.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import routes from '../../app/routes.ts'
import { aMember, anAccount, timeZone } from '../builders/builders.ts'
import { aLeavingFamily, isDue } from '../builders/leaving-family.ts'
import { readGatewayBooks } from '../gateway/gateway-books.ts'
import { decideDispute, disputeAtBank } from '../gateway/gateway-control.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld, type Gateway } from '../harness/world.ts'

const failed =
  'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund.'
const today = todayIn(timeZone)

/** A family of three whose payment of $540 has settled, and is then denied at the bank. */
async function aDisputedFamily(db: Db, gateway: Gateway) {
  const family = await aLeavingFamily(db, gateway, { children: 3 })
  await family.settle()
  const url = gateway.settings.GATEWAY_URL
  const id = await disputeAtBank(url, family.charge?.transactionId ?? '')
  const hear = async () =>
    applyDispute(family.world, orNotFound(await findDispute(gatewayFor(family.world.env), id)))
  const decide = async (status: 'won' | 'lost') => {
    await decideDispute(url, id, status)
    await hear()
  }
  await hear()
  const refundedAt = async () => (await readGatewayBooks(url)).filter(({ type }) => type === 'credit').length
  const before = await refundedAt()
  return { ...family, decide, refunded: async () => (await refundedAt()) - before }
}

test('while a payment is disputed, and when that is lost, none of its places is refunded by itself: the family keeps them and is told to write or call', async ({
  db,
  gateway,
}) => {
  const { leave, decide, refunded, takenNow } = await aDisputedFamily(db, gateway)

  for (const child of [0, 1, 2])
    await expect(leave(child)).rejects.toMatchObject({
      code: 'refund-failed',
      message: `${failed} The bank is being asked about this payment. Please write or call us.`,
    })
  await decide('lost')
  for (const child of [0, 1, 2])
    await expect(leave(child)).rejects.toMatchObject({
      code: 'refund-failed',
      message: `${failed} Money of this payment was given back to you already. Please write or call us: we find out for which place, and unregister you.`,
    })

  expect([await refunded(), await db.$count(refunds), await takenNow()]).toEqual([0, 0, 3])
})

test('a dispute that is won lets refunds go on', async ({ db, gateway }) => {
  const { leave, decide, refunded } = await aDisputedFamily(db, gateway)
  await decide('won')

  expect(await leave(0)).toMatchObject({ state: 'refunded', amountCents: 18_000 })
  expect(await refunded()).toBe(1)
  expect((await readWaiting(db, today)).disputed).toEqual({ many: 0, cents: 0 })
})

test('a refund that waits in the queue waits on while its payment is disputed, and goes out once that is won', async ({
  db,
  gateway,
}) => {
  const { world, leave, decide, refunded, registrationIds, charge } = await aDisputedFamily(db, gateway)
  const [registrationId = 0] = registrationIds
  const queued = { registrationId, chargeId: charge?.id, amountCents: 18_000, state: 'queued' } as const
  await db.insert(refunds).values(queued)

  await reconcileOpenRefunds(world)
  expect([await refunded(), (await db.select().from(refunds))[0]?.state]).toEqual([0, 'queued'])

  await decide('won')
  await isDue(db)
  await reconcileOpenRefunds(world)
  expect([await refunded(), (await db.select().from(refunds))[0]?.state]).toEqual([1, 'done'])
  await expect(leave(0)).resolves.toMatchObject({ state: 'refunded' })
})

test('the desk sees a dispute on Today and beside the payment of the family, while it is open and after it is lost as long as a place stands on it', async ({
  db,
  gateway,
}) => {
  const { visitor, decide } = await aDisputedFamily(db, gateway)
  const [row] = await db.select().from(families).where(eq(families.id, visitor.familyId))
  const { number } = orNotFound(row)
  const seen = async () => {
    const { payments } = await readFamily(db, await familyAt(db, number))
    return [payments.online.map(({ dispute }) => dispute), (await readWaiting(db, today)).disputed]
  }

  expect(await seen()).toEqual([['open'], { many: 1, cents: 54_000 }])
  await decide('lost')
  expect(await seen()).toEqual([['lost'], { many: 1, cents: 54_000 }])
  await db.update(registrations).set({ removedAt: new Date() })
  expect(await seen()).toEqual([['lost'], { many: 0, cents: 0 }])
})

test('until the programme has replied to it, a dispute stands on Today with its family, sum and last day to reply, and beside the payment with that day', {
  timeout: 90_000,
}, async ({ db, gateway }) => {
  const { visitor, decide } = await aDisputedFamily(db, gateway)
  const [row] = await db.select().from(families).where(eq(families.id, visitor.familyId))
  const { number } = orNotFound(row)
  await db.update(disputes).set({ replyBy: '2027-07-03' })
  const seen = async () => {
    const { payments } = await readFamily(db, await familyAt(db, number))
    const waiting = await disputesToReplyTo(db)
    return [
      waiting.map(({ number, amountCents, replyBy }) => [number, amountCents, replyBy]),
      payments.online.map(({ dispute, replyBy }) => [dispute, replyBy]),
    ]
  }
  const { token } = await aMember(db, ['treasurer'])
  const site = await aSite(aWorld(db, gateway.settings), routes)
  const pageAt = async (path: string) => {
    const answer = await site(path, { headers: { cookie: `sign-in=${token}` } })
    return (await answer.text()).replace(/<!-- -->/g, '')
  }

  expect(await seen()).toEqual([[[number, 54_000, '2027-07-03']], [['open', '2027-07-03']]])
  const first = await pageAt('/desk')
  expect(first).toContain('Reply until Jul 3, 2027')
  expect(first).toContain(`href="/desk/families/${number}"`)
  expect(await pageAt(`/desk/families/${number}`)).toContain('reply until Jul 3, 2027')

  await db.update(disputes).set({ status: 'disputed' })
  expect(await seen()).toEqual([[], [['open', null]]])
  await db.update(disputes).set({ status: 'open' })
  await decide('won')
  expect(await seen()).toEqual([[], [['won', null]]])
  expect(await pageAt(`/desk/families/${number}`)).toContain('decided for us: won')
})

test('a dispute stands on Today under the family into which its payer was merged, and under the number of one that has left', async ({
  db,
  gateway,
}) => {
  const { visitor } = await aDisputedFamily(db, gateway)
  const { familyId } = (await anAccount(db)).visitor
  const [into] = await db.select().from(families).where(eq(families.id, familyId))
  const numbers = async () => (await disputesToReplyTo(db)).map(({ number, name }) => [number, name])

  await db.update(families).set({ mergedInto: familyId }).where(eq(families.id, visitor.familyId))
  expect(await numbers()).toEqual([[into?.number, expect.any(String)]])
  await db.update(accounts).set({ familyId: null })
  expect(await numbers()).toEqual([[into?.number, null]])
})
