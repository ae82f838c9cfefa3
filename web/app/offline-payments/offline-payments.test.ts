import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { changeName } from '#people/accounts/emails/settings.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, timeZone } from '../../test/builders/builders.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { findFamilies } from './find-families.server.ts'
import { noteRepaid, noteReturned, recordPayment } from './offline-payments.server.ts'
import { takeBackPayment } from './take-back.server.ts'

/** How each place is paid, in their order; null where it is not. */
const paidBy = async (db: Db) =>
  (await entriesWhere(db))
    .toSorted((one, other) => one.id - other.id)
    .map(({ standing, way }) => (standing === 'paid' ? way : null))

test('a volunteer finds a family by e-mail, by the name of its holder or of a player, or by invoice number, with what it owes', async ({
  db,
}) => {
  const { account, invoice } = await aDebtor(db)
  await changeName(db, account.visitor, { first_name: 'Édith', last_name: 'O’Neill' })
  await anAccount(db)

  for (const text of [account.email, 'pip lob', "edith o'neill", invoice]) {
    const [family, ...others] = await findFamilies(db, text)
    expect(others).toEqual([])
    expect(family?.email).toBe(account.email)
    expect(family?.unpaid.map(({ priceCents, invoice: on }) => ({ priceCents, on }))).toEqual([
      { priceCents: 18_000, on: invoice },
      { priceCents: 3500, on: invoice },
    ])
  }
})

test('a check over the whole invoice pays every registration of it, and nothing is unpaid P4.18', async ({
  db,
}) => {
  const { account, payment } = await aDebtor(db)

  await recordPayment(aWorld(db), payment)

  expect((await findFamilies(db, account.email))[0]?.unpaid).toEqual([])

  expect(await paidBy(db)).toEqual(['check', 'check'])
  expect(await db.select().from(offlinePayments)).toMatchObject([
    { amountCents: 21_500, how: 'check', note: 'check 88', recordedBy: 'command:volunteer' },
  ])
})

test('money counts from the day on which it came: it stands on the receipt, and is neither to come nor before the registration', async ({
  db,
}) => {
  const { account, payment } = await aDebtor(db)
  const today = todayIn(timeZone)
  const [registeredOn, receivedOn] = [addDays(today, -9), addDays(today, -7)]
  await db.update(registrations).set({ createdAt: new Date(`${registeredOn}T20:00:00Z`) })
  const record = (day: string) => recordPayment(aWorld(db), { ...payment, receivedOn: day })

  await expect(record(addDays(today, 1))).rejects.toThrow(
    `${longDay(addDays(today, 1))} is still to come. Write the day on which it came.`,
  )
  await expect(record(addDays(registeredOn, -1))).rejects.toThrow(
    `It pays for what was registered on ${longDay(registeredOn)}`,
  )
  expect(await paidBy(db)).toEqual([null, null])
  await record(receivedOn)

  const [family] = await findFamilies(db, account.email)
  expect(family?.recorded).toMatchObject([{ receivedOn, recordedOn: today }])
  const [mail] = await db.select().from(mails)
  expect(mail?.text).toContain(`Thank you: it came on ${longDay(receivedOn)}.`)
  const [receipt] = await db.select().from(receipts)
  expect(receipt?.paper).toMatchObject({
    date: longDay(today),
    paragraphs: [`Received by check on ${longDay(receivedOn)}. Thank you.`],
  })
})

