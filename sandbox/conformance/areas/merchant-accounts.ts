import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, visa } from '../transaction-calls.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ accounts })

async function accounts(world: World) {
  const { merchant, check, checkThrows } = world
  const accounts: { id: string; default: boolean }[] = []
  for await (const account of Object(merchant.merchantAccount.all())) accounts.push(account)
  check(
    'the accounts are listed, each once',
    [accounts.length >= 8, new Set(accounts.map(({ id }) => id)).size],
    [true, accounts.length],
  )
  check(
    'one of them is the default',
    accounts.filter((account) => account.default).map(({ id }) => id),
    ['sandbox_credit_card'],
  )
  check('an account is found', await merchant.merchantAccount.find('sandbox_credit_card'), {
    id: 'sandbox_credit_card',
    status: 'active',
    currencyIsoCode: 'USD',
    default: true,
  })
  check('a suspended one says so', await merchant.merchantAccount.find('suspended_account'), {
    status: 'suspended',
  })
  await checkThrows(
    'an unknown one is not found',
    () => merchant.merchantAccount.find('nobody'),
    'notFoundError',
  )

  const sold = (merchantAccountId: string, params: object = {}) =>
    sell(world, { merchantAccountId, ...params })
  const reais = (await sold('card_processor_brl', { amount: '10.50' })).transaction
  check('a sale has the currency of its account', reais, {
    currencyIsoCode: 'BRL',
    amount: '10.50',
    merchantAccountId: 'card_processor_brl',
  })
  check('yen have no decimals', listProblems(await sold('card_processor_jpy', { amount: '10.50' })), [
    'transaction.amount 81503',
  ])
  check('but are taken whole', (await sold('card_processor_jpy', { amount: '1050.00' })).transaction, {
    currencyIsoCode: 'JPY',
    status: 'authorized',
  })
  check(
    'an account for cards takes no PayPal',
    listProblems(await sold('card_processor_brl', { paymentMethodNonce: 'fake-paypal-one-time-nonce' })),
    ['transaction.merchantAccountId 91577'],
  )
  const amex = 'fake_amex_direct_usd'
  check(
    'an account for American Express takes its cards',
    (await sold(amex, { paymentMethodNonce: 'fake-valid-amex-nonce' })).success,
    true,
  )
  check('and no nonce of another', listProblems(await sold(amex)), ['transaction.paymentMethodNonce 91567'])
  check('nor another card', listProblems(await sold(amex, { creditCard: visa })), [
    'transaction.creditCard.number 81703',
  ])
  const customer = await newCustomer(world, { creditCard: visa })
  const token = customer.creditCards?.[0]?.token
  check('nor a vaulted one', listProblems(await sold(amex, { paymentMethodToken: token })), [
    'transaction.paymentMethodToken 91517',
  ])
  check('nor a customer’s default', listProblems(await sold(amex, { customerId: customer.id })), [
    'transaction.customerId 81509',
  ])
  const debit = { options: { credit_card: { accountType: 'debit' } } }
  check(
    'in Brazil a card is charged as debit at once',
    listProblems(await sold('card_processor_brl', debit)),
    ['transaction.options.creditCard.accountType 915186'],
  )
  check('elsewhere not at all', listProblems(await sell(world, debit)), [
    'transaction.options.creditCard.accountType 915185',
  ])
  check(
    'with the submission it is',
    (
      await sold('card_processor_brl', {
        options: { ...debit.options, submitForSettlement: true },
      })
    ).transaction,
    { status: 'submitted_for_settlement', processorAuthorizationCode: anything },
  )
}
