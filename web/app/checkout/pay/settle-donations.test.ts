import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { donations } from '#donations/donations.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { breakUpdates } from '../../../test/harness/broken-table.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { reconcileOpenCharges } from './reconcile.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

test('a gift whose answer is lost is settled by asking the gateway, and acknowledged then', async ({
  db,
}) => {
  const { world, give } = await aDonor(db, gateway.settings)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })

  const gift = await give()
  expect(gift).toMatchObject({ state: 'unknown', acknowledgement: null })
  expect(await db.$count(mails)).toBe(0)

  await reconcileOpenCharges(world)

  expect(await give()).toMatchObject({ id: gift.id, state: 'accepted', transactionId: expect.any(String) })
  const [mail] = await db.select({ subject: mails.subject }).from(mails)
  expect(mail?.subject).toMatch(/^Donation receipt D-/)
  expect(await db.$count(mails)).toBe(1)
})

test('a gift that never reached the gateway ends as declined once its call is over, and the donor is told', async ({
  db,
}) => {
  const { world, give } = await aDonor(db, gateway.settings)
  await gateway.setFaults({ operation: 'sale', when: 'before', act: 'drop', times: 1 })
  await give()
  await db.update(charges).set({
    createdAt: sql`now() - interval '2 minutes'`,
    leasedUntil: sql`now() - interval '1 minute'`,
  })

  await reconcileOpenCharges(world)

  const [charge] = await db.select().from(charges)
  expect(charge?.state).toBe('declined')
  const sent = await db.select({ to: mails.recipient, subject: mails.subject }).from(mails)
  expect(sent).toEqual([{ to: 'edith@example.test', subject: 'Your gift did not go through' }])
  expect(await db.$count(donations, eq(donations.chargeId, charge?.id ?? ''))).toBe(1)
})

test('when the end of a gift cannot be written the answer is "not known yet"; the same key charges nothing more, and the gift is found', async ({
  db,
}) => {
  const { world, gift } = await aDonor(db, gateway.settings)
  const call = await apiClient(world)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const gives = async () =>
    call('/submit-donation', { ...(await gift()), transaction_amount: 100 }, { headers })
  const mend = await breakUpdates(db, 'charges')

  const answered = await gives()

  const message = 'The bank has not answered yet. Please do not give again: we mail you as soon as it has.'
  expect(answered).toMatchObject({ status: 202, answer: { success: false, code: 'unknown', message } })
  await mend()
  await db.update(charges).set({ leasedUntil: null })
  await reconcileOpenCharges(world)
  const { donation_id } = answered.answer
  expect(await gives()).toMatchObject({ status: 200, answer: { success: true, donation_id } })
  const [charge] = await db.select().from(charges)
  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, charge?.id)).toMatchObject([
    { cents: 10_000, status: 'submitted_for_settlement' },
  ])
  expect(await db.$count(charges)).toBe(1)
  expect(await db.$count(mails)).toBe(1)
})
