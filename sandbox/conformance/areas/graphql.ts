import braintree from 'braintree'
import { browserClient, browserWith, cards } from '../../tests/support/clients.ts'
import {
  type Browser,
  listErrorCodes,
  officialConfiguration,
  officialTokenize,
  threeBrowsers,
} from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ serverSdk, configuration, tokenizing, cardErrors, deleting, errors, schema })

const tokenize = `mutation Card($input: TokenizeCreditCardInput!) {
  tokenizeCreditCard(input: $input) { token creditCard { brandCode last4 bin expirationYear } }
}`

/** As the specs of the official SDKs ask. */
const singleUse = `mutation Once($input: TokenizeCreditCardInput!) {
  tokenizeCreditCard(input: $input) {
    paymentMethod { id usage details { ... on CreditCardDetails { bin brandCode last4 expirationYear expirationMonth } } }
  }
}`

async function serverSdk({ sandbox, merchant, check, checkThrows }: World) {
  const { graphQLClient } = merchant
  check('the merchant’s keys ping', (await graphQLClient.query('{ ping }')).data, { ping: 'pong' })
  const creditCard = { number: '4005519200000004', expirationYear: '2030', expirationMonth: '01', cvv: '123' }
  const made = await graphQLClient.query(tokenize, { input: { creditCard } })
  check('the merchant’s keys tokenize a card', made.data?.tokenizeCreditCard, {
    token: anything,
    creditCard: { brandCode: 'VISA', last4: '0004', bin: '400551', expirationYear: '2030' },
  })
  const { token } = made.data?.tokenizeCreditCard ?? {}
  const sale = await merchant.transaction.sale({ amount: '3.00', paymentMethodNonce: token })
  check('its token is a nonce of the server API', sale.transaction?.creditCard, { last4: '0004' })
  const single = await graphQLClient.query(singleUse, { input: { creditCard } })
  const { paymentMethod } = single.data?.tokenizeCreditCard ?? {}
  check('it is a payment method for one use', paymentMethod, {
    id: anything,
    usage: 'SINGLE_USE',
    details: {
      bin: '400551',
      brandCode: 'VISA',
      last4: '0004',
      expirationYear: '2030',
      expirationMonth: '01',
    },
  })
  const once = await merchant.transaction.sale({
    amount: '3.00',
    paymentMethodNonce: paymentMethod?.id,
  })
  check('whose id is a nonce, too', once.transaction?.creditCard, { last4: '0004' })
  const wrong = await graphQLClient.query(tokenize, {
    input: { creditCard: { ...creditCard, number: '4111' } },
  })
  check('a refusal comes as errors, not as an exception', wrong.errors?.[0]?.extensions, {
    errorClass: 'VALIDATION',
    legacyCode: '81716',
  })
  const odd = { ...creditCard, cardholderName: 'A\ud83d\0', billingAddress: { locality: '\udc4b' } }
  const { token: oddToken } = (await graphQLClient.query(tokenize, { input: { creditCard: odd } })).data
    ?.tokenizeCreditCard ?? { token: '' }
  const oddSale = await merchant.transaction.sale({ amount: '3.00', paymentMethodNonce: oddToken })
  check('half a letter in a variable becomes U+FFFD', oddSale.transaction, {
    creditCard: { cardholderName: 'A\ufffd' },
    billing: { locality: '\ufffd' },
  })
  const inline = `mutation { tokenizeCreditCard(input: { creditCard: {
    number: "4111111111111111", expirationMonth: "12", expirationYear: "2030", cardholderName: "A\\u0000" } }) { token } }`
  const dropped = (await graphQLClient.query(inline)).data?.tokenizeCreditCard
  check('a NUL in the query is dropped', dropped, { token: anything })
  const { config } = merchant
  const stranger = new braintree.BraintreeGateway({ ...config, privateKey: 'wrong' })
  await checkThrows(
    'wrong keys are an authentication error',
    () => stranger.graphQLClient.query(tokenize, { input: { creditCard } }),
    'authenticationError',
  )
  await checkThrows(
    'an unknown record is not found',
    () => graphQLClient.query('{ node(id: "nothing") { id } }'),
    'notFoundError',
  )
  const plain = await fetch(`${sandbox.origin}/graphql`, { headers: { Accept: 'text/html' } })
  check('GraphQL is asked by POST', plain.ok, false)
}