test('part of an invoice is paid by naming the registration; another amount is refused and nothing is written', async ({
  db,
}) => {
  const { payment, rows } = await aDebtor(db)

  await expect(recordPayment(aWorld(db), { ...payment, amountCents: 18_000 })).rejects.toThrow(
    '$180.00 is not what is due: the 2 registrations cost $215.00. Name the registrations that were paid.',
  )
  await expect(recordPayment(aWorld(db), { ...payment, invoice: '2027-999999' })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await db.$count(offlinePayments)).toBe(0)

  await recordPayment(aWorld(db), {
    ...payment,
    how: 'cash',
    amountCents: 18_000,
    registrationIds: [rows[0]?.id ?? 0],
  })
  expect(await paidBy(db)).toEqual(['cash', null])

  await recordPayment(aWorld(db), { ...payment, how: 'venmo-transfer', amountCents: 3500 })
  expect(await paidBy(db)).toEqual(['cash', 'venmo-transfer'])
  const sent = await db.select().from(mails).orderBy(mails.id)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'We received $180.00 in cash',
    'We received $35.00 by Venmo transfer',
  ])
  expect(sent.map(({ attachments: [receipt] }) => receipt?.paper?.subtitle)).toEqual([
    'Paid in cash',
    'Paid by Venmo transfer',
  ])
})

