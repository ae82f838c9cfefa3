import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, settledSale, settlementErrorCode, submittedSale } from '../transaction-calls.ts'
import { listProblems } from '../vault-calls.ts'

const descriptor = { name: 'abc*def', phone: '1234567890', url: 'ebay.com' }
const payPal = { paymentMethodNonce: 'fake-paypal-one-time-nonce' }

calls({ submitting, parts, updating, voiding })

async function submitting(world: World) {
  const { check, merchant } = world
  const { transaction } = await sell(world, { amount: '5.00' })
  const submitted = await merchant.transaction.submitForSettlement(transaction.id)
  check('an authorized sale is submitted', submitted.transaction, {
    status: 'submitted_for_settlement',
    amount: '5.00',
    statusHistory: [{ status: 'authorized' }, { status: 'submitted_for_settlement', amount: '5.00' }],
  })
  check('but once', listProblems(await merchant.transaction.submitForSettlement(transaction.id)), [
    'transaction.base 91507',
  ])
  const less = (await sell(world, { amount: '5.00' })).transaction
  check(
    'not for more than was authorized',
    listProblems(await merchant.transaction.submitForSettlement(less.id, '5.01')),
    ['transaction.amount 91522'],
  )
  const request = {
    orderId: 'ABC123',
    purchaseOrderNumber: 'PO1',
    taxAmount: '1.34',
    taxExempt: true,
    descriptor,
  }
  const part = await merchant.transaction.submitForSettlement(less.id, '3.00', request)
  check('less replaces the amount, and details may come with it', part.transaction, {
    amount: '3.00',
    ...request,
  })
  const wrong = (await sell(world)).transaction
  const refused = await merchant.transaction.submitForSettlement(wrong.id, null, {
    descriptor: { name: 'abc' },
  })
  check('wrong details are refused', listProblems(refused), ['transaction.descriptor.name 92201'])
  check('which leaves the sale authorized', (await merchant.transaction.find(wrong.id)).status, 'authorized')
  const paid = await merchant.transaction.submitForSettlement((await sell(world, payPal)).transaction.id)
  check('a PayPal sale is settling at once', paid.transaction, { status: 'settling' })
}

async function parts(world: World) {
  const { check, merchant } = world
  const { id } = (await sell(world, { amount: '10.00' })).transaction
  const six = await merchant.transaction.submitForPartialSettlement(id, '6.00', {
    orderId: 'part',
    descriptor,
  })
  check('a part of an authorization is a submitted sale of its own', six.transaction, {
    status: 'submitted_for_settlement',
    type: 'sale',
    amount: '6.00',
    authorizedTransactionId: id,
    orderId: 'part',
    descriptor,
  })
  const again = await merchant.transaction.submitForPartialSettlement(six.transaction.id, '1.00')
  check('a part has no parts', listProblems(again), ['transaction.base 915103'])
  const five = await merchant.transaction.submitForPartialSettlement(id, '5.00')
  check('parts are no more than the whole', listProblems(five), ['transaction.amount 91522'])
  const four = await merchant.transaction.submitForPartialSettlement(id)
  check('without an amount a part is what is left', four.transaction, { amount: '4.00' })
  check(
    'then nothing is left',
    listProblems(await merchant.transaction.submitForPartialSettlement(id, '0.01')),
    ['transaction.base 91507'],
  )
  check('the authorization knows its parts', await merchant.transaction.find(id), {
    status: 'settlement_pending',
    amount: '10.00',
    partialSettlementTransactionIds: [six.transaction.id, four.transaction.id],
  })
  check('and does not settle itself', await settlementErrorCode(world, id), '91575')
  await merchant.transaction.void(six.transaction.id)
  const other = await merchant.transaction.submitForPartialSettlement(id, '6.00')
  check('what was voided of it can be submitted again', other.success, true)
  const { id: whole } = (await sell(world, { amount: '10.00' })).transaction
  await merchant.transaction.submitForPartialSettlement(whole, '3.00')
  await merchant.transaction.submitForPartialSettlement(whole, '2.00', { finalCapture: true })
  check(
    'after a part that is said to be the last comes no other',
    listProblems(await merchant.transaction.submitForPartialSettlement(whole, '1.00')),
    ['transaction.base 91507'],
  )
  const pending = await submittedSale(world, payPal)
  await merchant.testing.settlementPending(pending.id)
  check(
    'nor has what is pending whole',
    listProblems(await merchant.transaction.submitForPartialSettlement(pending.id, '1.00')),
    ['transaction.base 91507'],
  )
  const submitted = await submittedSale(world)
  check(
    'what is submitted whole has no parts',
    listProblems(await merchant.transaction.submitForPartialSettlement(submitted.id, '1.00')),
    ['transaction.base 91507'],
  )
}

async function updating(world: World) {
  const { check, merchant } = world
  const { id } = await submittedSale(world, { amount: '5.00' })
  const request = { amount: '4.00', orderId: '123', descriptor }
  const updated = await merchant.transaction.updateDetails(id, request)
  check('what was submitted can be changed', updated.transaction, {
    status: 'submitted_for_settlement',
    ...request,
  })
  const wrong: [string, object, string[]][] = [
    ['to more', { amount: '555.00' }, ['transaction.amount 91522']],
    ['to a long order id', { orderId: 'X'.repeat(256) }, ['transaction.orderId 91501']],
    ['to a wrong descriptor', { descriptor: { url: 'a'.repeat(14) } }, ['transaction.descriptor.url 92206']],
  ]
  for (const [what, params, problems] of wrong)
    check(`not ${what}`, listProblems(await merchant.transaction.updateDetails(id, params)), problems)
  const authorized = (await sell(world)).transaction
  check(
    'nor before it was submitted',
    listProblems(await merchant.transaction.updateDetails(authorized.id, request)),
    ['transaction.base 915129'],
  )
  const amex = await submittedSale(world, {
    merchantAccountId: 'fake_amex_direct_usd',
    paymentMethodNonce: 'fake-valid-amex-nonce',
  })
  check(
    'nor by a processor that cannot',
    listProblems(await merchant.transaction.updateDetails(amex.id, request)),
    ['transaction.base 915130'],
  )
}

async function voiding(world: World) {
  const { check, checkThrows, merchant } = world
  const authorized = (await sell(world)).transaction
  const voided = await merchant.transaction.void(authorized.id)
  check('an authorized sale is voided', voided.transaction, {
    status: 'voided',
    statusHistory: [{ status: 'authorized' }, { status: 'voided', timestamp: anything }],
  })
  check('and not again', listProblems(await merchant.transaction.void(authorized.id)), [
    'transaction.base 91504',
  ])
  const submitted = await submittedSale(world)
  check('so is a submitted one', (await merchant.transaction.void(submitted.id)).transaction, {
    status: 'voided',
  })
  check('after which it does not settle', await settlementErrorCode(world, submitted.id), '91575')
  const settled = await settledSale(world)
  check('a settled one is not', listProblems(await merchant.transaction.void(settled.id)), [
    'transaction.base 91504',
  ])
  await checkThrows(
    'nobody voids what is not there',
    () => merchant.transaction.void('nothing'),
    'notFoundError',
  )
}
