import type braintree from 'braintree'
import { control } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { disputedCard, sell, settledSale } from '../transaction-calls.ts'
import { all, listProblems, newCustomer } from '../vault-calls.ts'

calls({ opened, searched, decided, byHand, evidence })

async function newDispute(world: World, more: object = {}) {
  const { transaction } = await sell(world, {
    ...more,
    creditCard: disputedCard,
    options: { submitForSettlement: true },
  })
  const { id = '' } = transaction.disputes?.[0] ?? {}
  return { transaction, id }
}

async function opened(world: World) {
  const { check, checkThrows, merchant } = world
  const { transaction, id } = await newDispute(world)
  check('a charge of the dispute test card is disputed at once', transaction.disputes, [
    {
      status: 'open',
      kind: 'chargeback',
      reason: 'fraud',
      amount: '10.00',
      amountDisputed: '10.00',
      currencyIsoCode: 'USD',
      receivedDate: /^\d{4}-\d\d-\d\d$/,
      replyByDate: /^\d{4}-\d\d-\d\d$/,
      dateWon: null,
      transactionDetails: { id: transaction.id, amount: '10.00' },
    },
  ])
  check('and found so', (await merchant.transaction.find(transaction.id)).disputes, [{ id }])
  check('the dispute is found by itself', (await merchant.dispute.find(id)).dispute, {
    id,
    status: 'open',
    caseNumber: anything,
    transaction: { id: transaction.id },
    evidence: [],
  })
  await checkThrows('an unknown one is not', () => merchant.dispute.find('nothing'), 'notFoundError')
  check('other cards are not disputed', (await sell(world)).transaction.disputes, [])
  const found = await all<braintree.Dispute>(
    merchant.dispute.search((search) => search.transactionId().is(transaction.id)),
  )
  check(
    'a search finds it',
    found.map((one) => one.id),
    [id],
  )
  const none = await all<braintree.Dispute | null>(
    merchant.dispute.search((search) => search.id().is('nothing')),
  )
  check(
    'or nothing',
    none.filter((one) => one),
    [],
  )
}

/** By every field of the SDK's search, with what is there and with what is not. */
async function searched(world: World) {
  const { check, checkThrows, merchant } = world
  const { id: customerId } = await newCustomer(world)
  const { id, transaction } = await newDispute(world, { customerId })
  await merchant.testing.settle(transaction.id)
  await merchant.dispute.addTextEvidence(id, 'compelling_evidence')
  await merchant.dispute.finalize(id)
  const { caseNumber, receivedDate, replyByDate, referenceNumber } = (await merchant.dispute.find(id)).dispute
  const none = '1999-12-31'
  const find = async (field: string, value: unknown) => {
    const found = await all<braintree.Dispute | null>(
      merchant.dispute.search((search) => {
        search.id().is(id)
        search[field]?.().is(value)
      }),
    )
    return found.filter((dispute) => dispute).length
  }
  const rows: [field: string, there: unknown, elsewhere: unknown][] = [
    ['transactionId', transaction.id, 'other'],
    ['customerId', customerId, 'other'],
    ['caseNumber', caseNumber, 'CASE0'],
    ['referenceNumber', referenceNumber, '0'],
    ['status', 'won', 'open'],
    ['kind', 'chargeback', 'retrieval'],
    ['reason', 'fraud', 'general'],
    ['reasonCode', '83', '84'],
    ['merchantAccountId', transaction.merchantAccountId, 'other'],
    ['preDisputeProgram', 'none', 'visa_rdr'],
    ['chargebackProtectionLevel', 'not_protected', 'standard'],
    ['protectionLevel', 'No Protection', 'Chargeback Protection tool'],
    ['transactionSource', 'api', 'control_panel'],
    ['amountDisputed', '10.00', '10.01'],
    ['amountWon', '10.00', '0.00'],
    ['receivedDate', receivedDate, none],
    ['replyByDate', replyByDate, none],
    ['effectiveDate', receivedDate, none],
  ]
  for (const [field, there, elsewhere] of rows)
    check(`found by ${field}`, [await find(field, there), await find(field, elsewhere)], [1, 0])
  check('nothing of a dispute is paid out', await find('disbursementDate', receivedDate), 0)
  await checkThrows('a search for no amount', () => find('amountWon', 'much'), 'unexpectedError')
  await checkThrows('a search for no day', () => find('effectiveDate', 'someday'), 'unexpectedError')
}

