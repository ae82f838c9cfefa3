import { expect } from 'vitest'
import { anAccount, aProgramme } from '../../test/builders/builders.ts'
import { apiClient } from '../../test/harness/api-client.ts'
import { solvedBotCheck } from '../../test/harness/bot-check.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'
import { donations } from './donations.tables.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const payload = {
  first_name: 'Edith',
  last_name: 'Lobwell',
  email: 'edith@example.test',
  phone: '(555) 010-0177',
  mailing_address: '4 Baseline Road, Fairmeadow, CA 94000',
  transaction_amount: 20,
  transaction_date: '2027-06-03',
  donation_type: 'MCT',
  payment_method_nonce: 'fake-valid-nonce',
  device_data: '{"correlation_id":"1"}',
}

test('submit donation takes the payload and answers success and transaction_id (P3.31 P3.34 P5.33 P7.9 P7.10)', async ({
  db,
}) => {
  await aProgramme(db)
  const call = await apiClient(aWorld(db, gateway.settings))

  const wrong = { device_data: 7, phone: 7, account_id: 7, transaction_date: 7 }
  const { fields } = (await call('/submit-donation', wrong)).answer
  expect(Object.keys(fields).sort()).toEqual(
    [...Object.keys(payload), 'account_id', 'g_recaptcha_response'].sort(),
  )

  const { status, answer } = await call('/submit-donation', {
    ...payload,
    g_recaptcha_response: await solvedBotCheck(db),
  })

  expect(status).toBe(200)
  const [gift] = await db.select().from(donations)
  expect(answer).toEqual({ success: true, transaction_id: expect.any(String), donation_id: gift?.id })
  expect(gift).toMatchObject({
    donationType: 'MCT',
    firstName: 'Edith',
    lastName: 'Lobwell',
    email: 'edith@example.test',
    phone: '(555) 010-0177',
    mailingAddress: '4 Baseline Road, Fairmeadow, CA 94000',
    amountCents: 2000,
    transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})

test('a wrong field, another account and a declined card each get their own answer (P5.32 P8.11)', async ({
  db,
}) => {
  await aProgramme(db)
  const account = await anAccount(db)
  const call = await apiClient(aWorld(db, gateway.settings))
  const send = async (change: object) =>
    call('/submit-donation', { ...payload, g_recaptcha_response: await solvedBotCheck(db), ...change })

  expect(await send({ transaction_amount: 19.99 })).toMatchObject({
    status: 400,
    answer: { success: false, fields: { transaction_amount: 'Minimum Donation amount is $20' } },
  })
  expect(await send({ account_id: account.id })).toMatchObject({ status: 403, answer: { code: 'not-yours' } })
  expect(await db.$count(donations)).toBe(0)
  expect(await send({ transaction_amount: 2000 })).toMatchObject({
    status: 402,
    answer: {
      code: 'declined',
      message:
        'We encountered an error processing your payment. Please refresh, try again or contact support.',
    },
  })
})
