import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { readCredit } from '#ledger/credit.db.server.ts'
import { findDrift } from '#ledger/postings.db.server.ts'
import {
  chargeFee,
  noteCameBack,
  useCreditAtDesk as payWithCredit,
} from '#offline-payments/desk-money.server.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { makeRecoveryCodes } from '#team/second-step/recovery-codes.server.ts'
import { timeZone } from '../../../test/builders/builders.ts'
import { aDeskForMoney } from '../../../test/builders/money/given-by-desk.ts'
import { test } from '../../../test/harness/database.ts'
import { type ActRequest, actOnMoney, approve, refuseAct } from './money-acts.server.ts'
import { moneyActs } from './money-acts.tables.ts'

const key = () => crypto.randomUUID()
const why = () => ({ key: key(), reason: 'goodwill' as const })
const noCode = { step: {}, address: '192.0.2.7' }
const today = todayIn(timeZone)
const readState = async (db: Db, id: string) =>
  (await db.select().from(moneyActs).where(eq(moneyActs.id, id)))[0]?.state

test('a paid place is given up with a part back as credit: the rest stays with the programme as a fee, and the form sent twice is one act', async ({
  db,
}) => {
  const { world, family, owner, first, posted, due, mailed, told: logged } = await aDeskForMoney(db)
  const asking: ActRequest = {
    ...{ kind: 'give up', registrationId: first.id, cents: 9000, as: 'credit', ...why() },
    words: 'left in week two',
  }

  const act = await actOnMoney(world, family, owner, asking)
  await actOnMoney(world, family, owner, asking)

  expect(act.state).toBe('done')
  expect((await posted()).slice(3)).toEqual([
    'given up -18000',
    'fee 9000',
    'moved -9000 credit',
    'moved 9000',
  ])
  expect(await due(first.id)).toBe(0)
  expect(await readCredit(db, family.familyId)).toBe(9000)
  expect((await findDrift(db, 0, 100)).drifted).toEqual([])
  expect(await mailed()).toEqual(['Pip’s place is given up'])
  expect(await logged()).toMatchObject([
    { what: 'places given up' },
    { what: 'money given back', after: { amountCents: 9000 } },
  ])
})

test('a part of a check goes back while the place stays: it is owed until somebody says how it was handed over, and owed again where it did not arrive', async ({
  db,
}) => {
  const { world, family, owner, first, due, mailed, lastText, told: logged } = await aDeskForMoney(db)

  await actOnMoney(world, family, owner, {
    ...{ kind: 'give back', registrationId: first.id, cents: 6000, as: 'money', ...why() },
  })
  expect(await listOpenAmounts(db, [family.accountId])).toMatchObject([{ id: first.id, amountCents: 6000 }])
  const handed = { how: 'check' as const, reference: '4711', givenOn: today }
  const late = { ...handed, givenOn: addDays(today, 1) }
  await expect(noteReturned(world, first.id, owner.actor, late)).rejects.toMatchObject({ code: 'wrong-day' })
  await noteReturned(world, first.id, owner.actor, handed)

  expect(await due(first.id)).toBe(0)
  const [refund] = await db.select().from(refunds)
  expect(refund).toMatchObject({ ...handed, amountCents: 6000, state: 'done' })
  await noteCameBack(world, family, orNotFound(refund).id, owner.actor)
  expect(await due(first.id)).toBe(-6000)
  expect((await db.select().from(refunds))[0]?.state).toBe('failed')
  await expect(noteCameBack(world, family, orNotFound(refund).id, owner.actor)).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await mailed()).toEqual([
    ...['Money goes back to you', 'We returned $60.00 to you', '$60.00 did not reach you'],
  ])
  expect(await lastText()).toContain(
    'What we gave back for Pip, Green Ball Clinic, Session 1 did not arrive. We owe it to you still, and give it to you again.',
  )
  expect((await logged()).map(({ what }) => what)).toEqual([
    'money given back',
    'money returned',
    'money did not arrive',
  ])
})

