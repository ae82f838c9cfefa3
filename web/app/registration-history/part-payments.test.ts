import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { issueRecordedReceipt } from '#invoices/receipts.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nearDay, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import routes from '#routes.ts'
import { creditFor } from '../../test/builders/money/credit.ts'
import { heldPlaces } from '../../test/builders/money/held-places.ts'
import { payByCheck } from '../../test/builders/money/paid-places.ts'
import { apiClient, signedInToken } from '../../test/harness/api-client.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'

test('the history says what of a place is paid and what is due, what credit there is, and of a waived place that nothing is to pay; an invoice is for the rest', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment, session } = await heldPlaces(db, gateway.settings, {
    method: 'later',
    children: 2,
  })
  const [first = 0, second = 0] = payment.registrationIds
  const recordedId = await creditFor(db, visitor, 9000)
  await payByCredit(world, visitor, [first])
  await post(db, 'command:treasurer', [
    { registrationId: second, kind: 'waived', cents: -18_000, reason: 'scholarship' },
  ])
  await creditFor(db, visitor, 4500)
  const site = await aSite(world, routes)
  const cookie = `sign-in=${await signedInToken(world, visitor.accountId)}`
  const fetchHtml = async (path: string) => (await site(path, { headers: { cookie } })).text()
  const textIn = (html: string) => html.replaceAll(/<!-- -->|<[^>]+>/g, '')
  const fetchText = async (path: string) => textIn(await fetchHtml(path))
  const check = { id: recordedId, number: 9001, way: 'check', at: new Date() } as const
  await issueRecordedReceipt(db, visitor, [], check)
  const year = toYear(session.startsOn)

  const html = await fetchHtml(`/pages/registration-history?year=${year}`)
  const history = textIn(html)

  expect(history).toContain(`$90.00 more due ${nearDay(session.startsOn)}`)
  expect(history).toContain('$90.00 is paid already.')
  expect(history).toContain('Your credit: $45.00')
  expect(history).toContain('Use your $45.00')
  expect(history.match(/Nothing to pay/g)).toHaveLength(1)
  expect(history).toContain('To pay: $90.00')
  const receipt = await fetchText(orNotFound(html.match(/\/pages\/invoice\/cash-receipt\/[^"]+/))[0])
  expect(receipt, 'of the check that the credit came from').toContain('C-9001')
  const invoice = await fetchText(`/pages/invoice/unpaid-invoice/${visitor.accountId}/${year}`)
  expect(invoice).toContain('$90.00')
  expect(invoice).not.toContain('$180.00')
})

test('by the API the transaction of a place is that of the last card that paid for it, though a check did later', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later' })
  const [id = 0] = payment.registrationIds
  await post(db, 'command:treasurer', [{ registrationId: id, kind: 'fee', cents: 2500, reason: 'other' }])
  const charge = await pay(world, visitor, { ...payment, amountCents: 20_500 })
  await post(db, 'command:treasurer', [{ registrationId: id, kind: 'fee', cents: 1000, reason: 'other' }])
  await payByCheck(db, visitor, [id], 1000)
  const call = await apiClient(world, { id: visitor.accountId })

  const { answer } = await call('/refresh-user')

  expect(answer.family[0].registered_clinics).toMatchObject([
    { paid: true, amount_paid: 215, transaction: { transaction_id: charge.transactionId } },
  ])
})
