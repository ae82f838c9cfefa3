import { browserClient, cards } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { all, listProblems, newCustomer } from '../vault-calls.ts'

calls({ created, declined, wrong, search })

const creditCard = {
  number: '4111111111111111',
  expirationDate: '05/2031',
  cardholderName: 'Demo Parent',
  cvv: '123',
}

async function created(world: World) {
  const { sandbox, merchant, check, checkThrows } = world
  const billingAddress = { postalCode: '60607', streetAddress: '1 E Main St', countryName: 'Mexico' }
  const { success, verification } = await merchant.creditCardVerification.create({
    creditCard: { ...creditCard, billingAddress },
    options: { amount: '5.00' },
  })
  const expected = {
    id: anything,
    globalId: anything,
    status: 'verified',
    amount: '5.00',
    currencyIsoCode: 'USD',
    merchantAccountId: 'sandbox_credit_card',
    processorResponseCode: '1000',
    processorResponseText: 'Approved',
    processorResponseType: 'approved',
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    gatewayRejectionReason: null,
    cvvResponseCode: 'M',
    avsPostalCodeResponseCode: 'M',
    avsStreetAddressResponseCode: 'M',
    threeDSecureInfo: null,
    creditCard: { bin: '411111', last4: '1111', cardType: 'Visa', cardholderName: 'Demo Parent' },
    billing: { postalCode: '60607', countryName: 'Mexico' },
    createdAt: anything,
  }
  check('a card in order is verified', [success, verification], [true, expected])
  check('a verification is found', await merchant.creditCardVerification.find(verification.id), expected)
  const none = () => merchant.creditCardVerification.find('nothing')
  await checkThrows('a verification that is not there is not found', none, 'notFoundError')
  const other = await merchant.creditCardVerification.create({
    creditCard,
    options: { merchantAccountId: 'card_processor_brl' },
  })
  check('a verification can be for another account', other.verification, {
    merchantAccountId: 'card_processor_brl',
    currencyIsoCode: 'BRL',
    amount: '0.00',
  })
  const customer = await newCustomer(world)
  const { address } = await merchant.address.create({ customerId: customer.id, ...billingAddress } as never)
  const billed = { customerId: customer.id, billingAddressId: address.id, options: { verifyCard: true } }
  const { creditCard: saved } = await merchant.creditCard.create({ ...creditCard, ...billed } as never)
  const checked = {
    avsPostalCodeResponseCode: 'M',
    avsStreetAddressResponseCode: 'M',
    billing: { postalCode: '60607', streetAddress: '1 E Main St', countryName: 'Mexico' },
  }
  check('a card is verified with an address of its customer', Reflect.get(saved, 'verification'), checked)
  const plain = await merchant.creditCard.create({ ...creditCard, customerId: customer.id } as never)
  const { options, billingAddressId } = billed
  const moved = await merchant.creditCard.update(plain.creditCard.token, {
    billingAddressId,
    options,
  } as never)
  check('also when it gets the address later', Reflect.get(moved.creditCard, 'verification'), checked)
  const paymentMethodNonce = await (await browserClient(sandbox, merchant)).nonce(cards.mastercard)
  const byNonce = await merchant.creditCardVerification.create({ paymentMethodNonce })
  check('a nonce is verified', byNonce.verification, { status: 'verified', creditCard: { last4: '4444' } })
  const proven = await merchant.creditCardVerification.create({
    paymentMethodNonce: 'fake-three-d-secure-visa-full-authentication-nonce',
  })
  check('a verification tells how the card was authenticated', proven.verification, {
    threeDSecureInfo: { status: 'authenticate_successful', liabilityShifted: true },
  })
}

async function declined({ merchant, check }: World) {
  const verify = async (params: object, options: object = {}) =>
    await merchant.creditCardVerification.create({ creditCard: { ...creditCard, ...params }, options })
  const refused = await verify({ number: '4000111111111115' })
  check('a declined card is refused with the verification', refused, {
    success: false,
    message: 'Do Not Honor',
    verification: {
      id: anything,
      status: 'processor_declined',
      processorResponseCode: '2000',
      processorResponseText: 'Do Not Honor',
      processorResponseType: 'soft_declined',
      creditCard: { bin: '400011' },
    },
  })
  const { id } = Reflect.get(refused, 'verification')
  check('which is kept', await merchant.creditCardVerification.find(id), { status: 'processor_declined' })
  for (const number of ['5105105105105100', '378734493671000', '6011000990139424'])
    check(`${number} is declined`, await verify({ number, cvv: undefined }), {
      verification: { processorResponseCode: '2000' },
    })
  check('a fraudulent card is rejected', await verify({ number: '4000111111111511' }), {
    verification: { status: 'gateway_rejected', gatewayRejectionReason: 'fraud' },
  })
  check('a wrong CVV is rejected', await verify({ cvv: '200' }), {
    verification: { cvvResponseCode: 'N', gatewayRejectionReason: 'cvv' },
  })
  check('a wrong postal code is rejected', await verify({ billingAddress: { postalCode: '20000' } }), {
    verification: { avsPostalCodeResponseCode: 'N', gatewayRejectionReason: 'avs' },
  })
  check('a CVV that the bank does not check passes', await verify({ cvv: '201' }), {
    verification: { status: 'verified', cvvResponseCode: 'U' },
  })
  check('an amount of 2015.00 is declined for good', await verify({}, { amount: '2015.00' }), {
    verification: { processorResponseCode: '2015', processorResponseType: 'hard_declined' },
  })
  check('a processor that fails is told', await verify({}, { amount: '3000.00' }), {
    verification: { status: 'failed', processorResponseCode: '3000' },
  })
}

