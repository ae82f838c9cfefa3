import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listPlaceReceipts } from '#invoices/receipts.db.server.ts'
import { chargeReceipt, writeDownEarlierReceipts } from '#invoices/receipts.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { orNotFound } from '#platform/refusal.ts'
import { listOpenAmounts, listRefundsTo } from '#refunds/owed.db.server.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { wrongSums } from '../builders/money/wrong-sums.ts'
import { test } from '../harness/database.ts'
import { databaseBefore } from '../harness/database-before.ts'

type Row = Record<string, unknown>
type Id = { id: string | number }

async function insert<Key extends string | number>(db: Db, table: string, row: Row): Promise<Key> {
  const columns = sql.raw(Object.keys(row).join(', '))
  const values = Object.values(row).map((value) => sql`${value}`)
  const into = sql`insert into ${sql.raw(table)} (${columns}) values (${sql.join(values, sql`, `)}) returning id`
  return orNotFound((await queryRows<Id>(db, into))[0]).id as Key
}

/** In the evening of June 21 where the programme is. */
const paidAt = '2027-06-22T02:00:00Z'
const removedAt = '2027-06-23T02:00:00Z'
const endedAt = '2027-06-24T02:00:00Z'

/** A family with two payments by charge, and two that were recorded, as a version wrote them whose rows said what was paid. */
async function aFamilyOfBefore(old: Db) {
  await insert(old, 'programme', {
    ...{ name: 'Club', blurb: '-', email: 'help@example.test', phone: '-', address_lines: '[]' },
    ...{ time_zone: 'America/Los_Angeles', clubs: '[]', wallet_handle: '', causes: '{}' },
  })
  const family_id = await insert<string>(old, 'families', { number: 1001 })
  const account_id = await insert<string>(old, 'accounts', {
    ...{ family_id, number: 1001, kind: 'parent', email: 'robin@example.test', password_hash: '-' },
    ...{ liability_version: '1', liability_address: '-', first_name: 'Robin', last_name: 'Vale' },
  })
  const whose = { account_id, family_id }
  const named = { last_name: 'Vale', search: '' }
  await insert(old, 'people', { ...whose, ...named, role: 'parent', first_name: 'Robin', phone: '-' })
  const pip = { ...named, role: 'family', first_name: 'Pip', birthday: '2016-04-12' }
  const person_id = await insert<string>(old, 'people', { ...whose, ...pip })
  const event_id = await insert<number>(old, 'events', {
    ...{ key: 'green', kind: 'clinic', name: 'Green', summary: '-', description: '-', price_cents: 18_000 },
    ...{ price_description: '-', location: '-', formats: '[]', missions: '[]' },
  })
  const order = { ...whose, method: 'later', idempotency_key: '-', total_cents: 18_000 }
  const order_id = await insert<string>(old, 'orders', order)
  const charge = (row: Row) =>
    insert<string>(old, 'charges', {
      ...{ ...whose, idempotency_key: crypto.randomUUID(), amount_cents: 18_000, means: 'card' },
      ...row,
    })
  const check = (row: Row = {}) =>
    insert<number>(old, 'offline_payments', {
      ...{ ...whose, amount_cents: 18_000, how: 'check', received_on: '2027-06-21' },
      ...{ recorded_by: 'command:treasurer', ...row },
    })
  let number = 0
  /** A place, what was posted for it, and what is due for it by that. */
  const place = async (row: Row = {}, steps: Row[] = []) => {
    number += 1
    const session = { event_id, number, starts_on: '2027-06-25', ends_on: '2027-06-28', description: '-' }
    const session_id = await insert<number>(old, 'sessions', session)
    const id = await insert<number>(old, 'registrations', {
      ...{ ...whose, person_id, session_id, order_id, price_cents: 18_000 },
      ...row,
    })
    const price = { kind: 'price', cents: 18_000 }
    const isHeld = 'held_until' in row || row.price_cents === 0
    await posted(id, isHeld ? steps : [price, ...steps])
    return id
  }
  const posted = async (registration_id: number, steps: Row[]) => {
    for (const step of steps)
      await insert(old, 'postings', { family_id, registration_id, by: 'site', at: paidAt, ...step })
    await old.execute(sql`update registrations set due_cents =
      coalesce((select sum(cents) from postings where registration_id = registrations.id), 0)`)
  }
  const refund = (registration_id: number, row: Row) =>
    insert<string>(old, 'refunds', { ...whose, registration_id, amount_cents: 18_000, ...row })
  const receipt = (registrationId: number) =>
    insert<number>(old, 'receipts', {
      ...{ account_id, paper: JSON.stringify({ number: `C-${registrationId}` }) },
      places: JSON.stringify([{ id: registrationId, personId: person_id }]),
    })
  return { accountId: account_id, charge, check, place, posted, refund, receipt }
}

