import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { giftPurpose } from '#donations/receipt/acknowledge.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { logCounts } from '#platform/tally.server.ts'
import { anAccount, aProgramme } from '../../test/builders/builders.ts'
import { aDonor } from '../../test/builders/money/donor.ts'
import { readGatewayBooks } from '../../test/gateway/gateway-books.ts'
import { solvedBotCheck } from '../../test/harness/bot-check.ts'
import { test } from '../../test/harness/database.ts'
import { aLog } from '../../test/harness/log.ts'
import type { Gateway } from '../../test/harness/world.ts'
import { readDonorDefaults } from './donations.db.server.ts'
import { donations } from './donations.tables.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

test('anybody gives: the gift is kept with its charge, and the receipt goes out by mail with all that the tax office asks (P3.31 P6.8)', async ({
  db,
}) => {
  const { give } = await aDonor(db, gateway.settings)

  const gift = await give({ donation_type: 'DBF', phone: '(555) 010-0177' })

  expect(gift).toMatchObject({ state: 'accepted', amountCents: 10_000, transactionId: expect.any(String) })
  const [row] = await db.select().from(donations)
  expect(
    await readGatewayBooks(gateway.settings.GATEWAY_URL, row?.chargeId ?? ''),
    'as the gateway has it',
  ).toMatchObject([
    { id: gift.transactionId, type: 'sale', cents: 10_000, status: 'submitted_for_settlement' },
  ])
  expect(row).toMatchObject({
    accountId: null,
    donationType: 'DBF',
    firstName: 'Edith',
    lastName: 'Lobwell',
    email: 'edith@example.test',
    phone: '(555) 010-0177',
    mailingAddress: '4 Baseline Road, Fairmeadow, CA 94000',
    amountCents: 10_000,
    transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const [mail] = await db.select().from(mails)
  expect(mail).toMatchObject({
    recipient: 'edith@example.test',
    subject: `Donation receipt D-${row?.number}`,
    attachments: [{ filename: `donation-receipt-D-${row?.number}.pdf`, paper: gift.acknowledgement }],
  })
  expect(mail?.text).toMatch(
    /Courtside Memorial Fund received your contribution of \$100\.00 on \w+ \d+, \d{4}, by card \(Visa ending in 1881\)\./,
  )
  expect(mail?.text).toContain('No goods or services were provided in exchange for this contribution.')
  expect(mail?.text).toContain('A tax receipt will be mailed to the mailing address that you gave, too.')
  expect(`${mail?.text}${mail?.html}`, 'which anybody may have typed').not.toContain('Baseline Road')
})

test('a guest gives by PayPal once: the receipt names the account that paid', async ({ db }) => {
  const { world, give } = await aDonor(db, gateway.settings)

  const gift = await give({ payment_method_nonce: 'fake-paypal-one-time-nonce' })

  expect(
    await gatewayFor(world.env).call((sdk) => sdk.transaction.find(String(gift.transactionId))),
    'as the gateway has it',
  ).toMatchObject({
    amount: '100.00',
    paymentInstrumentType: 'paypal_account',
    paypalAccount: { token: null },
  })
  expect(gift.acknowledgement?.paragraphs[0]).toMatch(/, by PayPal \(jane\.doe@paypal\.example\)\.$/)
})

test('the receipt names the tax number of the organisation where the season file has one', async ({ db }) => {
  const { give } = await aDonor(db, gateway.settings)
  const MCT = { name: 'Courtside Youth Tennis', blurb: 'Courts, balls and coaches.', ein: '00-0000142' }
  await db
    .update(programme)
    .set({ causes: { MCT, DBF: { name: 'Courtside Memorial Fund', blurb: 'Rackets.' } } })

  const [gift, other] = [await give(), await give({ donation_type: 'DBF' }, crypto.randomUUID())]

  expect(gift.acknowledgement?.paragraphs[0]).toContain(
    'Courtside Youth Tennis (EIN 00-0000142) received your contribution of $100.00',
  )
  expect(JSON.stringify(other.acknowledgement)).not.toContain('EIN')
})

test('paper and mail are headed by the organisation that received the gift, in care of the programme', async ({
  db,
}) => {
  const { give } = await aDonor(db, gateway.settings)

  const gifts = [await give(), await give({ donation_type: 'DBF' }, crypto.randomUUID())]

  const [programmes, funds] = gifts.map(({ acknowledgement }) => acknowledgement?.from)
  const address = ['18 Orchard Way', 'Fairmeadow, CA 94000']
  expect(programmes).toMatchObject({ name: 'Courtside Youth Tennis', addressLines: address })
  expect(funds).toMatchObject({
    name: 'Courtside Memorial Fund',
    addressLines: ['c/o Courtside Youth Tennis', ...address],
  })
  const [mail] = await db.select().from(mails).orderBy(desc(mails.id))
  expect(mail?.text).toContain('--\nCourtside Memorial Fund\nc/o Courtside Youth Tennis\n18 Orchard Way')
})

test('a donor who is signed in gives in the name of the account, and nobody in another’s (P3.32 P6.18)', async ({
  db,
}) => {
  const { visitor } = await anAccount(db)
  const stranger = await anAccount(db)
  const { give } = await aDonor(db, gateway.settings, visitor)

  await expect(give({ account_id: stranger.id })).rejects.toMatchObject({ code: 'not-yours' })
  expect(await db.$count(donations)).toBe(0)

  await give({ account_id: visitor.accountId })
  expect(await db.select({ accountId: donations.accountId }).from(donations)).toEqual([
    { accountId: visitor.accountId },
  ])
})

test('the programme and the memorial foundation take gifts of anybody, signed in or not (P1.16 P1.17 P6.8 P6.18)', async ({
  db,
}) => {
  const { visitor } = await anAccount(db)
  for (const who of [undefined, visitor])
    for (const donation_type of ['MCT', 'DBF'] as const) {
      const { give } = await aDonor(db, gateway.settings, who)
      expect(await give({ donation_type })).toMatchObject({ state: 'accepted' })
    }

  const { accountId, donationType, number } = donations
  const gifts = await db.select({ accountId, donationType }).from(donations).orderBy(number)
  expect(gifts).toEqual([
    { accountId: null, donationType: 'MCT' },
    { accountId: null, donationType: 'DBF' },
    { accountId: visitor.accountId, donationType: 'MCT' },
    { accountId: visitor.accountId, donationType: 'DBF' },
  ])
})

test('the same key again, as after a lost answer, charges once; with another gift it is refused', async ({
  db,
}) => {
  const { give } = await aDonor(db, gateway.settings)

  const first = await give()
  const typedAnew = { payment_method_nonce: 'fake-valid-mastercard-nonce', device_data: '{}' }
  expect(await give({ g_recaptcha_response: 'spent', ...typedAnew })).toEqual(first)
  for (const other of [{ amountCents: 5000 }, { donation_type: 'DBF' as const }])
    await expect(give(other)).rejects.toMatchObject({ code: 'key-used' })

  expect(await db.$count(charges)).toBe(1)
  expect(await db.$count(mails)).toBe(1)
})

test('a declined card charges nothing, sends nothing and takes no number; the next try, with the same key too, is a new one', async ({
  db,
}) => {
  const { give } = await aDonor(db, gateway.settings)
  const before = await give({}, crypto.randomUUID())
  await db.delete(mails)

  const declined = await give({ payment_method_nonce: 'fake-processor-declined-visa-nonce' })
  expect(declined).toMatchObject({ state: 'declined', transactionId: null, acknowledgement: null })
  expect(await db.$count(mails)).toBe(0)

  const gift = await give()
  expect(gift).toMatchObject({ state: 'accepted' })
  const receiptNumber = ({ acknowledgement }: typeof gift) =>
    Number(acknowledgement?.number.replace('D-', ''))
  expect(receiptNumber(gift)).toBe(receiptNumber(before) + 1)
})

test('declined cards are counted in the log, without whose they were', async ({ db }) => {
  const { give } = await aDonor(db, gateway.settings)
  const { log, lines } = aLog()
  logCounts(aLog().log)

  for (let cards = 0; cards < 3; cards += 1)
    await give({ payment_method_nonce: 'fake-processor-declined-visa-nonce' }, crypto.randomUUID())
  await give()
  logCounts(log)

  expect(lines.map(({ counts }) => counts)).toEqual([{ 'declined card payment': 3 }])
})

test('a bot check is asked for, and good once (P1.21)', async ({ db }) => {
  const { give } = await aDonor(db, gateway.settings)
  const g_recaptcha_response = await solvedBotCheck(db)

  await expect(give({ g_recaptcha_response: 'made up' })).rejects.toMatchObject({ code: 'bot-check-failed' })
  await give({ g_recaptcha_response })
  await expect(give({ g_recaptcha_response }, crypto.randomUUID())).rejects.toMatchObject({
    code: 'bot-check-failed',
  })

  expect(await db.$count(charges)).toBe(1)
  expect(await db.$count(donations)).toBe(1)
})

test('the form is filled in for the holder of the account: in a player account the player, not the emergency contact (P6.19)', async ({
  db,
}) => {
  for (const kind of ['parent', 'player'] as const) {
    const { parent, myself, visitor, email } = await anAccount(db, { kind, firstName: 'Juno' })
    const phone = '(555) 010-0143'
    await db
      .update(people)
      .set({ phone })
      .where(eq(people.id, (myself ?? parent).id))

    const filledIn = { first_name: 'Juno', last_name: 'Vale', email, phone, mailing_address: '' }
    expect(await readDonorDefaults(db, visitor), kind).toEqual(filledIn)
  }
})

test('a gift on the last evening of a year counts for that year, by the calendar of the programme (P3.31)', async ({
  db,
}) => {
  await aProgramme(db)
  const createdAt = new Date('2027-12-31T23:59:59-08:00')
  const taken = { createdAt, state: 'accepted' as const, transactionId: 'tx1', means: 'card' as const }
  const [charge] = await db
    .insert(charges)
    .values({ ...taken, idempotencyKey: 'eve', amountCents: 10_000 })
    .returning()
  const gift = { donationType: 'MCT' as const, amountCents: 10_000, chargeId: orNotFound(charge).id }
  const donor = {
    firstName: 'Edith',
    lastName: 'Lobwell',
    email: 'edith@example.test',
    mailingAddress: '4 Baseline Road',
  }
  await db.insert(donations).values({ ...gift, ...donor })

  await giftPurpose('http://localhost').ended(db, orNotFound(charge))

  expect(await db.select().from(donations)).toMatchObject([
    { transactionDate: '2027-12-31', acknowledgement: { date: 'Dec 31, 2027' } },
  ])
})