async function wrong({ merchant, check }: World) {
  const cases: Record<string, [request: object, problem: string]> = {
    'a wrong number': [
      { creditCard: { ...creditCard, number: '4111111111111112' } },
      'verification.creditCard.number 81715',
    ],
    'a negative amount': [{ creditCard, options: { amount: '-10.00' } }, 'verification.options.amount 94201'],
    'an amount that is none': [
      { creditCard, options: { amount: 'ten' } },
      'verification.options.amount 94202',
    ],
    'an amount that is too large': [
      { creditCard, options: { amount: '1'.repeat(10) } },
      'verification.options.amount 94207',
    ],
    'an unknown account': [
      { creditCard, options: { merchantAccountId: 'nowhere' } },
      'verification.options.merchantAccountId 94204',
    ],
    'a suspended account': [
      { creditCard, options: { merchantAccountId: 'suspended_account' } },
      'verification.options.merchantAccountId 94205',
    ],
    'a consumed nonce': [
      { paymentMethodNonce: 'fake-consumed-nonce' },
      'verification.paymentMethodNonce 91731',
    ],
    'an address in no country': [
      { creditCard: { ...creditCard, billingAddress: { countryName: 'Nowhere' } } },
      'verification.creditCard.billingAddress.countryName 91803',
    ],
  }
  for (const [label, [request, problem]] of Object.entries(cases))
    check(`${label} is refused`, listProblems(await merchant.creditCardVerification.create(request)), [
      problem,
    ])
}

type Criterion = Record<string, (value: unknown, other?: unknown) => void>
type Search = Record<string, () => Criterion>

async function search(world: World) {
  const { merchant, check } = world
  const cardholderName = `Holder ${Date.now()}`
  const email = `holder${Date.now()}@example.org`
  const postalCode = String(Date.now()).slice(-8)
  const card = { ...creditCard, number: '5555555555554444', cardholderName, expirationDate: '09/2038' }
  const options = { verifyCard: true }
  const customer = await newCustomer(world, {
    email,
    creditCard: { ...card, billingAddress: { postalCode }, options },
  })
  const token = customer.creditCards?.[0]?.token ?? ''
  const verification = Reflect.get(customer.creditCards?.[0] ?? {}, 'verification')
  const { id, createdAt } = verification
  const ids = async (fill: (search: Search) => void) =>
    (await all<{ id: string }>(merchant.creditCardVerification.search(fill))).map((one) => one.id)
  const alone: Record<string, string> = {
    id,
    creditCardCardholderName: cardholderName,
    customerEmail: email,
    customerId: customer.id,
    paymentMethodToken: token,
    billingAddressDetailsPostalCode: postalCode,
    creditCardExpirationDate: '09/2038',
  }
  for (const [field, value] of Object.entries(alone))
    check(`a search finds by ${field}`, await ids((s) => s[field]?.().is?.(value)), [id])
  const found = (fill: (search: Search) => void) =>
    ids((s) => {
      fill(s)
      s.customerId?.().is?.(customer.id)
    })
  check('a search finds by number', await found((s) => s.creditCardNumber?.().is?.(card.number)), [id])
  check(
    'a search finds by the end of the number',
    await found((s) => s.creditCardNumber?.().endsWith?.('4444')),
    [id],
  )
  check('a search finds by brand', await found((s) => s.creditCardCardType?.().in?.(['MasterCard', 'JCB'])), [
    id,
  ])
  check('a search leaves out other brands', await found((s) => s.creditCardCardType?.().is?.('Visa')), [])
  check('a search finds by status', await found((s) => s.status?.().is?.('verified')), [id])
  check('a search finds by ids', await found((s) => s.ids?.().in?.([id, 'no'])), [id])
  check(
    'a search finds by the printed time of creation',
    await found((s) => s.createdAt?.().is?.(createdAt)),
    [id],
  )
  const everything = await ids(() => {})
  check('a search without criteria finds all', everything.includes(id), true)
  check('the newest comes first', everything[0], id)
  const name = `Declined ${Date.now()}`
  const refused = await merchant.creditCardVerification.create({
    creditCard: { ...creditCard, number: '4000111111111115', cardholderName: name },
  })
  const declinedIds = await ids((s) => {
    s.creditCardCardholderName?.().contains?.(name.slice(4))
    s.status?.().is?.('processor_declined')
  })
  check('a search finds a declined check', declinedIds, [Reflect.get(refused, 'verification').id])
}
