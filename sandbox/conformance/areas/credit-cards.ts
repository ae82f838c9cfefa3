import { browserClient, cards } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { all, listProblems, newCustomer } from '../vault-calls.ts'

calls({ created, brands, wrong, indicators, fromNonce, expiring })

const visa = { number: '4111111111111111', expirationDate: '05/2031', cvv: '100' }

async function created(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const billingAddress = { streetAddress: '1 E Main St', postalCode: '60607', countryCodeAlpha2: 'US' }
  const params = { customerId, ...visa, cardholderName: 'Demo Parent', token: 'my_card', billingAddress }
  const { creditCard } = await merchant.creditCard.create(params as never)
  check('a card is created', creditCard, {
    token: 'my_card',
    customerId,
    maskedNumber: '411111******1111',
    bin: '411111',
    last4: '1111',
    cardType: 'Visa',
    expirationMonth: '05',
    expirationYear: '2031',
    expirationDate: '05/2031',
    cardholderName: 'Demo Parent',
    default: true,
    expired: false,
    imageUrl: /visa.*\.png/,
    uniqueNumberIdentifier: /^\w{32}$/,
    billingAddress: { streetAddress: '1 E Main St', countryName: 'United States of America' },
    subscriptions: [],
    verifications: [],
  })
  check('a card is found', await merchant.creditCard.find('my_card'), { last4: '1111', customerId })
  check('a card is found as a payment method', await merchant.paymentMethod.find('my_card'), {
    last4: '1111',
  })
  check('neither number nor CVV is shown', ['number' in creditCard, 'cvv' in creditCard], [false, false])
  const update = async (changed: object) =>
    (await merchant.creditCard.update('my_card', changed as never)).creditCard
  check('a card gets another date', await update({ expirationMonth: '06', expirationYear: '2033' }), {
    expirationDate: '06/2033',
    last4: '1111',
  })
  check('a card gets another month alone', await update({ expirationMonth: '08' }), {
    expirationDate: '08/2033',
  })
  check('a card gets another number', await update({ number: '5555555555554444', cvv: '123' }), {
    cardType: 'MasterCard',
    bin: '555555',
  })
  const { addresses = [] } = await merchant.customer.find(customerId)
  const other = await merchant.creditCard.create({
    customerId,
    ...visa,
    billingAddressId: addresses[0]?.id,
  } as never)
  check('a second card is billed to the same address', other.creditCard.billingAddress, {
    id: addresses[0]?.id,
  })
  check('which the customer has once', (await merchant.customer.find(customerId)).addresses?.length, 1)
  await merchant.creditCard.delete('my_card')
  await checkThrows('a deleted card is gone', () => merchant.creditCard.find('my_card'), 'notFoundError')
  const again = () => merchant.creditCard.update('my_card', visa as never)
  await checkThrows('a deleted card is not updated', again, 'notFoundError')
}

async function brands(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const known: Record<string, string> = {
    Visa: '4012888888881881',
    MasterCard: '2223000048400011',
    'American Express': '378282246310005',
    Discover: '6011000991300009',
    JCB: '3530111333300000',
    'Diners Club': '36259600000004',
    Maestro: '6304000000000000',
    UnionPay: '6212345678901265',
  }
  for (const [brand, number] of Object.entries(known)) {
    const { creditCard } = await merchant.creditCard.create({ customerId, number, expirationDate: '05/31' })
    check(`${number} is ${brand}`, [creditCard.cardType, creditCard.last4], [brand, number.slice(-4)])
  }
  const old = await merchant.creditCard.create({ customerId, ...visa, expirationDate: '05/12' })
  check('05/12 is May 2012, and expired', old.creditCard, { expirationDate: '05/2012', expired: true })
}

async function wrong(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const date = { expirationDate: '05/2031' }
  const number = visa.number
  const cases: Record<string, [params: object, ...problems: string[]]> = {
    'no number': [date, 'number 81714'],
    'a number of seven digits': [{ number: '4111111', ...date }, 'number 81716'],
    'a number of letters': [{ number: 'not a number at all', ...date }, 'number 81715'],
    'a number with a wrong digit': [{ number: '4111111111111112', ...date }, 'number 81715'],
    'a number that is no test number': [{ number: '4999999999999996', ...date }, 'number 81717'],
    'a number that nobody may use': [{ number: '4000000000009995', ...date }, 'number 81750'],
    'a brand that is not taken': [{ number: '6370950000000005', ...date }, 'number 81703'],
    'no date': [{ number }, 'expirationDate 81709'],
    'a date without a year': [{ number, expirationDate: '05' }, 'expirationDate 81710'],
    'a thirteenth month': [{ number, expirationDate: '13/2031' }, 'expirationDate 81710'],
    'a year that never comes': [{ number, expirationDate: '05/3031' }, 'expirationDate 81711'],
    'a month that is none': [
      { number, expirationMonth: '13', expirationYear: '2031' },
      'expirationMonth 81712',
    ],
    'a year that is none': [
      { number, expirationMonth: '05', expirationYear: '31st' },
      'expirationYear 81713',
    ],
    'a date given twice': [{ number, ...date, expirationMonth: '05' }, 'base 91708'],
    'a CVV of two digits': [{ number, ...date, cvv: '12' }, 'cvv 81707'],
    'a CVV of four digits for Visa': [{ number, ...date, cvv: '1234' }, 'cvv 81707'],
    'a long name': [{ number, ...date, cardholderName: 'x'.repeat(256) }, 'cardholderName 81723'],
    'everything wrong at once': [
      { number: '4111111111111112', expirationDate: '13/2031', cvv: '1' },
      'number 81715',
      'expirationDate 81710',
      'cvv 81707',
    ],
  }
  for (const [label, [params, ...problems]] of Object.entries(cases)) {
    const result = await merchant.creditCard.create({ customerId, ...params } as never)
    const expected = problems.map((problem) => `creditCard.${problem}`)
    check(`${label} is refused`, listProblems(result), expected)
  }
  const create = async (params: object) => listProblems(await merchant.creditCard.create(params as never))
  check('a card of nobody is refused', await create(visa), ['creditCard.customerId 91704'])
  const stranger = await create({ customerId: 'nobody', ...visa })
  check('a card of an unknown customer is refused', stranger, ['creditCard.customerId 91705'])
  const consumed = await create({ customerId, paymentMethodNonce: 'fake-consumed-nonce' })
  check('a consumed nonce makes no card', consumed, ['creditCard.paymentMethodNonce 91731'])
  const unknown = await create({ customerId, paymentMethodNonce: 'nothing' })
  check('an unknown nonce makes no card', unknown, ['creditCard.paymentMethodNonce 91732'])
  const { message } = await merchant.creditCard.create({ customerId } as never)
  check(
    'the words are those of all problems',
    message,
    'Credit card number is required.\nExpiration date is required.',
  )
}

