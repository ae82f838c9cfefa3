import { calls, type World } from '../calls.ts'
import { disputedCard, sell, submittedSale, visa } from '../transaction-calls.ts'
import { all, listProblems, newCustomer } from '../vault-calls.ts'

calls({
  addressMembers,
  cardMembers,
  accountMembers,
  submissionMembers,
  moveMembers,
  nonceMembers,
  evidenceMembers,
  clientTokenMembers,
})

type Result = { success: boolean; message?: string; errors?: unknown }
/** A call of the SDK; its published types leave out much of what it sends. */
type Send = (members: never) => Promise<unknown>
/** Members that are kept, and how they are shown; or the problem of members that are wrong, or not offered. */
type Row = [members: object, stored: object | string]

/** Sends each row: what is kept must stand in the answer at `shown`, what is not gets its problem or its sentence. */
async function sendAll({ check }: World, call: string, send: Send, shown: string, rows: Row[]) {
  for (const [members, stored] of rows) {
    const name = `${call} with ${JSON.stringify(members).slice(0, 110)}`
    const result = (await send(members as never).catch((problem) => problem)) as Result & { type?: string }
    if (typeof stored === 'object') check(name, result, { success: true, [shown]: stored })
    else check(name, result.type ?? listProblems(result)[0] ?? result.message, stored)
  }
}

const phone = { countryCode: '49', nationalNumber: '1751234567' }
const long = 'x'.repeat(256)

const addressRows = (path: string): Row[] => [
  [{ streetAddress: '1 Court Way' }, { streetAddress: '1 Court Way', postalCode: null }],
  [{ phoneNumber: '+1 (312) 555-1234' }, { phoneNumber: '+1 (312) 555-1234' }],
  [{ phoneNumber: 'call me' }, `${path}.phoneNumber 91828`],
  [{ internationalPhone: phone }, { internationalPhone: phone }],
  [{ internationalPhone: { ...phone, countryCode: 'DE' } }, `${path}.internationalPhone 91828`],
  [{ internationalPhone: { countryCode: '49' } }, `${path}.internationalPhone 91828`],
  [{ countryName: 'Nowhere' }, `${path}.countryName 91803`],
  [{ locality: long }, `${path}.locality 81807`],
  [{ id: 'mine' }, `${path}.id is not offered here.`],
]

async function addressMembers(world: World) {
  const { address, customer } = world.merchant
  const { id: customerId } = await newCustomer(world)
  const create: Send = (members) => address.create(Object.assign({ customerId }, members) as never)
  const { address: made } = (await create({ region: 'IL' } as never)) as { address: { id: string } }
  await sendAll(world, 'address.create', create, 'address', addressRows('address'))
  const update: Send = (members) => address.update(customerId, made.id, members)
  await sendAll(world, 'address.update', update, 'address', addressRows('address'))
  const { addresses } = await customer.find(customerId)
  world.check('what was refused is not kept', addresses?.length, 4)
}

/** Card data beside a nonce take precedence, and are checked like plain card data. */
async function cardMembers(world: World) {
  const { customer, paymentMethod, creditCard } = world.merchant
  const rows = (at: string): Row[] => [
    [{ cardholderName: 'Zoe Demo' }, { cardholderName: 'Zoe Demo' }],
    [{ cardholderName: long }, `${at}.cardholderName 81723`],
    [{ expirationDate: '11/2033' }, { expirationDate: '11/2033' }],
    [{ expirationMonth: '13' }, `${at}.expirationMonth 81712`],
    [{ cvv: '12' }, `${at}.cvv 81707`],
    [
      { number: '5555555555554444', expirationDate: '10/2032' },
      { last4: '4444', cardType: 'MasterCard' },
    ],
    [{ number: '4111111111111112' }, `${at}.number 81715`],
    [{ billingAddress: { phoneNumber: 'call me' } }, `${at}.billingAddress.phoneNumber 91828`],
    [{ token: 'with blank' }, `${at}.token 91718`],
  ]
  const { id: customerId } = await newCustomer(world)
  const nonce = { paymentMethodNonce: 'fake-valid-visa-nonce' }
  const create: Send = (members) =>
    paymentMethod.create(Object.assign({ customerId, ...nonce }, members) as never)
  await sendAll(world, 'paymentMethod.create', create, 'paymentMethod', rows('creditCard'))
  const verified = await create({ cvv: '200', options: { verifyCard: true } } as never)
  world.check('a CVV beside a nonce is verified', verified, {
    success: false,
    verification: { cvvResponseCode: 'N' },
  })
  const { paymentMethod: saved } = await paymentMethod.create({ customerId, ...nonce })
  const update: Send = (members) => paymentMethod.update(saved.token, members)
  await sendAll(world, 'paymentMethod.update', update, 'paymentMethod', [
    ...rows('creditCard'),
    [{ customerId: 'other' }, 'paymentMethod.customerId is not offered here.'],
  ])
  const updateCard: Send = (members) => creditCard.update(saved.token, members)
  await sendAll(world, 'creditCard.update', updateCard, 'creditCard', [
    ...rows('creditCard'),
    [{ customerId: 'other' }, 'creditCard.customerId is not offered here.'],
  ])
  const sendToCustomer: Send = (members) =>
    customer.create({ creditCard: Object.assign({ ...visa }, members) } as never)
  await sendAll(world, 'customer.create', sendToCustomer, 'customer', [
    [{ cardholderName: 'Zoe Demo' }, { creditCards: [{ cardholderName: 'Zoe Demo' }] }],
    [{ cvv: '12' }, 'customer.creditCard.cvv 81707'],
  ])
}

