import { eq } from 'drizzle-orm'
import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { moveCredit } from '#ledger/credit.db.server.ts'
import { type NewPosting, post } from '#ledger/postings.db.server.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { renderPdf } from '#mail/pdf/pdf.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { orders, refunds } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import {
  aMember,
  anAccount,
  anEvent,
  aPlace,
  aPlayer,
  aProgramme,
  aRecordedPayment,
  aSession,
  timeZone,
} from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import { statementFor } from './statement.server.ts'

const thisYear = toYear(todayIn(timeZone))
const lastYear = thisYear - 1
const today = longDay(todayIn(timeZone))
/** Noon of a day of this year in the programme's zone. */
const on = (day: string, year = thisYear) => new Date(`${year}-${day}T20:00:00Z`)

/** A family with a place, whose price is posted now. */
async function aFamily(db: Db, { player = 'Pip', priceCents = 18_000 } = {}) {
  const { visitor } = await anAccount(db)
  const { accountId, familyId } = visitor
  const { id: personId } = await aPlayer(db, { accountId, firstName: player, lastName: 'Lobwell' })
  const { id: eventId } = await anEvent(db, { name: 'Green Ball Clinic', priceCents })
  const { id: sessionId } = await aSession(db, { eventId, number: 2 })
  const order = { accountId, method: 'later' as const, idempotencyKey: crypto.randomUUID() }
  const [made] = await db
    .insert(orders)
    .values({ ...order, totalCents: priceCents })
    .returning()
  const row = { accountId, familyId, personId, sessionId, orderId: orNotFound(made).id, priceCents }

  const { id } = await aPlace(db, { ...row, priceCents: 0 })
  return { visitor, accountId, familyId, id, about: `${player} Lobwell, Green Ball Clinic, Session 2` }
}

const listLines = ({ table }: Paper) => [...table.rows, table.total]

/** What is found in its PDF, without blanks. */
async function readBack(paper: Paper) {
  const pdf = await getDocumentProxy(new Uint8Array(orNotFound(await renderPdf(paper))), { verbosity: 0 })
  const pages = Array.from({ length: pdf.numPages }, async (_, at) => {
    const { items } = await (await pdf.getPage(at + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  })
  return (await Promise.all(pages)).join('').replace(/\s/g, '')
}

/** A family to which everything happens that is ever posted, and the lines that its statement has for it. */
async function aFamilyWithAll(db: Db) {
  const family = await aFamily(db, { player: 'Ann' })
  const { accountId, familyId, id, about } = family
  const how = 'check' as const
  const recordedId = await aRecordedPayment(db, { accountId, familyId, how, amountCents: 20_000 })
  const charge = { accountId, familyId, amountCents: 8000, state: 'accepted', means: 'card' } as const
  const [online] = await db
    .insert(charges)
    .values({ ...charge, meansLabel: 'Visa 1111', transactionId: 'tx1', idempotencyKey: 'tx1' })
    .returning()
  const chargeId = orNotFound(online).id
  const addRefund = async (row: Partial<typeof refunds.$inferInsert>) => {
    const values = { accountId, familyId, registrationId: id, amountCents: 3000, state: 'done' as const }
    const [made] = await db
      .insert(refunds)
      .values({ ...values, ...row })
      .returning()
    return orNotFound(made).id
  }
  const byCard = await addRefund({ chargeId, transactionId: 'back1' })
  const byHand = await addRefund({ how: 'check', registrationId: null })
  const registrationId = id
  const at = on('03-01')
  const rows: NewPosting[] = [
    { registrationId, kind: 'price', cents: 18_000, at },
    { registrationId, kind: 'waived', cents: -3000, reason: 'scholarship', at },
    { registrationId, kind: 'fee', cents: 2500, reason: 'bounced', at },
    { registrationId, kind: 'paid', cents: -17_500, recordedId, at },
    { registrationId: null, familyId, kind: 'paid', cents: -2500, recordedId, at },
    { registrationId, kind: 'taken back', cents: 17_500, recordedId, at: on('03-02') },
    { registrationId, kind: 'paid', cents: -8000, chargeId, at: on('03-03') },
    { registrationId, kind: 'not settled', cents: 8000, chargeId, at: on('03-04') },
    { registrationId, kind: 'paid', cents: -8000, chargeId, at: on('03-05') },
    { registrationId, kind: 'refunded', cents: 3000, chargeId, refundId: byCard, at: on('03-06') },
    { registrationId, kind: 'came back', cents: -3000, chargeId, refundId: byCard, at: on('03-07') },
    { registrationId, kind: 'given up', cents: -17_500, at: on('03-08') },
    { registrationId: null, familyId, kind: 'refunded', cents: 1500, recordedId, refundId: byHand, at },
  ]
  await post(db, 'site', rows)
  const lines = [
    ['Mar 1', 'Registered', about, '+$180.00', '$180.00 due'],
    ['Mar 1', 'Taken off the price: scholarship', about, '−$30.00', '$150.00 due'],
    ['Mar 1', 'Fee: a check bounced', about, '+$25.00', '$175.00 due'],
    ['Mar 1', 'Paid by check', about, '−$175.00', '$0.00'],
    ['Mar 1', 'Paid by check', 'Your credit', '−$25.00', '$25.00 yours'],
    ['Mar 2', 'Payment by check bounced or taken back', about, '+$175.00', '$150.00 due'],
    ['Mar 3', 'Paid by card, Visa 1111', about, '−$80.00', '$70.00 due'],
    ['Mar 4', 'Payment by card, Visa 1111 did not arrive', about, '+$80.00', '$150.00 due'],
    ['Mar 5', 'Paid by card, Visa 1111', about, '−$80.00', '$70.00 due'],
    ['Mar 6', 'Refunded to your card, Visa 1111', about, '+$30.00', '$100.00 due'],
    ['Mar 7', 'What we gave back did not arrive', about, '−$30.00', '$70.00 due'],
    ['Mar 8', 'Given up', about, '−$175.00', '$105.00 yours'],
    ['Mar 1', 'Given back by check', 'Your credit', '+$15.00', '$90.00 yours'],
  ].map(([day, ...line]) => [`${day}, ${thisYear}`, ...line])
  return { ...family, lines }
}

test('a statement has a line for everything that changed the balance, in the order in which it was posted, and is read back from its PDF', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor, lines } = await aFamilyWithAll(db)

  const paper = await statementFor(db, visitor, thisYear)
  expect(listLines(paper)).toEqual([
    [`Jan 1, ${thisYear}`, 'Balance brought forward', '', '', '$0.00'],
    ...lines,
    [`Balance on ${today}`, '$90.00 yours'],
  ])
  expect(paper.paragraphs).toEqual([
    'We owe you $90.00: it is yours.',
    'Your credit of $10.00 is counted in the balance.',
  ])

  const text = await readBack(paper)
  for (const line of listLines(paper))
    for (const phrase of [...line, ...paper.paragraphs]) expect(text).toContain(phrase.replace(/\s/g, ''))
})

