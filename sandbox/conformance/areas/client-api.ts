import { browserClient, browserWith, cards } from '../../tests/support/clients.ts'
import { control, newMerchant } from '../../tests/support/control-client.ts'
import { type Browser, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

const tokenizePath = 'payment_methods/credit_cards'

calls({
  configuration,
  authorization,
  cardErrors,
  billingErrors,
  tokenizing,
  vaulting,
  vault,
  crossOrigin,
  analytics,
})

async function configuration(world: World) {
  const { sandbox, check } = world
  const { guest, keyed } = await threeBrowsers(world)
  const { status, body } = await guest.get('configuration', { configVersion: '3' })
  check('a client token gets the configuration', status, 200)
  check('a tokenization key gets the configuration', (await keyed.get('configuration')).status, 200)
  check('the environment is the sandbox', body.environment, 'sandbox')
  check('analytics have an address, which the drop-in needs', body.analytics, { url: /^http/ })
  check('calls go to the path that the SDK looks for', body.clientApiUrl, /\/merchants\/.+\/client_api$/)
  check('frames come from the sandbox', body.assetsUrl, sandbox.origin)
  check('CVV and postal code are asked for', body.challenges, ['cvv', 'postal_code'])
  check('card brands are listed', body.creditCards.supportedCardTypes.includes('American Express'), true)
  check('cards are tokenized by GraphQL', body.graphQL, { features: ['tokenize_credit_cards'] })
  check(
    '3-D Secure is on, and its script can start',
    [body.threeDSecureEnabled, body.threeDSecure],
    [true, { cardinalAuthenticationJWT: /^ey.+\..+\..+$/ }],
  )
  check(
    'PayPal is on, with agreements',
    [body.paypalEnabled, body.paypal],
    [true, { billingAgreementsEnabled: true, environmentNoNetwork: false, currencyIsoCode: 'USD' }],
  )
  check('Venmo is on, with addresses', body.payWithVenmo, {
    merchantId: anything,
    accessToken: anything,
    environment: 'sandbox',
    enrichedCustomerDataEnabled: true,
  })
  check('Apple Pay is on', body.applePayWeb, { countryCode: 'US', merchantCapabilities: ['supports3DS'] })
  check('Google Pay is on', body.androidPay, { enabled: true, googleAuthorizationFingerprint: anything })
}

async function authorization(world: World) {
  const { sandbox, merchant, check } = world
  const { guest } = await threeBrowsers(world)
  const stranger = browserWith(sandbox, 'sandbox_unknown_integration_merchant_id')
  const refused = await stranger.get('configuration')
  check('an unknown key is 401', refused.status, 401)
  check('a refused authorization is named', refused.body, {
    error: { message: 'Authorization fingerprint is invalid' },
    fieldErrors: [{ field: 'authorizationFingerprint' }],
  })
  const forged = `${guest.content.authorizationFingerprint.slice(0, -4)}AAAA`
  check('a changed fingerprint is 401', (await browserWith(sandbox, forged).get('configuration')).status, 401)
  const { customer } = await merchant.customer.create({})
  const other = browserWith(sandbox, `${guest.content.authorizationFingerprint}?customer_id=${customer.id}`)
  check('a guest cannot name a customer', (await other.get('payment_methods')).status, 401)
  const elsewhere = await newMerchant(sandbox, { id: 'neighbour' })
  const neighbour = await browserClient(sandbox, elsewhere.sdk)
  check('a token of another merchant is 401', (await neighbour.get('configuration')).status, 401)
  const unknown = await guest.get('nothing_of_the_kind')
  check(
    'an unknown resource is 404 and named',
    [unknown.status, unknown.body.error.message],
    [404, /nothing_of/],
  )
}

async function cardErrors(world: World) {
  const { check } = world
  const { guest } = await threeBrowsers(world)
  const wrong: [label: string, card: object, codes: string[]][] = [
    ['a missing number', { number: undefined }, ['81714']],
    ['a number with a wrong digit', { number: '4111111111111112' }, ['81715']],
    ['a number of letters', { number: 'abcdefghijklmnopqrs' }, ['81715']],
    ['a number that is too short', { number: '4111111' }, ['81716']],
    ['a number that is too long', { number: '41111111111111111111' }, ['81716']],
    ['a number that is no test number', { number: '4539578763621486' }, ['81717']],
    ['a number that nobody may use', { number: '4000000000009995' }, ['81750']],
    ['a brand that is not taken', { number: '6370950000000005' }, ['81703']],
    ['a missing date', { expirationMonth: undefined, expirationYear: undefined }, ['81709']],
    ['a thirteenth month', { expirationMonth: '13' }, ['81712']],
    ['a year that is none', { expirationYear: '1' }, ['81713']],
    [
      'a date without a year',
      { expirationDate: '12', expirationMonth: undefined, expirationYear: undefined },
      ['81710'],
    ],
    ['an empty CVV', { cvv: '' }, ['81706']],
    ['a CVV of two digits', { cvv: '12' }, ['81707']],
    ['a CVV of letters', { cvv: 'abc' }, ['81707']],
    ['a CVV of three digits with American Express', { number: '378282246310005', cvv: '123' }, ['81707']],
    ['a name of 256 letters', { cardholderName: 'a'.repeat(256) }, ['81723']],
    ['several faults at once', { number: '', expirationMonth: '13', cvv: '1' }, ['81714', '81712', '81707']],
  ]
  for (const [label, change, codes] of wrong) {
    const { status, body } = await guest.post(tokenizePath, { creditCard: { ...cards.visa, ...change } })
    const [group] = body.fieldErrors ?? []
    const came = group?.fieldErrors.map(({ code }: { code: string }) => code)
    check(
      `${label} is refused with ${codes.join(', ')}`,
      [status, group?.field, came],
      [422, 'creditCard', codes],
    )
  }
}

/** Asked to validate, or not told, the client API takes no billing address that the server API refuses. */
async function billingErrors(world: World) {
  const { check } = world
  const { guest, keyed } = await threeBrowsers(world)
  const tokenize = (browser: Browser, billingAddress: object, options?: object) =>
    browser.post(tokenizePath, { creditCard: { ...cards.visa, billingAddress, options } })
  const nowhere = { countryName: 'Nowhere', postalCode: 'x'.repeat(10) }
  for (const [label, browser] of Object.entries({ 'a client token': guest, 'a key': keyed })) {
    const { status, body } = await tokenize(browser, nowhere)
    const address = body.fieldErrors?.[0]?.fieldErrors[0]
    const codes = address?.fieldErrors.map(({ code }: { code: string }) => code)
    check(
      `with ${label}, a wrong country and postal code are refused`,
      [status, address?.field, codes],
      [422, 'billingAddress', ['81809', '91803']],
    )
  }
  const known = await tokenize(guest, { countryName: 'Mexico', postalCode: '06000' })
  check('a country that there is is taken', known.status, 201)
  const unasked = await tokenize(guest, nowhere, { validate: false })
  check('without validation, a billing address is taken as it is', unasked.status, 201)
}

async function tokenizing(world: World) {
  const { merchant, check } = world
  const { guest, keyed } = await threeBrowsers(world)
  const { status, body } = await guest.post(tokenizePath, {
    creditCard: { ...cards.visa, cardholderName: 'A B' },
  })
  const [card] = body.creditCards
  check(
    'a card becomes a nonce',
    [status, card],
    [201, { type: 'CreditCard', nonce: anything, consumed: false }],
  )
  check('the answer tells no more than the last digits', card.details, {
    bin: '411111',
    lastTwo: '11',
    lastFour: '1111',
    cardType: 'Visa',
    cardholderName: 'A B',
    expirationMonth: '12',
    expirationYear: '2030',
  })
  check('neither number nor CVV comes back', JSON.stringify(body).includes('411111111'), false)
  check('an unverified card carries no 3-D Secure', card.threeDSecureInfo, null)
  const sale = await merchant.transaction.sale({ amount: '5.00', paymentMethodNonce: card.nonce })
  check('the nonce is sold once', sale, { success: true, transaction: { creditCard: { last4: '1111' } } })
  const again = await merchant.transaction.sale({ amount: '5.00', paymentMethodNonce: card.nonce })
  check('the nonce is not sold twice', codes(again), ['91564'])
  const snake = await guest.post(`${tokenizePath}.json`, {
    credit_card: { number: '5555555555554444', expiration_date: '01/31', options: { validate: 'false' } },
  })
  check('snake_case keys, .json and one date work too', snake.body.creditCards?.[0].details, {
    cardType: 'MasterCard',
    expirationYear: '2031',
  })
  const diners = await guest.post(tokenizePath, { creditCard: { ...cards.visa, number: '36259600000004' } })
  check('Diners Club is shown as Discover', diners.body.creditCards[0].details.cardType, 'Discover')
  const payroll = await guest.post(tokenizePath, {
    creditCard: { ...cards.visa, number: '4111111114101010' },
  })
  check('bin data tell of the card', payroll.body.creditCards[0].binData, {
    payroll: 'Yes',
    productId: 'MSA',
  })
  const plain = await keyed.post(tokenizePath, { creditCard: cards.visa })
  check('a tokenization key tokenizes', plain.status, 201)
  const validated = await keyed.post(tokenizePath, {
    creditCard: { ...cards.visa, options: { validate: true } },
  })
  check('a tokenization key cannot validate', validated.status, 403)
  const nothing = await guest.post(tokenizePath, {})
  check('an empty call names what is missing', nothing.body.fieldErrors[0].fieldErrors[0].code, '81714')
}

const codes = (result: { errors: { deepErrors: () => { code: string }[] } }) =>
  result.errors.deepErrors().map(({ code }) => code)

async function vaulting({ sandbox, merchant, check }: World) {
  const { customer } = await merchant.customer.create({})
  const options = { verifyCard: true, failOnDuplicatePaymentMethod: true, makeDefault: true }
  const strict = await browserClient(sandbox, merchant, { customerId: customer.id, options })
  const save = (creditCard: object) => strict.post(tokenizePath, { creditCard })
  const saved = await save(cards.mastercard)
  const { creditCards = [] } = await merchant.customer.find(customer.id)
  check('a customer’s card is vaulted at once', creditCards, [{ last4: '4444', default: true }])
  const sale = await merchant.transaction.sale({
    amount: '6.00',
    paymentMethodNonce: saved.body.creditCards[0].nonce,
  })
  check('its nonce stands for the vaulted card', sale.transaction.creditCard?.token, creditCards[0]?.token)
  const first = ({ body }: Awaited<ReturnType<typeof save>>) => body.fieldErrors[0]?.fieldErrors[0]
  check('a duplicate is refused', first(await save(cards.mastercard)), { code: '81724', field: 'number' })
  const wrongCvv = await save({ ...cards.visa, cvv: '200' })
  check('a CVV that the bank does not know is refused', first(wrongCvv), { code: '81736', field: 'cvv' })
  const wrongPlace = await save({ ...cards.visa, billingAddress: { postalCode: '20000' } })
  check('a postal code that the bank does not know is refused', first(wrongPlace), {
    field: 'billingAddress',
    fieldErrors: [{ code: '81737' }],
  })
  const declined = await save(cards.declinesVerification)
  check(
    'a card that the bank declines is refused',
    [declined.status, declined.body.error.message],
    [422, /Do Not Honor/],
  )
  const stored = await merchant.customer.find(customer.id)
  check('what was refused is not in the vault', stored.creditCards?.length, 1)
  const unsaved = await save({ ...cards.visa, options: { validate: false } })
  check('without validation nothing is vaulted', unsaved.status, 201)
  const forCustomer: object = { failOnDuplicatePaymentMethodForCustomer: true }
  const ownNonces = await browserClient(sandbox, merchant, { customerId: customer.id, options: forCustomer })
  const twice = await ownNonces.post(tokenizePath, { creditCard: cards.mastercard })
  check('a duplicate of the same customer has its own code', first(twice), { code: '81763' })
}

async function vault(world: World) {
  const { merchant, check } = world
  const { customer, guest, keyed, known } = await threeBrowsers(world)
  for (const nonce of ['fake-valid-visa-nonce', 'fake-valid-amex-nonce', 'fake-venmo-account-nonce'])
    await merchant.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: nonce })
  const types = async (browser: Browser) =>
    (await browser.get('payment_methods')).body.paymentMethods.map(({ type }: { type: string }) => type)
  check('the vault lists every kind of method', await types(known), [
    'CreditCard',
    'CreditCard',
    'VenmoAccount',
  ])
  check('a guest’s vault is empty', await types(guest), [])
  check('a key may not read a vault', (await keyed.get('payment_methods')).status, 403)
  const listed = await known.get('payment_methods')
  check('a vaulted card tells its bin, which 3-D Secure needs', listed.body.paymentMethods[0], {
    default: true,
    hasSubscription: false,
    details: { bin: '401288', lastFour: '1881' },
  })
  const again = await known.get('payment_methods')
  const fresh = again.body.paymentMethods[0].nonce !== listed.body.paymentMethods[0].nonce
  check('every list has fresh nonces', fresh, true)
  const { body } = await known.get('payment_methods')
  const sale = await merchant.transaction.sale({
    amount: '7.00',
    paymentMethodNonce: body.paymentMethods[1].nonce,
  })
  check('a listed method is sold', sale.transaction.creditCard, { last4: '0005' })
  const { creditCards = [] } = await merchant.customer.find(customer.id)
  await merchant.paymentMethod.update(creditCards.find(({ last4 }) => last4 === '0005')?.token ?? '', {
    options: { makeDefault: true },
  })
  const first = await known.get('payment_methods', { defaultFirst: '1' })
  check('the default comes first when asked', first.body.paymentMethods[0].details.lastFour, '0005')
}