test('a mistake is taken back once: the registrations are unpaid again and the record stays', async ({
  db,
}) => {
  const { payment } = await aDebtor(db)
  const { id } = await recordPayment(aWorld(db), payment)

  await takeBackPayment(aWorld(db), {
    id,
    registrationIds: [],
    hasBounced: false,
    actor: 'command:treasurer',
  })

  expect(await paidBy(db)).toEqual([null, null])
  expect((await db.select().from(offlinePayments))[0]).toMatchObject({
    takenBackBy: 'command:treasurer',
    takenBackAt: expect.any(Date),
  })
  expect((await db.select().from(changes).orderBy(changes.id)).at(-1)).toMatchObject({
    what: 'payment taken back',
    after: { takenBackCents: 21_500 },
    reason: 'mistake',
  })
  await expect(
    takeBackPayment(aWorld(db), { id, registrationIds: [], hasBounced: false, actor: 'command:treasurer' }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

/** $215.00 by check, of which $180.00 is owed because the family gave that place up. */
async function anOwedFamily(db: Db) {
  const debtor = await aDebtor(db)
  const world = aWorld(db)
  const { id } = await recordPayment(world, debtor.payment)
  const [green, orange] = debtor.rows.map((row) => row.id)
  const leaving = { registrationId: green ?? 0, personId: debtor.pip.id, kind: 'clinic' as const }
  await unregister(world, debtor.account.visitor, leaving)
  const family = async () => orNotFound((await findFamilies(db, debtor.account.email))[0])
  const [owed] = (await family()).open
  const takeBack = (hasBounced: boolean, ...registrationIds: number[]) =>
    takeBackPayment(world, { id, registrationIds, hasBounced, actor: 'command:treasurer' })
  return {
    ...debtor,
    id,
    world,
    family,
    takeBack,
    green: green ?? 0,
    orange: orange ?? 0,
    owed: orNotFound(owed).id,
  }
}

const listMails = async (db: Db) =>
  (await db.select().from(mails).orderBy(mails.id)).map(({ subject, text }) => ({ subject, text }))

test('money owed to a family is shown until a volunteer has returned it; the log has each step, by whom', async ({
  db,
}) => {
  const { account, family, id, owed, world } = await anOwedFamily(db)
  expect((await family()).open).toMatchObject([{ id: owed, amountCents: 18_000, state: 'owed' }])
  expect((await family()).recorded[0]?.paid.map(({ dueOn }) => dueOn)).toEqual(['2027-06-21', '2027-06-21'])

  await noteReturned(world, owed, 'command:treasurer')

  expect((await family()).open).toEqual([])
  expect(await db.select().from(refunds)).toMatchObject([
    {
      registrationId: owed,
      state: 'done',
      chargeId: null,
      amountCents: 18_000,
      endedBy: 'command:treasurer',
    },
  ])
  const lines = await db.select().from(changes).orderBy(changes.id)
  expect(lines.map(({ actor, what, after }) => ({ actor, what, after }))).toEqual([
    {
      actor: 'command:volunteer',
      what: 'payment recorded',
      after: { paymentId: id, amountCents: 21_500, places: 2 },
    },
    { actor: `family:${account.familyId}`, what: 'unregistered', after: null },
    { actor: 'command:treasurer', what: 'money returned', after: { amountCents: 18_000 } },
  ])
  expect(lines.map(({ familyId }) => familyId)).toEqual(Array(3).fill(account.familyId))
  expect((await listMails(db)).at(-1)?.subject).toBe('We returned $180.00 to you')
  await expect(noteReturned(world, owed, 'command:treasurer')).rejects.toMatchObject({ code: 'not-found' })
})

test('what went back to a family cannot be taken back, the rest of the payment can', async ({ db }) => {
  const { id, takeBack, family, green, orange, owed, world } = await anOwedFamily(db)
  await noteReturned(world, owed, 'command:treasurer')

  await expect(takeBack(false)).rejects.toThrow(
    `$180.00 of it went back to the family already (registration ${green}). Take the rest back with --registration ${orange}. If the check bounced, write: bounced ${id}`,
  )
  await expect(takeBack(false, green)).rejects.toMatchObject({ code: 'returned-already' })
  await takeBack(false, orange)

  const { unpaid, recorded, open } = await family()
  expect(unpaid).toMatchObject([{ id: orange, priceCents: 3500 }])
  expect(recorded).toMatchObject([{ takenBackCents: 3500, paid: [{ id: green }] }])
  expect(open).toEqual([])
  expect(await db.select().from(refunds)).toMatchObject([{ registrationId: green, state: 'done' }])
})

test('a check that bounces after its money went back is owed by the family until it is repaid', async ({
  db,
}) => {
  const { takeBack, family, green, orange, owed, world } = await anOwedFamily(db)
  await noteReturned(world, owed, 'command:treasurer')

  await takeBack(true)

  expect(await family()).toMatchObject({
    unpaid: [{ id: orange, owedCents: 3500 }],
    recorded: [{ takenBackCents: 21_500, paid: [] }],
    open: [{ id: green, state: 'bounced', amountCents: 18_000, event: 'Green Ball Clinic' }],
  })
  const mail = (await listMails(db)).at(-1)
  expect(mail?.subject).toBe('Your payment did not go through')
  expect(mail?.text).toContain('Your payment of $215.00 by check did not go through.')
  expect(mail?.text).toContain(
    'We had returned $180.00 to you for Pip, Green Ball Clinic, Session 1 before we knew. Please pay it back to us.',
  )
  await expect(takeBack(true)).rejects.toMatchObject({ code: 'not-found' })

  await noteRepaid(world, owed, 'command:treasurer')
  expect(await family()).toMatchObject({ unpaid: [{ id: orange }], open: [] })
})

test('nothing is owed for a place given up once its check bounced', async ({ db }) => {
  const { takeBack, family, owed, world } = await anOwedFamily(db)

  await takeBack(true)

  expect((await family()).open).toEqual([])
  await expect(noteReturned(world, owed, 'command:treasurer')).rejects.toMatchObject({ code: 'not-found' })
})

test('the family gets the receipt of a recorded payment, and is told when it is taken back', async ({
  db,
}) => {
  const { payment, account } = await aDebtor(db)
  const { id } = await recordPayment(aWorld(db), payment)

  const [receipt] = await db.select().from(mails)
  expect(receipt).toMatchObject({ recipient: account.email, subject: 'We received $215.00 by check' })
  expect(receipt?.text).toContain('Pip · Green Ball Clinic, Session 1 · $180.00')
  expect(receipt?.text).toContain('Total paid · $215.00')
  expect(receipt?.attachments, 'one paper with both').toMatchObject([
    { paper: { number: expect.stringMatching(/^C-\d+$/), table: { rows: [{}, {}] } } },
  ])

  await takeBackPayment(aWorld(db), {
    id,
    registrationIds: [],
    hasBounced: false,
    actor: 'command:treasurer',
  })

  const mail = (await listMails(db)).at(-1)
  expect(mail?.subject).toBe('A payment was recorded by mistake')
  expect(mail?.text).toContain('Total due · $215.00')
})
