import { searchTransactions } from '../../tests/support/clients.ts'
import { control } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'
import { sell, settledSale, settlementErrorCode, submittedSale, visa } from '../transaction-calls.ts'
import { listProblems } from '../vault-calls.ts'

const payPal = { paymentMethodNonce: 'fake-paypal-one-time-nonce' }
const venmo = { paymentMethodNonce: 'fake-venmo-account-nonce' }

calls({ byHand, byClock, inOrder })

async function byHand(world: World) {
  const { check, checkThrows, merchant, sandbox } = world
  check('the testing gateway settles', await settledSale(world), {
    status: 'settled',
    settlementBatchId: /^\d{4}-\d\d-\d\d_sandbox_credit_card$/,
    acquirerReferenceNumber: /^\d{23}$/,
    statusHistory: [{ status: 'authorized' }, { status: 'submitted_for_settlement' }, { status: 'settled' }],
  })
  const moved = async (call: 'settlementPending' | 'settlementConfirm' | 'settlementDecline') => {
    const { id } = await submittedSale(world, payPal)
    await merchant.testing[call](id)
    return merchant.transaction.find(id)
  }
  check('it makes a settlement pending', await moved('settlementPending'), {
    status: 'settlement_pending',
    processorSettlementResponseCode: '4002',
    processorSettlementResponseText: 'Settlement Pending',
  })
  check('it confirms one', await moved('settlementConfirm'), { status: 'settlement_confirmed' })
  const declined = await moved('settlementDecline')
  check('it declines one', declined, {
    status: 'settlement_declined',
    processorSettlementResponseCode: '4001',
    processorSettlementResponseText: 'Settlement Declined',
  })
  const card = await submittedSale(world)
  const end = (status: string) =>
    control(sandbox, 'PUT', `/merchants/integration_merchant_id/transactions/${card.id}`, { status })
  await end('settlement_pending')
  check('the control ends the sale of a card too', await merchant.transaction.find(card.id), {
    status: 'settlement_pending',
  })
  check('then declines it', (await end('settlement_declined')).status, 200)
  check('which is told as by the testing gateway', await merchant.transaction.find(card.id), {
    status: 'settlement_declined',
    processorSettlementResponseCode: '4001',
  })
  check('and is its end', (await end('settled')).status, 400)
  check('a declined settlement stays declined', await settlementErrorCode(world, declined.id), '91575')
  const authorized = (await sell(world)).transaction
  check('what was not submitted does not settle', await settlementErrorCode(world, authorized.id), '91575')
  await checkThrows('nor what is not there', () => merchant.testing.settle('nothing'), 'notFoundError')
  await checkThrows(
    'a call that is not offered is not found',
    () => merchant.transaction.cancelRelease(authorized.id),
    'notFoundError',
  )
}

async function byClock(world: World) {
  const { check, merchant, sandbox } = world
  const pass = (seconds: number) =>
    control(sandbox, 'POST', '/merchants/integration_merchant_id/clock', { seconds })
  const { id } = await submittedSale(world, { creditCard: visa })
  const authorized = (await sell(world)).transaction
  const amounts = ['4001.00', '4002.00', '5001.02', '10.00']
  const sellBy = (means: object) =>
    Promise.all(amounts.map((amount) => submittedSale(world, { ...means, amount })))
  const [paid, byVenmo, byCard] = [await sellBy(payPal), await sellBy(venmo), await sellBy({})]
  check('a submitted sale is not paid out yet', (await merchant.transaction.find(id)).disbursementDetails, {
    disbursementDate: null,
  })
  await pass(3600)
  check('with time a submitted sale settles by itself', await merchant.transaction.find(id), {
    status: 'settled',
  })
  check('an authorized one does not', await merchant.transaction.find(authorized.id), {
    status: 'authorized',
  })
  const listStatuses = (sales: { id: string }[]) =>
    Promise.all(
      sales.map(async ({ id: sale }) => {
        const { status, processorSettlementResponseCode: code } = await merchant.transaction.find(sale)
        return `${status} ${code}`
      }),
    )
  const byAmount = [
    'settlement_declined 4001',
    'settlement_pending 4002',
    'settlement_declined 3000',
    'settled 4000',
  ]
  check('PayPal settles by amount', await listStatuses(paid), byAmount)
  check('so does Venmo', await listStatuses(byVenmo), byAmount)
  check(
    'a card settles at any',
    await listStatuses(byCard),
    amounts.map(() => 'settled 4000'),
  )
  await pass(24 * 3600)
  check('a day later its money is paid out', (await merchant.transaction.find(id)).disbursementDetails, {
    disbursementDate: /^\d{4}-\d\d-\d\d$/,
    settlementAmount: '10.00',
    success: true,
  })
  await pass(6 * 24 * 3600)
  check('a week later an authorization expires', await merchant.transaction.find(authorized.id), {
    status: 'authorization_expired',
  })
  const late = await merchant.transaction.submitForSettlement(authorized.id)
  check('and cannot be submitted', listProblems(late), ['transaction.base 91507'])
}

/** A clock that was moved writes nothing into the past: what it made due happens when it is moved. */
async function inOrder(world: World) {
  const { check, merchant, sandbox } = world
  const begun = new Date(Math.floor(Date.now() / 1000) * 1000)
  const sold = await submittedSale(world, { orderId: 'order' })
  const held = (await sell(world, { orderId: 'order' })).transaction
  await control(sandbox, 'POST', '/merchants/integration_merchant_id/clock', { seconds: 30 * 24 * 3600 })
  const settled = await merchant.transaction.find(sold.id)
  const expired = await merchant.transaction.find(held.id)
  const times = [settled, expired].map((one) => one.statusHistory?.map((event) => event.timestamp))
  check(
    'after a month on, statuses are in the order of their times',
    times,
    times.map((some) => some?.toSorted()),
  )
  const day = begun.toISOString().slice(0, 10)
  const paidOut: { disbursementDate?: string } = { ...settled.disbursementDetails }
  const days = [paidOut.disbursementDate ?? '', settled.settlementBatchId?.slice(0, 10) ?? '']
  const isLater = days.map((one) => one >= day)
  check('and its days are not before the sale', [settled.status, ...isLater], ['settled', true, true])
  const since = (field: 'settledAt' | 'authorizationExpiredAt') =>
    searchTransactions(merchant, (search) => {
      search.orderId().is('order')
      search[field]().min(begun)
    })
  check('a search since the sale finds it settled', await since('settledAt'), [{ id: sold.id }])
  check('and the other one expired', await since('authorizationExpiredAt'), [{ id: held.id }])
}
