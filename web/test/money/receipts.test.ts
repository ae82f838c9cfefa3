import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { familyData } from '#account/family-data.server.ts'
import { receiptMailAgain } from '#checkout/mails.server.ts'
import { pay } from '#checkout/pay/pay.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { chargeReceipt, recordedReceipt, writeDownEarlierReceipts } from '#invoices/receipts.server.ts'
import { mails } from '#mail/mail.tables.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { timeZone } from '../builders/builders.ts'
import { aLeavingFamily } from '../builders/leaving-family.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { heldPlaces } from '../builders/money/held-places.ts'
import { test } from '../harness/database.ts'
import { aWorld } from '../harness/world.ts'

const today = longDay(todayIn(timeZone))

const namesOn = ({ table }: Paper) => table.rows.map(([name]) => name)

/** Everything that a receipt names is called and stands otherwise from now on. */
async function allIsRenamed(db: Db) {
  await db.update(people).set({ firstName: 'Renamed' })
  await db.update(events).set({ name: 'Renamed Clinic' })
  await db.update(sessions).set({ startsOn: '2039-06-20', endsOn: '2039-06-23' })
  await db.update(programme).set({ name: 'Renamed Tennis', addressLines: ['1 New Street'] })
}

/** What `aDebtor` owes, recorded in cash; and how a place of it is opened by its address. */
async function aRecordedPayment(db: Db) {
  const { account, pip, rows, payment } = await aDebtor(db)
  const { id } = await recordPayment(aWorld(db), { ...payment, how: 'cash' })
  const opens = async (row = 0, number?: string) => {
    const { id: registrationId, sessionId } = orNotFound(rows[row])
    const [at] = await db
      .select({ eventId: sessions.eventId, eventType: events.kind })
      .from(sessions)
      .innerJoin(events, eq(events.id, sessions.eventId))
      .where(eq(sessions.id, sessionId))
    return recordedReceipt(
      db,
      account.visitor,
      { ...orNotFound(at), registrationId, personId: pip.id },
      number,
    )
  }
  const takeBack = (paymentId: number, registrationIds: number[] = []) =>
    takeBackPayment(aWorld(db), {
      ...{ id: paymentId, registrationIds, hasBounced: true, actor: 'command:treasurer' as const },
    })
  return { account, pip, rows, payment, id, opens, takeBack }
}

test('the receipt of a card says for ever what it said when it was given, in its mail and on its page', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { children: 2 })
  const charge = await pay(world, visitor, payment)
  const [mail] = await db.select().from(mails)
  const given = orNotFound(mail?.attachments[0]?.paper)
  expect(namesOn(given)).toEqual(['Pip Vale', 'Pip1 Vale'])

  await allIsRenamed(db)

  expect(await chargeReceipt(db, visitor, String(charge.transactionId))).toEqual(given)
  expect(await receiptMailAgain(db, world.env, charge.id)).toMatchObject({ attachments: [{ paper: given }] })
})

test('what went back since stands below the receipt, with its day and the names of then', async ({
  db,
  gateway,
}) => {
  const { visitor, charge, leave } = await aLeavingFamily(db, gateway)
  const read = () => chargeReceipt(db, visitor, String(charge?.transactionId))
  const given = await read()
  await allIsRenamed(db)

  await leave()

  const [player, session] = orNotFound(given.table.rows[0])
  const { paragraphs, ...paper } = await read()
  expect({ ...paper, paragraphs: paragraphs.slice(0, 1) }).toEqual(given)
  expect(paragraphs[1]).toMatch(
    `${player}, ${session}: unregistered, $180.00 refunded on ${today} (transaction `,
  )
})

test('receipts of before are written down once, as they stand at the first start, each place with its own number', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings)
  const { transactionId } = await pay(world, visitor, payment)
  const { account, rows, opens } = await aRecordedPayment(db)
  await db.delete(receipts)

  await writeDownEarlierReceipts(db)
  const ofCard = await chargeReceipt(db, visitor, String(transactionId))
  const ofPlaces = [await opens(0), await opens(1)]
  await allIsRenamed(db)
  await writeDownEarlierReceipts(db)

  expect(namesOn(ofCard)).toEqual(['Pip Vale'])
  expect(await chargeReceipt(db, visitor, String(transactionId))).toEqual(ofCard)
  expect([await opens(0), await opens(1)]).toEqual(ofPlaces)
  expect(ofPlaces.map(({ receipt }) => receipt.number)).toEqual(rows.map(({ id }) => `C-${id}`))
  expect(await db.$count(receipts, eq(receipts.accountId, account.id))).toBe(2)
})

test('a recorded payment is one paper with all that it pays, at the address of each place', async ({
  db,
}) => {
  const { opens } = await aRecordedPayment(db)

  const { receipt, others } = await opens(0)

  expect(receipt).toMatchObject({
    ...{ title: 'Payment receipt', subtitle: 'Paid in cash', date: today },
    table: { rows: [{ 3: '$180.00' }, { 3: '$35.00' }], total: ['Total paid', '$215.00'] },
  })
  expect(others).toEqual([])
  expect(await opens(1)).toEqual({ receipt, others })
})

test('a receipt whose payment bounced says so; the next payment has another number, and its receipt leads to the earlier one', async ({
  db,
}) => {
  const { id, rows, payment, opens, takeBack } = await aRecordedPayment(db)
  const { receipt: first } = await opens()
  const [kept, gone] = rows
  await takeBack(id, [orNotFound(gone).id])
  expect((await opens()).receipt.paragraphs).toEqual([
    `Received in cash on ${today}. Thank you.`,
    `Pip Lobwell, Orange Ball Open, Session 1: $35.00 was taken back on ${today}.`,
  ])

  await takeBack(id, [orNotFound(kept).id])
  const { receipt: bounced } = await opens()
  expect(bounced).toMatchObject({
    ...{ title: 'Payment receipt, withdrawn', number: first.number, to: first.to, date: first.date },
    table: { rows: [['Paid in cash', '$215.00']], total: ['Total paid', '$0.00'] },
    paragraphs: [`Withdrawn on ${today}.`, expect.stringContaining('does not count')],
  })

  await recordPayment(aWorld(db), payment)
  const { receipt: second, others } = await opens()
  expect(second).toMatchObject({ title: 'Payment receipt', subtitle: 'Paid by check' })
  expect(second.number).not.toBe(first.number)
  expect(others).toEqual([first.number])
  expect(await opens(1, first.number)).toEqual({ receipt: bounced, others: [second.number] })
  await expect(opens(0, 'C-1')).rejects.toMatchObject({ code: 'not-found' })
})

test('a deleted player has no name in receipts either, a deleted account has no receipts; until then they are in its data', async ({
  db,
  gateway,
}) => {
  const { world, visitor, players, charge, leave, settle } = await aLeavingFamily(db, gateway, {
    children: 2,
  })
  const [leaving, staying] = players
  await settle()
  await leave()

  await deletePlayer(db, visitor, orNotFound(leaving).id)

  const paper = await chargeReceipt(db, visitor, String(charge?.transactionId))
  expect(namesOn(paper)).toEqual(['Deleted player', `${staying?.firstName} ${staying?.lastName}`])
  expect(paper.paragraphs[1]).toMatch(/^Deleted player, /)
  expect((await familyData(db, visitor.accountId)).receipts).toMatchObject([
    { paper: { number: paper.number } },
  ])
  await eraseAccount(world, visitor.accountId)
  expect(await db.$count(receipts)).toBe(0)
})
