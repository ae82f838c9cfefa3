import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { familyData } from '#account/family-data.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { disputes, notifications } from '#payments/reconciliation.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { logCounts } from '#platform/tally.server.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import routes from '#routes.ts'
import { aLeavingFamily, mailSubjects, onlyRefund } from '../../test/builders/leaving-family.ts'
import { paidPlaces } from '../../test/builders/money/paid-places.ts'
import { settleAt } from '../../test/gateway/gateway-books.ts'
import { controlGateway, decideDispute, disputeAtBank } from '../../test/gateway/gateway-control.ts'
import { test } from '../../test/harness/database.ts'
import { aLog } from '../../test/harness/log.ts'
import { aServedSite, aSite } from '../../test/harness/site.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'
import { followNotifications } from './follow-notifications.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const path = '/gateway/webhook'
const followed = [
  ...['dispute_accepted', 'dispute_auto_accepted', 'dispute_disputed', 'dispute_expired', 'dispute_lost'],
  ...['dispute_opened', 'dispute_under_review', 'dispute_won', 'refund_failed', 'transaction_settled'],
  'transaction_settlement_declined',
]
const onlyNoted = [
  ...['check', 'disbursement', 'transaction_disbursed', 'transaction_reviewed', 'local_payment_completed'],
  ...[
    'account_updater_daily_report',
    'subscription_charged_successfully',
    'payment_method_revoked_by_customer',
  ],
]
const due = (db: Db) => db.update(notifications).set({ dueAt: sql`now()` })

type Sample = { bt_signature: string; bt_payload: string }
/** As the official SDK signs and writes a message of this kind. */
const sample = (world: World, kind: string, id = 'a1b2c3'): Promise<Sample> =>
  gatewayFor(world.env).call((sdk) => sdk.webhookTesting.sampleNotification(kind as 'check', id))

/** Sends what the gateway would, from a network of its own. */
async function aMailbox(world: World) {
  const site = await aSite(world, routes)
  const send = async (form: object, headers: Record<string, string> = {}) =>
    site(path, { method: 'POST', headers, body: new URLSearchParams({ ...form }) })
  return { site, send, tell: async (kind: string, id?: string) => send(await sample(world, kind, id)) }
}

test('a settlement that the bank declines is told by the gateway at once, twice and signed, and believed once', async ({
  db,
  onTestFinished,
}) => {
  const { world, visitor, settle } = await aLeavingFamily(db, gateway)
  const { port, close } = await aServedSite(world, routes)
  const url = gateway.settings.GATEWAY_URL
  const webhooks = (settings: object) => controlGateway(url, 'PUT', '', settings)
  onTestFinished(async () => {
    await webhooks({ webhook_url: null, webhook_repeats: 0 })
    await close()
  })
  await webhooks({ webhook_url: `http://127.0.0.1:${port}${path}`, webhook_repeats: 1 })

  expect(await controlGateway(url, 'POST', '/webhooks/challenge', {})).toEqual({ answered: true })
  await settle('settlement_decline')
  await expect
    .poll(() => db.select().from(notifications), { timeout: 10_000 })
    .toMatchObject([{ kind: 'transaction_settlement_declined', timesReceived: 2 }])
  expect(await paidPlaces(db)).toHaveLength(1)
  await followNotifications(world)
  await followNotifications(world)

  expect(await paidPlaces(db)).toEqual([])
  expect(await mailSubjects(db)).toEqual([
    `${visitor.email}: Your payment did not go through after all`,
    'help@courtside.example: A payment did not settle',
  ])
  expect(await db.select().from(notifications)).toMatchObject([
    { outcome: 'settlement_declined', dueAt: null, tries: 1 },
  ])
})

test('messages of any kind are taken, from wherever they come, and those of no concern are only noted', async ({
  db,
}) => {
  const world = aWorld(db, gateway.settings)
  const { send } = await aMailbox(world)

  const kinds = [...followed, ...onlyNoted]
  const samples = await Promise.all(kinds.map((kind) => sample(world, kind)))
  for (const form of samples)
    expect((await send(form, { Origin: 'https://elsewhere.example' })).status, form.bt_payload).toBe(200)

  expect(await db.$count(notifications)).toBe(kinds.length)
  await followNotifications(world)
  const sorted = sql<string>`string_agg(kind, ' ' order by kind)`
  const outcomes = db.select({ outcome: notifications.outcome, kinds: sorted }).from(notifications)
  expect(await outcomes.groupBy(notifications.outcome).orderBy(notifications.outcome)).toEqual([
    { outcome: 'nothing to do', kinds: onlyNoted.toSorted().join(' ') },
    { outcome: 'the gateway does not know it', kinds: followed.join(' ') },
  ])
})

