import { calls, type World } from '../calls.ts'
import { sell, visa } from '../transaction-calls.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ refusedMembers, refusedWays })

async function refusedMembers(world: World) {
  const { check } = world
  const long = 'x'.repeat(256)
  const wrong: [string, object, string[]][] = [
    ['without an amount', { amount: undefined }, ['amount 81502']],
    ['of an amount that is no number', { amount: 'ten' }, ['amount 81503']],
    ['of a negative amount', { amount: '-1.00' }, ['amount 81501']],
    ['of nothing', { amount: '0' }, ['amount 81531']],
    ['of too much', { amount: '21474836.48' }, ['amount 81528']],
    ['with a long order id', { orderId: long }, ['orderId 91501']],
    ['with a long channel', { channel: long }, ['channel 91550']],
    ['with a long custom field', { customFields: { storeMe: long } }, ['customFields 81527']],
    ['with a custom field of no name', { customFields: { 'store me': 'x' } }, ['customFields 91526']],
    ['with an unknown source', { transactionSource: 'invalid_value' }, ['transactionSource 915133']],
    ['with an unknown exemption', { scaExemption: 'invalid' }, ['scaExemption 915213']],
    ['with a wrong tax', { taxAmount: 'abcd' }, ['taxAmount 81535']],
    ['with a negative discount', { discountAmount: '-2.00' }, ['discountAmount 915160']],
    ['with a discount of odd decimals', { discountAmount: '123.456' }, ['discountAmount 915159']],
    ['with too much shipping', { shippingAmount: '2147483647' }, ['shippingAmount 915164']],
    ['with a long purchase order', { purchaseOrderNumber: 'a'.repeat(18) }, ['purchaseOrderNumber 91537']],
    ['shipped from nowhere', { shipsFromPostalCode: '1$345' }, ['shipsFromPostalCode 915167']],
    ['with a wrong e-mail', { customer: { email: 'nobody' } }, ['customer.email 81604']],
    ['with an unknown country', { billing: { countryName: 'Atlantis' } }, ['billing.countryName 91803']],
    ['with a wrong billing phone', { billing: { phoneNumber: '123=456' } }, ['billing.phoneNumber 915206']],
    [
      'with a wrong shipping phone',
      { shipping: { phoneNumber: '123=456' } },
      ['shipping.phoneNumber 915204'],
    ],
    [
      'with an unknown shipping method',
      { shipping: { shippingMethod: 'urgent' } },
      ['shipping.shippingMethod 915203'],
    ],
    [
      'with an odd zip of risk',
      { riskData: { customerLocationZip: '912$4' } },
      ['riskData.customerLocationZip 94703'],
    ],
    [
      'with an unknown state of another vault',
      { externalVault: { status: 'bad value' } },
      ['externalVault.status 915175'],
    ],
  ]
  for (const [name, params, problems] of wrong)
    check(
      `a sale ${name} is refused`,
      listProblems(await sell(world, params)),
      problems.map((one) => `transaction.${one}`),
    )
  const descriptor = { name: 'abc', phone: '1234567', url: '12345678901234' }
  check(
    'a wrong descriptor is refused in each of its parts',
    listProblems(await sell(world, { descriptor })),
    [
      'transaction.descriptor.name 92201',
      'transaction.descriptor.phone 92202',
      'transaction.descriptor.url 92206',
    ],
  )
}

async function refusedWays(world: World) {
  const { check } = world
  const both = await sell(world, { amount: undefined, creditCard: { number: '4111111111111111' } })
  check(
    'all that is wrong with a sale is told at once',
    both.message,
    'Amount is required.\nExpiration date is required.',
  )
  check('each at its place', listProblems(both), [
    'transaction.amount 81502',
    'transaction.creditCard.expirationDate 81709',
  ])
  const ways: [string, object, string][] = [
    ['with nothing to pay with', { paymentMethodNonce: undefined }, 'base 91508'],
    ['with a nonce and a card', { paymentMethodNonce: 'fake-valid-nonce', creditCard: visa }, 'base 91515'],
    ['of an unknown nonce', { paymentMethodNonce: 'nobody' }, 'paymentMethodNonce 91565'],
    ['of a used nonce', { paymentMethodNonce: 'fake-consumed-nonce' }, 'paymentMethodNonce 91564'],
    ['of an unknown token', { paymentMethodToken: 'nobody' }, 'paymentMethodToken 91518'],
    ['of an unknown customer', { customerId: '404' }, 'customerId 91510'],
    ['of a wrong number', { creditCard: { ...visa, number: '4111111111111112' } }, 'creditCard.number 81715'],
    ['on an unknown account', { merchantAccountId: 'nobody' }, 'merchantAccountId 91513'],
    ['on a suspended account', { merchantAccountId: 'suspended_account' }, 'merchantAccountId 91514'],
  ]
  for (const [name, params, problem] of ways)
    check(`a sale ${name} is refused`, listProblems(await sell(world, params)), [`transaction.${problem}`])
  const { id: customerId } = await newCustomer(world)
  check('a customer without a card cannot pay', listProblems(await sell(world, { customerId })), [
    'transaction.customerId 91511',
  ])
  const { id: other } = await newCustomer(world, { creditCard: { ...visa, token: 'card_of_other' } })
  check(
    'nobody pays with the card of another',
    listProblems(await sell(world, { customerId, paymentMethodToken: 'card_of_other' })),
    ['transaction.base 91516'],
  )
  check(
    'whose card it is stays known',
    (await sell(world, { paymentMethodToken: 'card_of_other' })).transaction,
    {
      customer: { id: other },
    },
  )
}
