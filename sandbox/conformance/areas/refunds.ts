import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, settledSale, submittedSale, visa } from '../transaction-calls.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ refunds, refusedRefunds, declinedRefunds, credits, clones, adjustments })

async function refunds(world: World) {
  const { check, merchant } = world
  const sale = await settledSale(world, {
    amount: '10.00',
    orderId: 'lesson',
    customFields: { storeMe: 'x' },
  })
  const part = await merchant.transaction.refund(sale.id, '3.00')
  check('a part is refunded as a credit of its own', part.transaction, {
    type: 'credit',
    status: 'submitted_for_settlement',
    amount: '3.00',
    refundedTransactionId: sale.id,
    orderId: 'lesson',
    processorResponseCode: '1002',
    creditCard: { last4: sale.creditCard?.last4 },
  })
  const request = { amount: '1.00', orderId: 'abcd', merchantAccountId: 'sandbox_credit_card_non_default' }
  check(
    'a refund may have an order and an account of its own',
    (await merchant.transaction.refund(sale.id, request)).transaction,
    request,
  )
  check(
    'no more than is left is refunded',
    listProblems(await merchant.transaction.refund(sale.id, '6.01')),
    ['transaction.amount 91521'],
  )
  const rest = await merchant.transaction.refund(sale.id)
  check('without an amount the rest is', rest.transaction, { amount: '6.00' })
  const after = await merchant.transaction.find(sale.id)
  check(
    'the sale knows its refunds',
    [after.refundIds?.length, after.refundIds?.[2]],
    [3, rest.transaction.id],
  )
  check('and stays settled at its amount', after, { status: 'settled', amount: '10.00' })
  check('then it is refunded', listProblems(await merchant.transaction.refund(sale.id)), [
    'transaction.base 91512',
  ])
  await merchant.transaction.void(rest.transaction.id)
  check('a voided refund can be made again', (await merchant.transaction.refund(sale.id)).transaction, {
    amount: '6.00',
  })
  const paypal = await settledSale(world, { paymentMethodNonce: 'fake-paypal-one-time-nonce' })
  check('a PayPal sale is refunded', (await merchant.transaction.refund(paypal.id)).transaction, {
    refundedTransactionId: paypal.id,
    paypalAccount: { refundId: anything },
  })
}

async function refusedRefunds(world: World) {
  const { check, checkThrows, merchant } = world
  const authorized = (await sell(world)).transaction
  check(
    'what is authorized is not refunded',
    listProblems(await merchant.transaction.refund(authorized.id)),
    ['transaction.base 91506'],
  )
  const submitted = await submittedSale(world)
  check('nor what is submitted', listProblems(await merchant.transaction.refund(submitted.id, '5.00')), [
    'transaction.base 91506',
  ])
  const settling = await submittedSale(world, { paymentMethodNonce: 'fake-paypal-one-time-nonce' })
  check('nor what is settling', listProblems(await merchant.transaction.refund(settling.id)), [
    'transaction.base 91574',
  ])
  const { transaction: credit } = await merchant.transaction.credit({ amount: '5.00', creditCard: visa })
  check('nor a credit', listProblems(await merchant.transaction.refund(credit.id)), [
    'transaction.base 91505',
  ])
  const sale = await settledSale(world)
  const wrong: [string, object, string][] = [
    ['of nothing', { amount: '0.00' }, 'amount 81531'],
    ['of an odd amount', { amount: 'five' }, 'amount 81503'],
    ['with a long order id', { orderId: 'x'.repeat(256) }, 'orderId 91501'],
    [
      'to an account of another currency',
      { merchantAccountId: 'card_processor_brl' },
      'merchantAccountId 91513',
    ],
  ]
  for (const [what, request, problem] of wrong)
    check(`nor is a refund ${what} made`, listProblems(await merchant.transaction.refund(sale.id, request)), [
      `transaction.${problem}`,
    ])
  await checkThrows(
    'nobody refunds what is not there',
    () => merchant.transaction.refund('nothing'),
    'notFoundError',
  )
}

async function declinedRefunds(world: World) {
  const { check, merchant } = world
  const sale = await settledSale(world, { amount: '9000.00' })
  const declined = await merchant.transaction.refund(sale.id, '2004.00')
  check('a bank may decline a refund', declined.transaction, {
    type: 'credit',
    status: 'processor_declined',
    processorResponseText: 'Expired Card',
    processorResponseType: 'hard_declined',
  })
  check('for good', listProblems(declined), ['transaction.base 915200'])
  const captured = await merchant.transaction.refund(sale.id, '2046.00')
  check('or decline to authorize it and take it all the same', captured.transaction, {
    status: 'submitted_for_settlement',
    processorResponseCode: '1005',
    processorResponseText: 'Auth Declined but Settlement Captured',
    additionalProcessorResponse: '2046 : Declined',
  })
  check('a declined refund took nothing', (await merchant.transaction.refund(sale.id)).transaction, {
    amount: '6954.00',
  })
}