test('what does not bear the gateway’s signature is refused, kept nowhere and counted', async ({ db }) => {
  const world = aWorld(db, gateway.settings)
  const { site, send } = await aMailbox(world)
  const { bt_signature, bt_payload } = await sample(world, 'transaction_settlement_declined')
  const stranger = await sample(
    aWorld(db, { ...gateway.settings, GATEWAY_PRIVATE_KEY: 'another_key' }),
    'transaction_settlement_declined',
  )
  const challenge = 'ab'.repeat(16)
  const answered = await (await site(`${path}?bt_challenge=${challenge}`)).text()
  const { log, lines } = aLog()
  logCounts(log)

  const forged = [
    {},
    { bt_payload },
    { bt_signature, bt_payload: `${bt_payload.slice(0, 40)}A${bt_payload.slice(41)}` },
    stranger,
    // We sign whatever a challenge says: that makes no message of it.
    { bt_signature: answered, bt_payload: challenge },
  ]
  for (const form of forged) expect((await send(form)).status).toBe(400)
  expect((await send({ bt_signature, bt_payload: 'A'.repeat(600_000) })).status).toBe(413)
  for (const wrong of ['', '?bt_challenge=', '?bt_challenge=<script>', `?bt_challenge=${'a'.repeat(33)}`])
    expect((await site(path + wrong)).status, wrong).toBe(400)

  expect(await db.$count(notifications)).toBe(0)
  logCounts(log)
  expect(lines.at(-1)?.counts).toEqual({ 'message without the gateway’s signature': forged.length })
})

test('what a message says of money is not believed: the gateway is asked', async ({ db }) => {
  const { world, charge } = await aLeavingFamily(db, gateway)
  const { tell } = await aMailbox(world)

  expect((await tell('transaction_settlement_declined', charge?.transactionId ?? '')).status).toBe(200)
  await followNotifications(world)

  expect(await paidPlaces(db)).toHaveLength(1)
  expect(await mailSubjects(db)).toEqual([])
  expect(await db.select().from(notifications)).toMatchObject([{ outcome: 'submitted_for_settlement' }])
})

test('a dispute stands beside its charge: the programme is told of each change, once, the family never, and nothing is unpaid', async ({
  db,
}) => {
  const { world, visitor, charge, settle } = await aLeavingFamily(db, gateway)
  const { tell } = await aMailbox(world)
  const { log, lines } = aLog()
  const url = gateway.settings.GATEWAY_URL
  await settle()
  const id = await disputeAtBank(url, charge?.transactionId ?? '')
  const hear = async (kind: string) => {
    await tell(kind, id)
    await due(db)
    await followNotifications({ ...world, log })
  }

  await hear('dispute_opened')
  await hear('dispute_opened')
  await decideDispute(url, id, 'lost')
  await hear('dispute_lost')
  await hear('dispute_opened')

  expect(await db.select().from(disputes)).toMatchObject([
    { id, chargeId: charge?.id, status: 'lost', amountCents: 18_000 },
  ])
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { msg: 'a payment is disputed', status: 'open' },
    { msg: 'a payment is disputed', status: 'lost' },
  ])
  expect(await mailSubjects(db)).toEqual([
    'help@courtside.example: A payment is disputed',
    'help@courtside.example: A disputed payment is lost',
  ])
  const [opened, lost] = await db.select().from(mails).orderBy(mails.id)
  expect(opened?.text).toContain(`$180.00 of $180.00 from ${visitor.email}`)
  expect(opened?.text).toMatch(/Answer it in the gateway’s control panel, under Disputes, by \w+ \d+, \d{4}/)
  expect(lost?.text).toContain('The gateway takes the money back from you.')
  expect(await paidPlaces(db)).toHaveLength(1)
  expect(await db.select().from(charges)).toMatchObject([{ state: 'accepted' }])
  expect(await familyData(db, visitor.accountId)).toMatchObject({
    disputedPayments: [{ id, status: 'lost' }],
  })
})

test('a refund that fails is told of at once, and owed', async ({ db }) => {
  const { world, visitor, settle, leave } = await aLeavingFamily(db, gateway)
  await settle()
  await leave()
  const { transactionId } = orNotFound(await onlyRefund(db))
  await settleAt(gateway.settings.GATEWAY_URL, transactionId, 'settlement_decline')
  const { tell } = await aMailbox(world)

  await tell('refund_failed', transactionId ?? '')
  await followNotifications(world)

  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', reason: 'Settlement Declined' })
  expect(await listOpenAmounts(db, [visitor.accountId])).toMatchObject([
    { state: 'owed', amountCents: 18_000 },
  ])
})

test('a gateway that does not answer is asked again later, and then believed', async ({ db }) => {
  const { world, charge, settle } = await aLeavingFamily(db, gateway)
  const { tell } = await aMailbox(world)
  await settle('settlement_decline')
  await tell('transaction_settlement_declined', charge?.transactionId ?? '')
  await gateway.setFaults({ operation: 'find', when: 'before', act: 'answer', status: 503, times: 1 })

  await followNotifications(world)
  const seconds = sql<number>`extract(epoch from due_at - now())::int`
  expect(await db.select({ seconds }).from(notifications)).toEqual([{ seconds: 60 }])
  expect(await paidPlaces(db)).toHaveLength(1)

  await due(db)
  await followNotifications(world)
  expect(await paidPlaces(db)).toEqual([])
})