async function crossOrigin({ sandbox, check }: World) {
  const headers = {
    Origin: 'https://shop.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,authorization,braintree-version',
  }
  const api = '/merchants/integration_merchant_id/client_api/v1'
  for (const path of ['/graphql', `${api}/payment_methods`, '/analytics/integration_merchant_id']) {
    const answer = await fetch(sandbox.origin + path, { method: 'OPTIONS', headers })
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    const isAllowed = ['content-type', 'authorization', 'braintree-version'].every((name) =>
      allowed.includes(name),
    )
    check(`a preflight of ${path} is allowed`, [answer.ok, isAllowed], [true, true])
  }
  const answer = await fetch(`${sandbox.origin}${api}/configuration`, {
    headers: { Origin: 'https://shop.example' },
  })
  check('refusals can be read from other origins too', answer.headers.get('access-control-allow-origin'), '*')
}

async function analytics({ sandbox, check }: World) {
  const send = async (body: object) => {
    const address = `${sandbox.origin}/analytics/integration_merchant_id`
    return (await fetch(address, { method: 'POST', body: JSON.stringify(body) })).status
  }
  const counted = async () =>
    (await control(sandbox, 'GET', '/analytics/integration_merchant_id')).body.analytics
  const event = (kind: string) => ({ kind, timestamp: 1795000000 })
  await control(sandbox, 'DELETE', '/analytics/integration_merchant_id')
  check('analytics are taken', await send({ analytics: [event('a'), event('b'), event('a')] }), 200)
  check('and counted by kind', await counted(), [
    { kind: 'a', count: 2 },
    { kind: 'b', count: 1 },
  ])
  check('what is no analytics is refused', await send({ analytics: 'none' }), 400)
  check('too many events at once are refused', await send({ analytics: Array(501).fill(event('a')) }), 400)
  for (let sent = 0; sent < 21; sent++) await send({ analytics: Array(500).fill(event('many')) })
  check('the newest ten thousand are kept', await counted(), [{ kind: 'many', count: 10_000 }])
  await control(sandbox, 'DELETE', '/analytics/integration_merchant_id')
  check('they can be purged', await counted(), [])
}
