import type braintree from 'braintree'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { disputedCard, sell } from '../transaction-calls.ts'
import { all, problemsOf } from '../vault-calls.ts'

calls({ opened, decided, evidence })

async function disputeOf(world: World) {
  const { transaction } = await sell(world, {
    creditCard: disputedCard,
    options: { submitForSettlement: true },
  })
  const { id = '' } = transaction.disputes?.[0] ?? {}
  return { transaction, id }
}

async function opened(world: World) {
  const { check, checkThrows, merchant } = world
  const { transaction, id } = await disputeOf(world)
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

async function decided(world: World) {
  const { check, merchant } = world
  const accepted = await disputeOf(world)
  check('an open dispute is accepted', (await merchant.dispute.accept(accepted.id)).success, true)
  check('which its transaction shows', (await merchant.transaction.find(accepted.transaction.id)).disputes, [
    { status: 'accepted', statusHistory: [{ status: 'open' }, { status: 'accepted' }] },
  ])
  check('but once', problemsOf(await merchant.dispute.accept(accepted.id)), ['dispute.base 95704'])
  check('and not finalized then', problemsOf(await merchant.dispute.finalize(accepted.id)), [
    'dispute.base 95705',
  ])
  const ends: [string, string][] = [
    ['disputed', 'our terms'],
    ['won', 'compelling_evidence'],
    ['lost', 'losing_evidence'],
  ]
  for (const [status, words] of ends) {
    const { id } = await disputeOf(world)
    await merchant.dispute.addTextEvidence(id, words)
    await merchant.dispute.finalize(id)
    check(`a dispute finalized with “${words}” is ${status}`, (await merchant.dispute.find(id)).dispute, {
      status,
      amountWon: status === 'won' ? '10.00' : '0.00',
    })
  }
}

async function evidence(world: World) {
  const { check, checkThrows, merchant } = world
  const { id } = await disputeOf(world)
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
    problemsOf(await merchant.dispute.addTextEvidence(id, 'Late.')),
    ['dispute.base 95701'],
  )
}