test('names of forty letters fold, and are read whole from the PDF', async ({ db }) => {
  await aProgramme(db)
  const { visitor, id, about } = await aFamily(db, { player: 'Wolfeschlegelsteinhausenbergerdorffwelch' })
  await post(db, 'site', [{ registrationId: id, kind: 'price', cents: 18_000 }])

  const text = await readBack(await statementFor(db, visitor, thisYear))

  for (const phrase of [about, '+$180.00', '$180.00 due']) expect(text).toContain(phrase.replace(/\s/g, ''))
})

test('what was posted before the year, by the programme’s own clock, is brought forward, and credit that is used changes no balance', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor, id, familyId, accountId, about } = await aFamily(db)
  const recordedId = await aRecordedPayment(db, { accountId, familyId, how: 'cash', amountCents: 4500 })
  await post(db, 'site', [
    // Eleven at night on the last day, in California.
    { registrationId: id, kind: 'price', cents: 18_000, at: new Date(`${thisYear}-01-01T07:00:00Z`) },
    // Half past midnight there.
    {
      ...{ registrationId: null, familyId, kind: 'paid', cents: -4500, recordedId },
      at: new Date(`${thisYear}-01-01T08:30:00Z`),
    },
  ])
  await moveCredit(db, 'site', [{ familyId, registrationId: id, cents: 4500 }])

  expect(listLines(await statementFor(db, visitor, thisYear))).toEqual([
    [`Jan 1, ${thisYear}`, 'Balance brought forward', '', '', '$180.00 due'],
    [`Jan 1, ${thisYear}`, 'Paid in cash', 'Your credit', '−$45.00', '$135.00 due'],
    [today, '$45.00 of credit used', about, '', '$135.00 due'],
    [`Balance on ${today}`, '$135.00 due'],
  ])
  expect(listLines(await statementFor(db, visitor, lastYear))).toEqual([
    [`Jan 1, ${lastYear}`, 'Balance brought forward', '', '', '$0.00'],
    [`Dec 31, ${lastYear}`, 'Registered', about, '+$180.00', '$180.00 due'],
    [`Balance on Dec 31, ${lastYear}`, '$180.00 due'],
  ])
})

test('a year without a posting says so', async ({ db }) => {
  await aProgramme(db)
  const { visitor } = await aFamily(db)

  const paper = await statementFor(db, visitor, 2019)

  expect(paper.paragraphs).toEqual([
    'Nothing happened in 2019.',
    'Nothing is due, and nothing is owed to you.',
  ])
  expect(listLines(paper)).toEqual([
    ['Jan 1, 2019', 'Balance brought forward', '', '', '$0.00'],
    ['Balance on Dec 31, 2019', '$0.00'],
  ])
})

test('a statement counts what was posted for families that were merged into this one, and for no other', async ({
  db,
}) => {
  await aProgramme(db)
  const [kept, merged, stranger] = [
    await aFamily(db),
    await aFamily(db, { player: 'Juno' }),
    await aFamily(db),
  ]
  for (const { id } of [kept, merged, stranger])
    await post(db, 'site', [{ registrationId: id, kind: 'price', cents: 18_000 }])
  await db.update(families).set({ mergedInto: kept.familyId }).where(eq(families.id, merged.familyId))

  const rows = listLines(await statementFor(db, kept.visitor, thisYear)).slice(1)

  expect(rows.map(([, , about, , due]) => [about, due])).toEqual([
    [kept.about, '$180.00 due'],
    [merged.about, '$360.00 due'],
    [undefined, undefined],
  ])
})

test('the desk reads the statement of a family under its number, and has a link to it', async ({ db }) => {
  await aProgramme(db)
  const { familyId, id, about } = await aFamily(db)
  await post(db, 'site', [{ registrationId: id, kind: 'price', cents: 18_000 }])
  const [{ number } = { number: 0 }] = await db.select().from(families).where(eq(families.id, familyId))
  const { token } = await aMember(db, ['treasurer'])
  const site = await aSite(aWorld(db), routes)
  const pageAt = async (path: string) =>
    (await site(path, { headers: { cookie: `sign-in=${token}` } })).text()

  expect(await pageAt(`/desk/families/${number}`)).toContain(
    `href="/desk/families/${number}/statement/${thisYear}"`,
  )
  const paper = await pageAt(`/desk/families/${number}/statement/${thisYear}`)
  for (const phrase of [about, '$180.00 due', 'Balance brought forward']) expect(paper).toContain(phrase)
})