test('what is due is waived up to all of it; a fee is charged once; both are mailed', async ({ db }) => {
  const { world, family, owner, second, due, mailed, told: logged } = await aDeskForMoney(db)
  const waiving = { kind: 'waive' as const, registrationId: second.id }

  await expect(actOnMoney(world, family, owner, { ...waiving, cents: 3501, ...why() })).rejects.toThrow(
    'Only $35.00 is due for this place.',
  )
  await actOnMoney(world, family, owner, { ...waiving, cents: 1000, ...why() })
  expect(await due(second.id)).toBe(2500)
  const fee = { cents: 2500, key: key(), actor: owner.actor, reason: 'bounced' as const }
  await chargeFee(world, family, second.id, fee)
  await chargeFee(world, family, second.id, fee)

  expect(await due(second.id)).toBe(5000)
  expect(await mailed()).toEqual(['We took $10.00 off what you owe', 'We charged a fee of $25.00'])
  expect(await logged()).toEqual([
    { what: 'price waived', after: { amountCents: 1000 } },
    { what: 'fee charged', after: { amountCents: 2500 } },
  ])
})

test('credit pays a place once for a form, and what is left is paid out; nothing takes it below 0', async ({
  db,
}) => {
  const { world, family, owner, first, second, due, mailed, lastText } = await aDeskForMoney(db)
  await actOnMoney(world, family, owner, {
    ...{ kind: 'give back', registrationId: first.id, cents: 6000, as: 'credit', ...why() },
  })
  const using = { cents: 3500, key: key(), actor: owner.actor }

  await payWithCredit(world, family, second.id, using)
  await payWithCredit(world, family, second.id, using)
  expect(await due(second.id)).toBe(0)
  const handed = { how: 'cash' as const, reference: '', givenOn: today }
  await expect(
    actOnMoney(world, family, owner, { kind: 'pay out', cents: 2501, ...handed, ...why() }),
  ).rejects.toThrow('The family has $25.00 of credit')
  await actOnMoney(world, family, owner, { kind: 'pay out', cents: 2500, ...handed, ...why() })

  expect(await readCredit(db, family.familyId)).toBe(0)
  const [refund] = await db.select().from(refunds)
  expect(refund).toMatchObject({ registrationId: null, amountCents: 2500, how: 'cash', givenOn: today })
  await noteCameBack(world, family, orNotFound(refund).id, owner.actor)
  expect(await readCredit(db, family.familyId)).toBe(2500)
  expect(await mailed()).toEqual([
    ...['Money goes back to you', 'We paid $25.00 of your credit out', '$25.00 did not reach you'],
  ])
  expect(await lastText()).toContain('It is your credit again.')
})

test('above the programme’s sum nothing is done, sent or told until a second member approves; who asked cannot', async ({
  db,
}) => {
  const { world, family, owner, first, posted, mailed, told: logged, memberOf } = await aDeskForMoney(db)
  const treasurer = await memberOf('treasurer')
  const before = await posted()

  const act = await actOnMoney(world, family, owner, {
    ...{ kind: 'give up', registrationId: first.id, cents: 18_000, as: 'credit', ...why() },
  })
  expect(act.state).toBe('asked')
  expect(await posted()).toEqual(before)
  expect(await mailed()).toEqual([])
  expect(await logged()).toEqual([{ what: 'money asked for', after: { amountCents: 18_000 } }])
  await expect(approve(world, act.id, owner, noCode)).rejects.toThrow(
    'Another owner or treasurer approves it.',
  )

  await approve(world, act.id, treasurer, noCode)
  await approve(world, act.id, treasurer, noCode)

  expect(await readCredit(db, family.familyId)).toBe(18_000)
  expect(await mailed()).toEqual(['Pip’s place is given up'])
  expect((await logged()).map(({ what }) => what)).toEqual([
    ...['money asked for', 'money approved', 'places given up', 'money given back'],
  ])
  await expect(refuseAct(world, act.id, treasurer)).rejects.toThrow('This was decided meanwhile.')
})

test('what was given in the last 30 days counts, and so does a session that has begun', async ({ db }) => {
  const { world, family, owner, first } = await aDeskForMoney(db)
  const part = { kind: 'give back' as const, registrationId: first.id, as: 'credit' as const }

  const acts = []
  for (const cents of [6000, 4000, 1])
    acts.push(await actOnMoney(world, family, owner, { ...part, cents, ...why() }))
  expect(acts.map(({ state }) => state)).toEqual(['done', 'done', 'asked'])

  const other = await aDeskForMoney(db, { begun: true })
  const late = { kind: 'waive' as const, registrationId: other.second.id, cents: 100, ...why() }
  expect((await actOnMoney(world, other.family, other.owner, late)).state).toBe('asked')
})