async function configuration(world: World) {
  const { sandbox, check } = world
  const { guest, keyed } = await threeBrowsers(world)
  const url = `${sandbox.origin}/graphql`
  const official = await officialConfiguration(keyed, url)
  const { body } = await keyed.get('configuration')
  const same = [
    'environment',
    'merchantId',
    'clientApiUrl',
    'assetsUrl',
    'challenges',
    'paypalEnabled',
    'analytics',
  ]
  for (const name of same)
    check(`the official package reads the same ${name} as by REST`, official[name], body[name])
  check('the same brands', official.creditCards, { supportedCardTypes: body.creditCards.supportedCardTypes })
  check('the same Venmo profile', official.payWithVenmo, body.payWithVenmo)
  check('the same PayPal client', official.paypal, { clientId: body.paypal.clientId, environment: 'offline' })
  check('the same Apple Pay networks', official.applePayWeb, {
    supportedNetworks: body.applePayWeb.supportedNetworks,
  })
  check('the same Google Pay networks', official.androidPay, {
    supportedNetworks: body.androidPay.supportedNetworks,
  })
  check(
    '3-D Secure too',
    [official.threeDSecureEnabled, official.threeDSecure],
    [true, { cardinalAuthenticationJWT: anything }],
  )
  check('cards are tokenized here', official.graphQL, { url, features: ['tokenize_credit_cards'] })
  check('a client token gets it too', await officialConfiguration(guest, url), { environment: 'sandbox' })
}

async function tokenizing(world: World) {
  const { merchant, check } = world
  const { keyed, customer, known } = await threeBrowsers(world)
  const creditCard = { ...cards.visa, cardholderName: 'A B', billingAddress: { postalCode: '94000' } }
  const made = await officialTokenize(keyed, { ...creditCard, options: { validate: false } })
  check('the official package reads a nonce', made.creditCards, [
    { nonce: anything, details: { bin: '411111', cardType: 'Visa', lastTwo: '11', cardholderName: 'A B' } },
  ])
  const { transaction } = await merchant.transaction.sale({
    amount: '4.00',
    paymentMethodNonce: made.creditCards?.[0]?.nonce ?? '',
  })
  check('the sale knows the postal code', transaction.avsPostalCodeResponseCode, 'M')
  const brands: [number: string, brand: string][] = [
    ['5555555555554444', 'MasterCard'],
    ['378282246310005', 'American Express'],
    ['6011000991300009', 'Discover'],
    ['3530111333300000', 'JCB'],
    ['36259600000004', 'Discover'],
    ['6304000000000000', 'Maestro'],
    ['6212345678901265', 'UnionPay'],
  ]
  for (const [number, cardType] of brands) {
    const card = { number, expirationMonth: '01', expirationYear: '2031', options: { validate: false } }
    const { creditCards = [] } = await officialTokenize(keyed, card)
    check(`${number} is read as ${cardType}`, creditCards[0]?.details, { cardType })
  }
  const debit = { ...cards.visa, number: '4117101010101010', options: { validate: false } }
  const { creditCards = [] } = await officialTokenize(keyed, debit)
  check('bin data are read', creditCards[0]?.binData, {
    debit: 'Yes',
    prepaid: 'Unknown',
    issuingBank: 'Unknown',
  })
  const insight = { authenticationInsight: true, merchantAccountId: 'sandbox_credit_card' }
  check(
    'the regulation of the card’s place is told when asked',
    await officialTokenize(keyed, { ...cards.visa, options: { validate: false } }, insight),
    { creditCards: [{ authenticationInsight: { regulationEnvironment: 'unregulated' } }] },
  )
  await officialTokenize(known, { ...cards.mastercard, options: { validate: false } })
  check('without validation a customer’s card is not vaulted', await lastDigits(world, customer.id), [])
  await officialTokenize(known, { ...cards.mastercard, options: { validate: true } })
  check('with validation it is vaulted at once', await lastDigits(world, customer.id), ['4444'])
  const validated = await keyed.graphql(tokenize, {
    input: { creditCard: cards.visa, options: { validate: true } },
  })
  check('a key may not validate', validated.body.errors[0].extensions, {
    errorClass: 'AUTHORIZATION',
    errorType: 'developer_error',
    legacyCode: '50000',
  })
}

async function lastDigits({ merchant }: World, customerId: string) {
  const { creditCards = [] } = await merchant.customer.find(customerId)
  return creditCards.map(({ last4 }) => last4)
}

async function cardErrors(world: World) {
  const { merchant, check } = world
  const { customer, keyed } = await threeBrowsers(world)
  const wrong: [label: string, card: object, codes: string[]][] = [
    ['no number', { number: undefined }, ['81714']],
    ['a wrong digit', { number: '4111111111111112' }, ['81715']],
    ['too few digits', { number: '41' }, ['81716']],
    ['a number that is no test number', { number: '4539578763621486' }, ['81717']],
    ['a number that nobody may use', { number: '4000000000009995' }, ['81750']],
    ['a brand that is not taken', { number: '6370950000000005' }, ['81703']],
    ['a thirteenth month', { expirationMonth: '13' }, ['81712']],
    ['no year', { expirationYear: 'x' }, ['81713']],
    ['a short CVV', { cvv: '1' }, ['81707']],
    ['a long name', { cardholderName: 'a'.repeat(256) }, ['81723']],
    ['three faults', { number: '1', expirationMonth: '0', cvv: '1' }, ['81716', '81712', '81707']],
  ]
  for (const [label, change, codes] of wrong) {
    const card = { ...cards.visa, options: { validate: false }, ...change }
    const came = await officialTokenize(keyed, card)
    check(
      `${label}: the official package reads ${codes.join(', ')}`,
      [came.error?.message, listErrorCodes(came)],
      ['Credit card is invalid', codes],
    )
  }
  const options = { verifyCard: true, failOnDuplicatePaymentMethod: true }
  const strict = await browserClient(world.sandbox, merchant, { customerId: customer.id, options })
  const save = (card: object) => officialTokenize(strict, { ...card, options: { validate: true } })
  const nowhere = { ...cards.visa, billingAddress: { countryName: 'Nowhere' } }
  const came = await save(nowhere)
  check('a wrong country stands on the card’s billing address', came.fieldErrors?.[0], {
    field: 'creditCard',
    fieldErrors: [{ field: 'billingAddress', fieldErrors: [{ code: '91803' }] }],
  })
  await save(cards.mastercard)
  check('a duplicate is read as 81724', listErrorCodes(await save(cards.mastercard)), ['81724'])
  check('a wrong CVV is read as 81736', listErrorCodes(await save({ ...cards.visa, cvv: '200' })), ['81736'])
  const declined = await save(cards.declinesVerification)
  check('a decline is told in words', declined.error?.message, /Do Not Honor/)
}

