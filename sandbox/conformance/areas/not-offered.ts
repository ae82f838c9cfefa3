import { calls, type World } from '../calls.ts'
import { sell, visa } from '../transaction-calls.ts'
import { newCustomer } from '../vault-calls.ts'

calls({ saleMembers, vaultMembers, fraudChecks })

/** The sentence of a refusal, or "well". */
const refusalMessage = (call: Promise<{ success: boolean; message?: string }>) =>
  call.then(({ success, message }) => (success ? 'well' : message))

/** Members that the sandbox does not support are refused with a sentence, and nothing is done. */
async function saleMembers(world: World) {
  const { merchant, check } = world
  const refused: [string, object][] = [
    ['industry', { industry: { industryType: 'lodging', data: { folioNumber: 'aaa' } } }],
    ['transfer', { transfer: { type: 'wallet_transfer' } }],
    ['applePayCard', { applePayCard: { number: '4111111111111111', cryptogram: 'abc' } }],
    ['androidPayCard', { androidPayCard: { number: '4111111111111111', cryptogram: 'abc' } }],
    ['usBankAccount', { usBankAccount: { achMandateText: 'x' } }],
    ['productSku', { productSku: 'abc' }],
    ['options.amexRewards', { options: { amexRewards: { requestId: 'x' } } }],
    ['options.venmo', { options: { venmo: { profileId: 'x' } } }],
    [
      'creditCard.networkTokenizationAttributes',
      {
        creditCard: { ...visa, networkTokenizationAttributes: { cryptogram: 'x' } },
      },
    ],
  ]
  for (const [member, params] of refused)
    check(
      `a sale with ${member} is refused`,
      await refusalMessage(sell(world, { orderId: 'none', ...params })),
      `transaction.${member} is not offered here.`,
    )
  const { transaction } = await sell(world)
  check(
    'so is a submission of an industry',
    await refusalMessage(
      merchant.transaction.submitForSettlement(transaction.id, null, {
        industry: { industryType: 'lodging' },
      }),
    ),
    'transaction.industry is not offered here.',
  )
  const ball = { name: 'Ball', kind: 'debit', quantity: '1', unitAmount: '1.00', totalAmount: '1.00' }
  check(
    'and one of a type of item',
    await refusalMessage(
      merchant.transaction.submitForSettlement(transaction.id, null, {
        lineItems: [{ ...ball, itemType: 'physical' }],
      }),
    ),
    'transaction.lineItems.index0.itemType is not offered here.',
  )
  check('and nothing is done', await merchant.transaction.find(transaction.id), { status: 'authorized' })
  const { merchantId, publicKey, privateKey } = merchant.config as unknown as Record<string, string>
  const raw = await fetch(
    `${world.sandbox.origin}/merchants/${merchantId}/transactions/${transaction.id}/refund`,
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`${publicKey}:${privateKey}`)}`,
      },
      body: '{"transaction":{"amount":"1.00","reason":"rain"}}',
    },
  )
  check('a refund too', [raw.status, await raw.text()], [422, /transaction\.reason is not offered here\./])
}

async function vaultMembers(world: World) {
  const { merchant, check } = world
  const customer = await newCustomer(world)
  const passThru = { eciFlag: '05', cavv: 'cavv', xid: 'xid' }
  const refused: [string, Promise<{ success: boolean; message?: string }>][] = [
    ['customer.applePayCard', merchant.customer.create({ applePayCard: { number: visa.number } } as object)],
    [
      'customer.taxIdentifiers',
      merchant.customer.create({ taxIdentifiers: [{ countryCode: 'US', identifier: '1' }] } as object),
    ],
    [
      'customer.options',
      merchant.customer.create({ options: { paypal: { payeeEmail: 'a@example.com' } } } as object),
    ],
    [
      'customer.creditCard.threeDSecurePassThru',
      merchant.customer.create({ creditCard: { ...visa, threeDSecurePassThru: passThru } } as object),
    ],
    [
      'paymentMethod.threeDSecurePassThru',
      merchant.paymentMethod.create({
        customerId: customer.id,
        paymentMethodNonce: 'fake-valid-nonce',
        threeDSecurePassThru: passThru,
      } as never),
    ],
    [
      'creditCard.options.accountInformationInquiry',
      merchant.creditCard.create({
        customerId: customer.id,
        ...visa,
        options: { accountInformationInquiry: 'x' },
      } as never),
    ],
    ['address.county', merchant.address.create({ customerId: customer.id, county: 'Kings' } as never)],
    [
      'verification.intendedTransactionSource',
      merchant.creditCardVerification.create({
        creditCard: visa,
        intendedTransactionSource: 'moto',
      } as never),
    ],
    ['clientToken.addressId', merchant.clientToken.generate({ addressId: 'x' } as never) as never],
  ]
  for (const [member, call] of refused)
    check(`${member} is refused`, await refusalMessage(call), `${member} is not offered here.`)
  check('nothing of it is vaulted', (await merchant.customer.find(customer.id)).paymentMethods, [])
}

/** The sandbox has no fraud check: what is told to one is taken. */
async function fraudChecks(world: World) {
  const { merchant, check } = world
  const fraud = {
    deviceData: '{"id":"1"}',
    riskData: { customerBrowser: 'Firefox', customerIp: '192.0.2.1' },
  }
  check('a sale may tell of the device', await refusalMessage(sell(world, fraud)), 'well')
  const { customer } = await merchant.customer.create(fraud as object)
  check('a customer may', customer, { id: /./ })
  const method = { customerId: customer.id, paymentMethodNonce: 'fake-valid-nonce', ...fraud }
  check(
    'a payment method may',
    await refusalMessage(
      merchant.paymentMethod.create({ ...method, options: { skipAdvancedFraudChecking: true } } as never),
    ),
    'well',
  )
  check(
    'a verification may',
    await refusalMessage(
      merchant.creditCardVerification.create({ creditCard: visa, riskData: fraud.riskData } as never),
    ),
    'well',
  )
}