async function decided(world: World) {
  const { check, merchant } = world
  const accepted = await newDispute(world)
  check('an open dispute is accepted', (await merchant.dispute.accept(accepted.id)).success, true)
  check('which its transaction shows', (await merchant.transaction.find(accepted.transaction.id)).disputes, [
    { status: 'accepted', statusHistory: [{ status: 'open' }, { status: 'accepted' }] },
  ])
  check('but once', listProblems(await merchant.dispute.accept(accepted.id)), ['dispute.base 95704'])
  check('and not finalized then', listProblems(await merchant.dispute.finalize(accepted.id)), [
    'dispute.base 95705',
  ])
  const ends: [string, string][] = [
    ['disputed', 'our terms'],
    ['won', 'compelling_evidence'],
    ['lost', 'losing_evidence'],
  ]
  for (const [status, keyword] of ends) {
    const { id } = await newDispute(world)
    await merchant.dispute.addTextEvidence(id, keyword)
    await merchant.dispute.finalize(id)
    check(`a dispute finalized with “${keyword}” is ${status}`, (await merchant.dispute.find(id)).dispute, {
      status,
      amountWon: status === 'won' ? '10.00' : '0.00',
    })
  }
}

/** As a person and the bank do it, outside of the API. */
async function byHand(world: World) {
  const { check, merchant, sandbox } = world
  const ours = '/merchants/integration_merchant_id'
  const sale = await settledSale(world, { orderId: 'by hand' })
  const { body } = await control(sandbox, 'POST', `${ours}/transactions/${sale.id}/dispute`)
  check('any sale can be disputed by the control', (await merchant.dispute.find(body.id)).dispute, {
    status: 'open',
    transaction: { id: sale.id, orderId: 'by hand' },
  })
  await control(sandbox, 'PUT', `${ours}/disputes/${body.id}`, { status: 'lost' })
  check('which then ends it', (await merchant.dispute.find(body.id)).dispute, { status: 'lost' })
  const again = await control(sandbox, 'PUT', `${ours}/disputes/${body.id}`, { status: 'won' })
  check('once', again.status, 400)
  const part = await control(sandbox, 'POST', `${ours}/transactions/${sale.id}/refund`, { amount: '4.00' })
  check('the control refunds as the panel does', await merchant.transaction.find(part.body.id), {
    type: 'credit',
    amount: '4.00',
    orderId: 'by hand',
    refundedTransactionId: sale.id,
  })
  const tooMuch = { amount: '6.01' }
  const refused = await control(sandbox, 'POST', `${ours}/transactions/${sale.id}/refund`, tooMuch)
  check('but no more than is left', refused.status, 400)
}

async function evidence(world: World) {
  const { check, checkThrows, merchant } = world
  const { id } = await newDispute(world)
  const added = await merchant.dispute.addTextEvidence(id, 'She was on court.')
  check('words are evidence', Object(added).evidence, { id: anything, comment: 'She was on court.' })
  check('and shown with the dispute', (await merchant.dispute.find(id)).dispute, {
    evidence: [{ comment: 'She was on court.', createdAt: anything }],
  })
  const { id: evidenceId = '' } = Object(added).evidence
  check('they can be taken back', (await merchant.dispute.removeEvidence(id, evidenceId)).success, true)
  check('then they are gone', (await merchant.dispute.find(id)).dispute, { evidence: [] })
  await checkThrows(
    'and not taken back again',
    () => merchant.dispute.removeEvidence(id, evidenceId),
    'notFoundError',
  )
  await merchant.dispute.accept(id)
  check(
    'a closed dispute takes no evidence',
    listProblems(await merchant.dispute.addTextEvidence(id, 'Late.')),
    ['dispute.base 95701'],
  )
}