const paidBy = (of: Row) => ({ kind: 'paid', cents: -18_000, ...of })
const givenUp = { kind: 'given up', cents: -18_000, at: removedAt }
const refunded = (refund_id: string, of: Row) => ({ kind: 'refunded', cents: 18_000, refund_id, ...of })
const cameBack = (refund_id: string, of: Row) => ({ kind: 'came back', cents: -18_000, refund_id, ...of })
const takenBack = (recorded_id: number) => ({ kind: 'taken back', cents: 18_000, recorded_id })
const gone = { removed_at: removedAt, given_up_by: 'site', removed_why: 'family' }
const byCheck = { paid_at: paidAt, paid_how: 'check' }
const byCard = { paid_at: paidAt, paid_how: 'card' }

test('what rows of before said of being paid, owed, given back and reclaimed, the ledger says, with its payment and its refunds', async ({
  onTestFinished,
}) => {
  const { old, bringUp, remove } = await databaseBefore('CREATE TABLE "before_ledger"')
  onTestFinished(remove)
  const { accountId, charge, check, place, posted, refund, receipt } = await aFamilyOfBefore(old)
  const accepted = (transaction_id: string) => charge({ state: 'accepted', transaction_id, ended_at: paidAt })

  /** A place that a charge paid and that was given up, with its refund. */
  const goneFromCharge = async (transactionId: string, row: Row) => {
    const charge_id = await accepted(transactionId)
    const id = await place({ ...byCard, ...gone, charge_id }, [paidBy({ charge_id }), givenUp])
    const refundId = await refund(id, { charge_id, ...row })
    return { id, refundId, charge_id }
  }
  /** The same, paid by a check that was recorded. */
  const goneFromCheck = async (isPaidStill: boolean, row: (recordedId: number) => Row) => {
    const recorded_id = await check(isPaidStill ? {} : { taken_back_cents: 18_000, taken_back_at: endedAt })
    const paid = isPaidStill ? { ...byCheck, offline_payment_id: recorded_id } : {}
    const id = await place({ ...paid, ...gone }, [paidBy({ recorded_id }), givenUp])
    const refundId = await refund(id, row(recorded_id))
    return { id, refundId, recorded_id }
  }
  const back = { created_at: removedAt, over_at: endedAt, ended_by: 'command:treasurer' }

  const unpaid = await place()
  const free = await place({ ...byCheck, price_cents: 0 })
  const chargeId = await accepted('card1')
  const paid = await place({ ...byCard, charge_id: chargeId }, [paidBy({ charge_id: chargeId })])
  const recordedId = await check()
  const recorded = await place({ ...byCheck, offline_payment_id: recordedId }, [
    paidBy({ recorded_id: recordedId }),
  ])
  const byHand = await place(byCheck, [paidBy({})])
  await receipt(byHand)
  const owedByHand = await place({ ...byCheck, ...gone }, [paidBy({}), givenUp])
  await refund(owedByHand, { state: 'owed' })
  const pending = await charge({ state: 'unknown' })
  const asked = await place({ charge_id: pending, charge_cents: 18_000 })
  const held = await place({ charge_id: pending, charge_cents: 18_000, held_until: endedAt })

  const owed = await goneFromCheck(true, () => ({ state: 'owed' }))
  const returned = await goneFromCheck(true, () => ({ state: 'returned', ...back }))
  await posted(returned.id, [refunded(returned.refundId, { recorded_id: returned.recorded_id, at: endedAt })])
  const reason = (id: number) => `payment ${id} bounced`
  const reclaimed = await goneFromCheck(false, (id) => ({ state: 'reclaimed', reason: reason(id), ...back }))
  const repaid = await goneFromCheck(false, (id) => ({ state: 'repaid', reason: reason(id), ...back }))
  for (const { id, refundId, recorded_id } of [reclaimed, repaid])
    await posted(id, [refunded(refundId, { recorded_id, at: endedAt }), takenBack(recorded_id)])
  await posted(repaid.id, [paidBy({ recorded_id: repaid.recorded_id, refund_id: repaid.refundId })])
  const cancelled = await goneFromCheck(false, (id) => ({ state: 'failed', reason: reason(id), ...back }))
  await posted(cancelled.id, [takenBack(cancelled.recorded_id)])

  const given = await goneFromCharge('card2', { state: 'done', transaction_id: 'back2', ...back })
  const came = await goneFromCharge('card3', {
    state: 'owed',
    transaction_id: 'back3',
    created_at: removedAt,
  })
  const cameReturned = await goneFromCharge('card4', { state: 'returned', transaction_id: 'back4', ...back })
  for (const { id, refundId, charge_id } of [given, came, cameReturned])
    await posted(id, [refunded(refundId, { charge_id, at: endedAt })])
  for (const { id, refundId, charge_id } of [came, cameReturned])
    await posted(id, [cameBack(refundId, { charge_id })])
  await posted(cameReturned.id, [
    refunded(cameReturned.refundId, { charge_id: cameReturned.charge_id, at: endedAt }),
  ])
  const backTwice = await goneFromCharge('card7', { state: 'done', transaction_id: 'back7', ...back })
  const cameLate = await refund(backTwice.id, {
    ...{ charge_id: backTwice.charge_id, state: 'failed' },
    ...{ created_at: paidAt, over_at: removedAt },
  })
  for (const refundId of [backTwice.refundId, cameLate])
    await posted(backTwice.id, [refunded(refundId, { charge_id: backTwice.charge_id, at: endedAt })])
  const queued = await goneFromCharge('card5', { state: 'queued' })
  const refused = await goneFromCharge('card6', { state: 'failed', reason: '2004', over_at: endedAt })

  const sums = sql`select id, due_cents as due from registrations order by id`
  const lines = sql`select id, registration_id, kind, cents, charge_id from postings order by id`
  const before = { sums: await queryRows(old, sums), lines: await queryRows(old, lines) }

  const { db, close } = await bringUp()
  onTestFinished(close)

  expect({ sums: await queryRows(db, sums), lines: await queryRows(db, lines) }).toEqual(before)
  expect(await wrongSums(db)).toEqual([])
  const said = async (id: number) => {
    const [entry] = await entriesWhere(db, eq(registrations.id, id))
    const { transactionId, recordedHow, recordedId, chargeId, ...balance } = orNotFound(entry)
    const rows = await db
      .select()
      .from(refunds)
      .where(eq(refunds.registrationId, id))
      .orderBy(asc(refunds.createdAt))
    return {
      due: balance.owedCents + balance.beingPaidCents - balance.weOweCents,
      payment: transactionId ?? (recordedHow && `${recordedHow} ${recordedId}`),
      ...(chargeId && { underWay: chargeId }),
      refunds: rows.map(({ state, transactionId: made }) => [state, made].filter(Boolean).join(' ')),
    }
  }
  const made = await db
    .select()
    .from(offlinePayments)
    .where(eq(offlinePayments.recordedBy, 'site'))
    .orderBy(asc(offlinePayments.id))
  expect(made).toMatchObject([
    {
      number: null,
      accountId,
      amountCents: 18_000,
      how: 'check',
      receivedOn: '2027-06-21',
      recordedAt: new Date(paidAt),
    },
    { number: null, accountId, amountCents: 18_000, how: 'check' },
  ])
  const [ofByHand, ofOwed] = made.map(({ id }) => `check ${id}`)
  const checkOf = ({ recorded_id }: { recorded_id: number }) => `check ${recorded_id}`

  expect(await said(unpaid)).toEqual({ due: 18_000, payment: null, refunds: [] })
  expect(await said(free)).toEqual({ due: 0, payment: null, refunds: [] })
  expect(await said(paid)).toEqual({ due: 0, payment: 'card1', refunds: [] })
  expect(await said(recorded)).toEqual({ due: 0, payment: `check ${recordedId}`, refunds: [] })
  expect(await said(byHand)).toEqual({ due: 0, payment: ofByHand, refunds: [] })
  expect(await said(owedByHand)).toEqual({ due: -18_000, payment: ofOwed, refunds: [] })
  expect(await said(asked)).toEqual({ due: 18_000, payment: null, underWay: pending, refunds: [] })
  expect(await said(held)).toEqual({ due: 0, payment: null, underWay: pending, refunds: [] })
  expect(await said(owed.id)).toEqual({ due: -18_000, payment: checkOf(owed), refunds: [] })
  expect(await said(returned.id)).toEqual({ due: 0, payment: checkOf(returned), refunds: ['done'] })
  expect(await said(reclaimed.id)).toEqual({ due: 18_000, payment: null, refunds: ['done'] })
  expect(await said(repaid.id)).toEqual({ due: 0, payment: null, refunds: ['done'] })
  expect(await said(cancelled.id)).toEqual({ due: 0, payment: null, refunds: ['failed'] })
  expect(await said(given.id)).toEqual({ due: 0, payment: 'card2', refunds: ['done back2'] })
  expect(await said(came.id)).toEqual({ due: -18_000, payment: 'card3', refunds: ['failed back3'] })
  expect(await said(cameReturned.id)).toEqual({ due: 0, payment: 'card4', refunds: ['failed back4', 'done'] })
  const twice = { due: 18_000, payment: 'card7', refunds: ['failed', 'done back7'] }
  expect(await said(backTwice.id)).toEqual(twice)
  expect(await said(queued.id)).toEqual({ due: -18_000, payment: 'card5', refunds: ['queued'] })
  expect(await said(refused.id)).toEqual({ due: -18_000, payment: 'card6', refunds: ['failed'] })

  const open = await listOpenAmounts(db, [accountId])
  expect(new Map(open.map(({ id, state, amountCents }) => [id, `${state} ${amountCents}`]))).toEqual(
    new Map([
      ...[owedByHand, owed.id, came.id, refused.id].map((id) => [id, 'owed 18000'] as const),
      [reclaimed.id, 'bounced 18000'],
    ]),
  )
  const states = (await listRefundsTo(db, accountId)).map(({ state }) => state)
  expect(states.sort()).toEqual(['done', 'done', 'queued', 'repaid', 'returned', 'returned'])
  const byRefund = await db
    .select({ state: refunds.state, by: refunds.endedBy, at: refunds.endedAt, kind: postings.kind })
    .from(postings)
    .innerJoin(refunds, eq(refunds.id, postings.refundId))
    .where(eq(postings.registrationId, cameReturned.id))
    .orderBy(asc(postings.id))
  expect(byRefund).toMatchObject([
    { kind: 'refunded', state: 'failed' },
    { kind: 'came back', state: 'failed' },
    { kind: 'refunded', state: 'done', by: 'command:treasurer', at: new Date(endedAt) },
  ])

  await writeDownEarlierReceipts(db)
  const kept = await listPlaceReceipts(db, accountId, byHand)
  expect(kept).toMatchObject([{ recordedId: made[0]?.id, paper: { number: `C-${byHand}` } }])
  const written = await listPlaceReceipts(db, accountId, owedByHand)
  expect(written).toMatchObject([{ recordedId: made[1]?.id, paper: { number: `C-${owedByHand}` } }])

  expect((await chargeReceipt(db, { accountId }, 'card7')).paragraphs.slice(1)).toEqual([
    'Pip Vale, Green, Session 17: unregistered, $180.00 refunded on Jun 22, 2027.',
    'Pip Vale, Green, Session 17: unregistered, $180.00 refunded on Jun 23, 2027 (transaction back7).',
  ])

  const [{ rows } = { rows: 0 }] = await queryRows<{ rows: number }>(
    db,
    sql`select count(*)::int as rows from before_ledger`,
  )
  expect(rows, 'each place, and each refund that a hand ended or was to end').toBe(before.sums.length + 7)
})