async function credits(world: World) {
  const { check, merchant } = world
  const credit = await merchant.transaction.credit({ amount: '5.00', creditCard: visa, orderId: 'prize' })
  check('a card is credited without a sale', credit.transaction, {
    type: 'credit',
    status: 'submitted_for_settlement',
    amount: '5.00',
    orderId: 'prize',
    refundedTransactionId: null,
    creditCard: { maskedNumber: '411111******1111' },
  })
  const { creditCards } = await newCustomer(world, { creditCard: visa })
  const paymentMethodToken = creditCards?.[0]?.token
  check(
    'so is a vaulted card',
    (await merchant.transaction.credit({ amount: '5.00', paymentMethodToken })).success,
    true,
  )
  const wrong = await merchant.transaction.credit({ creditCard: { number: visa.number } })
  check('a wrong credit is refused as a sale is', listProblems(wrong), [
    'transaction.amount 81502',
    'transaction.creditCard.expirationDate 81709',
  ])
  const amex = {
    creditCard: { ...visa, number: '378282246310005' },
    merchantAccountId: 'fake_amex_direct_usd',
  }
  check(
    'and where the processor makes no credits',
    listProblems(await merchant.transaction.credit({ amount: '5.00', ...amex })),
    ['transaction.base 91546'],
  )
  const fee = await merchant.transaction.credit({
    amount: '5.00',
    creditCard: visa,
    serviceFeeAmount: '1.00',
  })
  check('a credit has no service fee', listProblems(fee), ['transaction.serviceFeeAmount 91552'])
}

async function clones(world: World) {
  const { check, merchant } = world
  const sale = (await sell(world, { creditCard: visa })).transaction
  const options = (submitForSettlement: string | boolean) => ({ options: { submitForSettlement } })
  const cloned = await merchant.transaction.cloneTransaction(sale.id, {
    amount: '123.45',
    channel: 'DemoCart',
    ...options('false'),
  })
  check('a clone is a new sale on the same card', cloned.transaction, {
    type: 'sale',
    status: 'authorized',
    amount: '123.45',
    channel: 'DemoCart',
    creditCard: { maskedNumber: '411111******1111', expirationDate: '05/2030' },
  })
  check('with an id of its own', cloned.transaction.id === sale.id, false)
  const submitted = await merchant.transaction.cloneTransaction(sale.id, {
    amount: '1.00',
    ...options('true'),
  })
  check('it may be submitted at once', submitted.transaction, { status: 'submitted_for_settlement' })
  const { transaction: credit } = await merchant.transaction.credit({ amount: '5.00', creditCard: visa })
  const { transaction: declined } = await sell(world, { amount: '2000.00' })
  const paypal = (await sell(world, { paymentMethodNonce: 'fake-paypal-one-time-nonce' })).transaction
  const vaulted = (await sell(world, { creditCard: visa, options: { storeInVault: true } })).transaction
  const wrong: [string, string, string][] = [
    ['a credit', credit.id, '91543'],
    ['a declined sale', declined.id, '91542'],
    ['a PayPal sale', paypal.id, '91573'],
    ['a sale of a vaulted card', vaulted.id, '91540'],
  ]
  for (const [what, id, code] of wrong)
    check(
      `nobody clones ${what}`,
      listProblems(await merchant.transaction.cloneTransaction(id, { amount: '1.00', ...options(true) })),
      [`transaction.base ${code}`],
    )
  check(
    'a clone must say whether it is submitted',
    listProblems(await merchant.transaction.cloneTransaction(sale.id, { amount: '1.00' })),
    ['transaction.options.base 91544'],
  )
}

async function adjustments(world: World) {
  const { check, merchant } = world
  const params = { amount: '75.50', merchantAccountId: 'fake_first_data_merchant_account' }
  const { id } = (await sell(world, params)).transaction
  const more = await merchant.transaction.adjustAuthorization(id, '85.50')
  check('an authorization is raised', more.transaction, { status: 'authorized', amount: '85.50' })
  const less = await merchant.transaction.adjustAuthorization(id, '65.50')
  check('and lowered, each noted', less.transaction, {
    amount: '65.50',
    authorizationAdjustments: [
      { amount: '10.00', success: true, processorResponseCode: '1000', processorResponseText: 'Approved' },
      { amount: '-20.00', success: true, processorResponseType: 'approved', timestamp: anything },
    ],
  })
  check('not to the same amount', listProblems(await merchant.transaction.adjustAuthorization(id, '65.50')), [
    'transaction.base 95606',
  ])
  check('nor to nothing', listProblems(await merchant.transaction.adjustAuthorization(id, '0.00')), [
    'transaction.amount 81531',
  ])
  const declined = await merchant.transaction.adjustAuthorization(id, '2015.00')
  check('a bank may decline that', listProblems(declined), ['transaction.base 95602'])
  check('which is noted, and the amount stays', await merchant.transaction.find(id), {
    amount: '65.50',
    authorizationAdjustments: [
      {},
      {},
      { success: false, processorResponseCode: '2015', processorResponseType: 'hard_declined' },
    ],
  })
  const submitted = await submittedSale(world, params)
  check(
    'what was submitted is not adjusted',
    listProblems(await merchant.transaction.adjustAuthorization(submitted.id, '80.00')),
    ['transaction.base 915218'],
  )
  const other = (await sell(world)).transaction
  check(
    'nor what another processor authorized',
    listProblems(await merchant.transaction.adjustAuthorization(other.id, '11.00')),
    ['transaction.base 915222'],
  )
  const recurring = (await sell(world, { ...params, transactionSource: 'recurring' })).transaction
  check(
    'nor a recurring sale',
    listProblems(await merchant.transaction.adjustAuthorization(recurring.id, '80.00')),
    ['transaction.base 915219'],
  )
}