async function accountMembers(world: World) {
  const { merchant } = world
  const { id: customerId } = await newCustomer(world)
  const params = { customerId, paymentMethodNonce: 'fake-paypal-billing-agreement-nonce' }
  const { paymentMethod } = await merchant.paymentMethod.create(params)
  let token = paymentMethod.token
  const update: Send = (members) => merchant.paypalAccount.update(token, members)
  const named = 'my_account'
  await sendAll(world, 'paypalAccount.update', update, 'paypalAccount', [
    [{ number: visa.number }, 'paypalAccount.number is not offered here.'],
    [{ options: { makeDefault: true } }, { default: true }],
    [{ token: named }, { token: named }],
  ])
  token = named
  world.check('and is found by its new name', await merchant.paypalAccount.find(token), { customerId })
}

async function submissionMembers(world: World) {
  const { transaction } = world.merchant
  const shipping = { firstName: 'Kim', countryCodeAlpha2: 'CA' }
  const rows: Row[] = [
    [{ shipping }, { shipping: { firstName: 'Kim', countryName: 'Canada' } }],
    [{ shipping: { firstName: long } }, 'transaction.shipping.firstName 81805'],
    [{ shipping: { countryCodeAlpha2: 'XX' } }, 'transaction.shipping.countryCodeAlpha2 91814'],
    [{ shipping: { phoneNumber: 'call me' } }, 'transaction.shipping.phoneNumber 915204'],
    [{ shippingTaxAmount: '1.14' }, { shippingTaxAmount: '1.14' }],
    [{ shippingTaxAmount: 'some' }, 'unexpectedError'],
    [{ discountAmount: '-1.00' }, 'transaction.discountAmount 915160'],
  ]
  const submit: Send = async (members) =>
    transaction.submitForSettlement((await sell(world)).transaction.id, null, members)
  await sendAll(world, 'submitForSettlement', submit, 'transaction', rows)
  const part: Send = async (members) =>
    transaction.submitForPartialSettlement((await sell(world)).transaction.id, '4.00', members)
  await sendAll(world, 'submitForPartialSettlement', part, 'transaction', [
    ...rows,
    [{ finalCapture: true }, { amount: '4.00' }],
    [{ finalCapture: 'perhaps' }, 'unexpectedError'],
  ])
}

/** The SDK sends nothing with these calls; whoever speaks without it is told, and nothing moves. */
async function moveMembers(world: World) {
  const { merchant, sandbox, check } = world
  const { id } = await submittedSale(world)
  for (const call of ['void', 'settle', 'settlement_decline']) {
    const answer = await fetch(
      `${sandbox.origin}/merchants/integration_merchant_id/transactions/${id}/${call}`,
      {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Basic ${btoa('integration_public_key:integration_private_key')}`,
        },
        body: '{"transaction":{"amount":"1.00"}}',
      },
    )
    const refusal = /transaction\.amount is not offered here\./
    check(`${call} takes no amount`, [answer.status, await answer.text()], [422, refusal])
  }
  check('and the sale stays', await merchant.transaction.find(id), { status: 'submitted_for_settlement' })
}

async function nonceMembers(world: World) {
  const { merchant } = world
  const { id: customerId } = await newCustomer(world)
  const params = { customerId, paymentMethodNonce: 'fake-valid-visa-nonce' }
  const { token } = (await merchant.paymentMethod.create(params)).paymentMethod
  const create: Send = (members) => merchant.paymentMethodNonce.create(token, { paymentMethodNonce: members })
  await sendAll(world, 'paymentMethodNonce.create', create, 'paymentMethodNonce', [
    [{ merchantAccountId: 'sandbox_credit_card' }, { type: 'CreditCard' }],
    [{ merchantAccountId: 'nowhere' }, 'notFoundError'],
    [{ authenticationInsightOptions: { amount: 'much' } }, 'unexpectedError'],
  ])
}

async function evidenceMembers(world: World) {
  const { dispute } = world.merchant
  const { transaction } = await sell(world, { creditCard: disputedCard })
  const [opened] = await all<{ id: string }>(
    dispute.search((search) => search.transactionId().is(transaction.id)),
  )
  const add: Send = (members) => dispute.addTextEvidence(opened?.id ?? '', members)
  await sendAll(world, 'addTextEvidence', add, 'evidence', [
    [
      { content: 'A word', category: 'GENERAL' },
      { comment: 'A word', category: 'GENERAL' },
    ],
    [{ content: 'A word', category: 'no such' }, 'dispute.evidence 95706'],
  ])
}

async function clientTokenMembers(world: World) {
  const generate: Send = (members) => world.merchant.clientToken.generate(members)
  await sendAll(world, 'clientToken.generate', generate, 'clientToken', [
    [{ version: '7' }, 'clientToken.version 92806'],
    [{ merchantAccountId: 'nowhere' }, 'clientToken.merchantAccountId 92807'],
  ])
}