async function indicators(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const known: Record<string, [nonce: string, value: string]> = {
    prepaid: ['fake-valid-prepaid-nonce', 'Yes'],
    prepaidReloadable: ['fake-valid-prepaid-reloadable-nonce', 'Yes'],
    business: ['fake-valid-business-nonce', 'Yes'],
    consumer: ['fake-valid-consumer-nonce', 'Yes'],
    corporate: ['fake-valid-corporate-nonce', 'Yes'],
    purchase: ['fake-valid-purchase-nonce', 'Yes'],
    commercial: ['fake-valid-commercial-nonce', 'Yes'],
    durbinRegulated: ['fake-valid-durbin-regulated-nonce', 'Yes'],
    healthcare: ['fake-valid-healthcare-nonce', 'Yes'],
    debit: ['fake-valid-debit-nonce', 'Yes'],
    payroll: ['fake-valid-payroll-nonce', 'Yes'],
    countryOfIssuance: ['fake-valid-country-of-issuance-usa-nonce', 'USA'],
    issuingBank: ['fake-valid-issuing-bank-network-only-nonce', 'NETWORK ONLY'],
    productId: ['fake-valid-no-indicators-nonce', 'MSB'],
  }
  for (const [indicator, [paymentMethodNonce, value]] of Object.entries(known)) {
    const { paymentMethod } = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
    check(`a card tells ${indicator}`, Reflect.get(paymentMethod, indicator), value)
  }
  const no = await merchant.paymentMethod.create({
    customerId,
    paymentMethodNonce: 'fake-valid-no-indicators-nonce',
  })
  const { countryOfIssuance: _, issuingBank: __, productId: ___, ...kinds } = known
  check(
    'a card that is of no kind says so of each',
    Object.keys(kinds).map((indicator) => Reflect.get(no.paymentMethod, indicator)),
    Object.keys(kinds).map(() => 'No'),
  )
  check('a card in the vault is its number, no network’s token', no.paymentMethod, {
    isNetworkTokenized: false,
  })
  const paymentMethodNonce = 'fake-valid-unknown-indicators-nonce'
  const { paymentMethod } = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
  const indicators = Object.keys(known).map((indicator) => Reflect.get(paymentMethod, indicator))
  check('of most cards nothing is known', new Set(indicators), new Set(['Unknown']))
}

async function fromNonce(world: World) {
  const { sandbox, merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const browser = await browserClient(sandbox, merchant, { customerId })
  const nonce = await browser.nonce(cards.visa, true)
  const card = await merchant.creditCard.fromNonce(nonce)
  check('the nonce of a saved card leads to it', card, { customerId, last4: '1111', token: anything })
  const again = () => merchant.creditCard.fromNonce(nonce)
  await checkThrows('and is used up by that', again, 'notFoundError')
  const guest = await (await browserClient(sandbox, merchant)).nonce(cards.visa)
  const fromGuestNonce = () => merchant.creditCard.fromNonce(guest)
  await checkThrows('the nonce of a guest leads to no card', fromGuestNonce, 'notFoundError')
  const sale = await merchant.transaction.sale({ amount: '1.00', paymentMethodNonce: guest })
  check('and is not used up by that', sale.success, true)
}

async function expiring(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const add = async (expirationDate: string) =>
    (await merchant.creditCard.create({ customerId, ...visa, expirationDate })).creditCard.token
  const gone = await add('01/2010')
  const [may, june, july] = [await add('05/2044'), await add('06/2044'), await add('07/2044')]
  const tokens = async (stream: ReturnType<typeof merchant.creditCard.expired>) =>
    (await all<{ token: string }>(stream)).map((card) => card.token)
  const expired = await tokens(merchant.creditCard.expired())
  check('expired cards are listed', [expired.includes(gone), expired.includes(may)], [true, false])
  const between = (from: number, to: number) =>
    tokens(merchant.creditCard.expiringBetween(new Date(2044, from), new Date(2044, to)) as never)
  check('cards are listed by the month in which they expire', await between(4, 5), [may, june])
  check('the last month is within', await between(6, 6), [july])
  check('a month without cards lists none', await between(8, 9), [])
  const many = Array.from({ length: 51 }, () => add('11/2045'))
  await Promise.all(many)
  const found = await tokens(
    merchant.creditCard.expiringBetween(new Date(2045, 10), new Date(2045, 10)) as never,
  )
  check('more than fifty are listed in pages', new Set(found).size, 51)
}