test('what cannot be done when it is approved is refused and stays asked; refused, it is over', async ({
  db,
}) => {
  const { world, family, owner, second, memberOf, due } = await aDeskForMoney(db, { begun: true })
  const treasurer = await memberOf('treasurer')
  const waiving = { kind: 'waive' as const, registrationId: second.id, cents: 3500 }
  const act = await actOnMoney(world, family, owner, { ...waiving, ...why() })
  const [charge] = await db
    .insert(charges)
    .values({
      accountId: family.accountId,
      familyId: family.familyId,
      amountCents: 3500,
      idempotencyKey: key(),
    })
    .returning()
  const underWay = { chargeId: orNotFound(charge).id, chargeCents: 3500 }
  await db.update(registrations).set(underWay).where(eq(registrations.id, second.id))

  await expect(approve(world, act.id, treasurer, noCode)).rejects.toMatchObject({ code: 'being-paid' })
  expect(await readState(db, act.id)).toBe('asked')
  await expect(actOnMoney(world, family, owner, { ...waiving, ...why() })).rejects.toMatchObject({
    code: 'being-paid',
  })

  await refuseAct(world, act.id, treasurer)
  expect(await readState(db, act.id)).toBe('refused')
  await expect(approve(world, act.id, treasurer, noCode)).rejects.toThrow('This was decided meanwhile.')
  expect(await due(second.id)).toBe(3500)
})

test('the only member who may approve confirms with a code taken now; the programme is told, and the log says “alone”', async ({
  db,
}) => {
  const { world, family, owner, second, told: logged, mailed, due } = await aDeskForMoney(db, { begun: true })
  const { codes, keep } = await makeRecoveryCodes(owner.accountId)
  await keep(db)
  const waiving = { kind: 'waive' as const, registrationId: second.id, cents: 3500, ...why() }
  const act = await actOnMoney(world, family, owner, waiving)

  await expect(approve(world, act.id, owner, noCode)).rejects.toMatchObject({ code: 'wrong-code' })
  const wrong = { step: { code: 'AAAAA-AAAAA' }, address: '192.0.2.7' }
  await expect(approve(world, act.id, owner, wrong)).rejects.toMatchObject({ code: 'wrong-code' })
  expect(await due(second.id)).toBe(3500)
  await approve(world, act.id, owner, { step: { code: orNotFound(codes[0]) }, address: '192.0.2.7' })

  expect(await due(second.id)).toBe(0)
  expect(await logged()).toContainEqual({
    ...{ what: 'money approved', after: { amountCents: 3500, isAlone: true } },
  })
  expect(await mailed()).toEqual(['We took $35.00 off what you owe', '$35.00 given away by one member alone'])
})

test('what waits for a family whose account was deleted is refused with a sentence', async ({ db }) => {
  const { world, family, owner, second, memberOf } = await aDeskForMoney(db, { begun: true })
  const treasurer = await memberOf('treasurer')
  const waiving = { kind: 'waive' as const, registrationId: second.id, cents: 3500, ...why() }
  const act = await actOnMoney(world, family, owner, waiving)
  await db.update(accounts).set({ familyId: null }).where(eq(accounts.id, family.accountId))

  await expect(approve(world, act.id, treasurer, noCode)).rejects.toThrow(
    'The account of this family was deleted meanwhile. Nothing was done.',
  )
  expect(await readState(db, act.id)).toBe('refused')
})

test('nobody gives back for a place of another family, nor more than was paid', async ({ db }) => {
  const { world, family, owner, first } = await aDeskForMoney(db)
  const other = await aDeskForMoney(db)
  const part = { kind: 'give back' as const, as: 'credit' as const, ...why() }

  await expect(
    actOnMoney(world, family, owner, { ...part, registrationId: other.first.id, cents: 100 }),
  ).rejects.toMatchObject({ code: 'not-found' })
  await expect(
    actOnMoney(world, family, owner, { ...part, registrationId: first.id, cents: 18_001 }),
  ).rejects.toThrow('$180.00 was paid for this place: no more can go back.')
})