const deletion = `mutation Delete($input: DeletePaymentMethodFromSingleUseTokenInput!) {
  deletePaymentMethodFromSingleUseToken(input: $input) { clientMutationId }
}`

async function deleting(world: World) {
  const { merchant, check } = world
  const { customer, guest, keyed, known } = await threeBrowsers(world)
  await merchant.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: 'fake-valid-visa-nonce',
  })
  const readNonce = async () => (await known.get('payment_methods')).body.paymentMethods[0]?.nonce
  const remove = (browser: Browser, singleUseTokenId: string) =>
    browser.graphql(deletion, { input: { singleUseTokenId, clientMutationId: 'mine' } })
  const errorClass = async (browser: Browser, nonce: string) =>
    (await remove(browser, nonce)).body.errors?.[0].extensions.errorClass
  const nonce = await readNonce()
  check('a guest cannot delete', await errorClass(guest, nonce), 'AUTHORIZATION')
  check('a key cannot delete', await errorClass(keyed, nonce), 'AUTHORIZATION')
  const { known: other } = await threeBrowsers(world)
  check('another customer cannot delete', await errorClass(other, nonce), 'NOT_FOUND')
  check('an unknown nonce deletes nothing', await errorClass(known, 'nothing'), 'NOT_FOUND')
  check('until then the card is there', await lastDigits(world, customer.id), ['1881'])
  const { status, body } = await remove(known, nonce)
  check(
    'the customer deletes',
    [status, body.data],
    [200, { deletePaymentMethodFromSingleUseToken: { clientMutationId: 'mine' } }],
  )
  check('and the card is gone', await lastDigits(world, customer.id), [])
  check('it is deleted once', await errorClass(known, nonce), 'NOT_FOUND')
}

async function errors(world: World) {
  const { sandbox, check } = world
  const { keyed } = await threeBrowsers(world)
  const stranger = await browserWith(sandbox, 'sandbox_unknown_merchant').graphql(
    '{ clientConfiguration { merchantId } }',
  )
  check('an unknown authorization is told with status 200', stranger, {
    status: 200,
    body: { data: { clientConfiguration: null }, errors: [{ extensions: { errorClass: 'AUTHENTICATION' } }] },
  })
  check('every answer has a request id', stranger.body.extensions, { requestId: /^[0-9a-f-]{36}$/ })
  const misspelt = await keyed.graphql('{ pong }')
  check('a query that is wrong has a class too', misspelt.body.errors[0].extensions, {
    errorClass: 'VALIDATION',
  })
  const odd = await keyed.graphql(tokenize, { input: { creditCard: { ...cards.visa, nickname: 'Mine' } } })
  check('an input that is not offered is refused', odd.body, {
    data: undefined,
    errors: [{ message: /"nickname" is not defined/, extensions: { errorClass: 'VALIDATION' } }],
  })
  const input = { creditCard: { ...cards.visa, number: '1' } }
  const [error] = (await keyed.graphql(tokenize, { input: { ...input, options: { validate: false } } })).body
    .errors
  check('an error says where', error, {
    path: ['tokenizeCreditCard'],
    locations: [anything],
    extensions: { inputPath: ['input', 'creditCard', 'number'], errorType: 'user_error' },
  })
}

async function schema(world: World) {
  const { check } = world
  const { keyed } = await threeBrowsers(world)
  const { body } = await keyed.graphql(
    '{ __schema { mutationType { fields { name } } types { name kind } } }',
  )
  const names = body.data.__schema.mutationType.fields.map(({ name }: { name: string }) => name)
  const offered = ['createVenmoPaymentContext', 'deletePaymentMethodFromSingleUseToken', 'tokenizeCreditCard']
  check(
    'the schema can be asked for its mutations',
    offered.every((name) => names.includes(name)),
    true,
  )
  const { data } = (await keyed.graphql('{ __type(name: "ClientConfiguration") { fields { name } } }')).body
  check('and for what a configuration holds', data.__type.fields.length > 15, true)
}
