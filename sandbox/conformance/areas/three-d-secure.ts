import { browserClient } from '../../tests/support/clients.ts'
import { control } from '../../tests/support/control-client.ts'
import { type Browser, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ atOnce, lookupMembers, challenged, failing, rights, selling })

async function lookUp(browser: Browser, number: string, amount = '10.00', more: object = {}) {
  const month = new Date().getFullYear() + 3
  const nonce = await browser.nonce({ number, expirationMonth: '01', expirationYear: String(month) })
  const { status, body } = await browser.post(`payment_methods/${nonce}/three_d_secure/lookup`, {
    amount,
    ...more,
  })
  return { nonce, status, body, info: body.paymentMethod?.threeDSecureInfo }
}
const visa = (ending: string) => `400000000000${ending}`

/** Ending, older ending, status, whether liability shifts, and whether it could have. */
const frictionless: [string, string, string, boolean, boolean][] = [
  ['2701', '1000', 'authenticate_successful', true, true],
  ['2925', '1018', 'authenticate_frictionless_failed', false, true],
  ['2719', '1026', 'authenticate_attempt_successful', true, true],
  ['2313', '1034', 'authenticate_unable_to_authenticate', false, true],
  ['2537', '1042', 'authenticate_rejected', false, true],
  ['2990', '1059', 'authentication_unavailable', false, false],
  ['2446', '1067', 'lookup_error', false, false],
  ['2354', '1075', 'lookup_failed_acs_error', false, false],
  ['2560', '1083', 'lookup_bypassed', false, false],
]

async function atOnce(world: World) {
  const { merchant, check } = world
  const { guest } = await threeBrowsers(world)
  for (const [ending, older, status, liabilityShifted, liabilityShiftPossible] of frictionless) {
    const { body, info } = await lookUp(guest, visa(ending))
    const flags = { liabilityShifted, liabilityShiftPossible }
    check(
      `${ending} is ${status}, without a question`,
      [info, body.lookup.acsUrl, body.threeDSecureInfo],
      [{ status, ...flags }, null, flags],
    )
    const { threeDSecureInfo } = await merchant.paymentMethodNonce.find(body.paymentMethod.nonce)
    check(`${ending}: the server SDK finds it on the nonce`, threeDSecureInfo, { status, ...flags })
    check(`${older}, the older card, is the same`, (await lookUp(guest, visa(older))).info, {
      status,
      ...flags,
    })
  }
  const { info } = await lookUp(guest, visa('2701'))
  check('a success has its proofs', info, {
    enrolled: 'Y',
    cavv: anything,
    xid: anything,
    eciFlag: '05',
    threeDSecureVersion: /^2/,
    dsTransactionId: anything,
    threeDSecureAuthenticationId: anything,
  })
  const mastercard = await lookUp(guest, '5200000000002235')
  check('Mastercard has its own indicator', mastercard.info, {
    status: 'authenticate_successful',
    eciFlag: '02',
  })
  const amex = await lookUp(guest, '340000000002708')
  check('American Express too', amex.info, { status: 'authenticate_successful', eciFlag: '05' })
  const other = await lookUp(guest, '4111111111111111')
  check('any other card is not enrolled', other.info, {
    status: 'lookup_not_enrolled',
    enrolled: 'N',
    cavv: null,
  })
}

/** The owner of the card types the code that the bank has sent, or another one; gives what the page then has. */
async function answer(world: World, acsUrl: string, answerForm: { code?: string; choice: string }) {
  const { body } = await control(world.sandbox, 'GET', '/bank/integration_merchant_id')
  const form = new URLSearchParams({ code: body.codes[0].code, ...answerForm })
  const page = await (await fetch(acsUrl, { method: 'POST', body: form })).text()
  return /data-jwt="([^"]+)"/.exec(page)?.[1] ?? ''
}

async function authenticate(browser: Browser, nonce: string, jwt: string) {
  const path = `payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`
  return browser.post(path, { jwt, paymentMethodNonce: nonce })
}

async function challenged(world: World) {
  const { merchant, check } = world
  const { guest } = await threeBrowsers(world)
  const { body, info } = await lookUp(guest, visa('2503'))
  check(
    'the bank asks',
    [info, body.lookup],
    [
      { status: 'challenge_required', liabilityShifted: false, liabilityShiftPossible: true },
      { acsUrl: anything, pareq: anything, md: anything, transactionId: anything, threeDSecureVersion: /^2/ },
    ],
  )
  const { nonce } = body.paymentMethod
  const shown = await guest.get(`payment_method_nonces/${nonce}`)
  check('the nonce leads to the bank’s page', shown.body.threeDSecureInfo.acsUrl, body.lookup.acsUrl)
  const jwt = await answer(world, body.lookup.acsUrl, { choice: 'confirm' })
  const early = await authenticate(guest, nonce, `${jwt.slice(0, -4)}AAAA`)
  check('a forged answer is refused', early.status, 422)
  const passed = await authenticate(guest, nonce, jwt)
  check('the right code authenticates', passed.body.threeDSecureInfo, { liabilityShifted: true })
  const fresh = passed.body.paymentMethod.nonce
  check('a new nonce takes the place of the other', fresh !== nonce, true)
  const found = await merchant.paymentMethodNonce.find(fresh)
  check('it carries the success', found.threeDSecureInfo, {
    status: 'authenticate_successful',
    cavv: anything,
  })
  check('the other is used up', (await merchant.paymentMethodNonce.find(nonce)).consumed, true)
  check('an answer counts once', (await authenticate(guest, nonce, jwt)).status, 422)
}

/** The whole of a lookup by the official package; of a member, whether it is taken or what is said of it. */
async function lookupMembers(world: World) {
  const { check } = world
  const { guest } = await threeBrowsers(world)
  const whole = {
    additionalInfo: { email: 'robin@example.com', billingLine1: '1 Court Way', acsWindowSize: '03' },
    clientMetadata: {
      ...{ requestedThreeDSecureVersion: '2', sdkVersion: 'web/3.99.0' },
      ...{ issuerDeviceDataCollectionResult: true, issuerDeviceDataCollectionTimeElapsed: 413 },
    },
    ...{ browserColorDepth: 24, browserJavaEnabled: false, browserTimeZone: -60, deviceChannel: 'Browser' },
    ...{ bin: '400000', challengeRequested: true, requestVisaDAF: true },
    ...{ accountType: 'credit', customFields: { season: 'spring' }, merchantName: 'The Club' },
  }
  const rows: [members: object, status: number, message?: RegExp][] = [
    [whole, 201],
    [{ requestedExemptionType: 'low_value', cardAdd: false, dataOnlyRequested: false }, 201],
    [{ accountType: 'savings' }, 422, /^accountType must be one of credit, debit\.$/],
    [{ requestedExemptionType: 'small' }, 422, /^requestedExemptionType must be one of low_value, /],
    [{ challengeRequested: 'perhaps' }, 422, /^challengeRequested /],
    [{ additionalInfo: { email: {} } }, 422, /^additionalInfo\.email /],
    [{ additionalInfo: { email: 'robin' } }, 422, /^additionalInfo\.email must be an e-mail address\.$/],
    [{ additionalInfo: { acsWindowSize: '06' } }, 422, /^additionalInfo\.acsWindowSize must be one of 01, /],
    [{ additionalInfo: { billingCountryCode: 'USA' } }, 422, /^additionalInfo\.billingCountryCode /],
    [{ browserColorDepth: 'deep' }, 422, /^browserColorDepth must be a number\.$/],
    [{ bin: '411111' }, 422, /^bin is not that of the card\.$/],
    [{ dfReferenceId: 'session' }, 422, /^dfReferenceId is not known to the provider of the script\.$/],
    [{ favourite: 'clay' }, 422, /^favourite is not offered here\.$/],
    [{ additionalInfo: { hairColour: 'red' } }, 422, /^additionalInfo\.hairColour is not offered here\.$/],
  ]
  for (const [members, status, message] of rows) {
    const came = await lookUp(guest, visa('2701'), '10.00', members)
    const expected = message ? { error: { message } } : { lookup: anything }
    check(
      `a lookup with ${JSON.stringify(members).slice(0, 90)}`,
      [came.status, came.body],
      [status, expected],
    )
  }
}

async function failing(world: World) {
  const { merchant, check } = world
  const { guest } = await threeBrowsers(world)
  const cases: [label: string, ending: string, form: { code?: string; choice: string }, status: string][] = [
    ['a wrong code', '2503', { code: '1', choice: 'confirm' }, 'authenticate_failed'],
    ['canceling', '2503', { choice: 'cancel' }, 'authenticate_failed'],
    ['2370', '2370', { choice: 'confirm' }, 'authenticate_failed'],
    ['2420', '2420', { choice: 'confirm' }, 'authenticate_unable_to_authenticate'],
    ['2644', '2644', { choice: 'confirm' }, 'authenticate_error'],
    ['1109, the older card,', '1109', { choice: 'confirm' }, 'authenticate_failed'],
  ]
  for (const [label, ending, form, status] of cases) {
    const { body } = await lookUp(guest, visa(ending))
    const { nonce } = body.paymentMethod
    const jwt = await answer(world, body.lookup.acsUrl, form)
    const came = (await authenticate(guest, nonce, jwt)).body
    check(
      `${label} does not authenticate`,
      [came.paymentMethod, came.threeDSecureInfo, came.errors],
      [
        undefined,
        { liabilityShifted: false, liabilityShiftPossible: true },
        [{ code: '81571', attribute: 'three_d_secure_token' }],
      ],
    )
    const { threeDSecureInfo } = await merchant.paymentMethodNonce.find(nonce)
    check(`${label}: the nonce tells ${status}`, threeDSecureInfo, { status, liabilityShifted: false })
  }
}

async function rights(world: World) {
  const { merchant, check } = world
  const { guest, keyed, known, customer } = await threeBrowsers(world)
  check('a key cannot authenticate', (await lookUp(keyed, visa('2701'))).status, 403)
  check('nor hand in an answer of the bank', (await authenticate(keyed, 'any', 'any')).status, 403)
  check('an amount is needed', (await lookUp(guest, visa('2701'), '')).status, 422)
  check('and must be one', (await lookUp(guest, visa('2701'), 'much')).status, 422)
  const { nonce } = await lookUp(guest, visa('2701'))
  const again = await guest.post(`payment_methods/${nonce}/three_d_secure/lookup`, { amount: '10.00' })
  check('a lookup uses the nonce up', again.status, 404)
  await merchant.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: 'fake-valid-visa-nonce',
  })
  const [listed] = (await known.get('payment_methods')).body.paymentMethods
  const path = `payment_methods/${listed.nonce}/three_d_secure/lookup`
  check('nobody else looks a customer’s card up', (await guest.post(path, { amount: '1.00' })).status, 404)
  const ownLookup = await known.post(path, { amount: '1.00' })
  check('the customer does', ownLookup.body.paymentMethod, { details: { lastFour: '1881' } })
  const bought = await merchant.transaction.sale({
    amount: '1.00',
    paymentMethodNonce: ownLookup.body.paymentMethod.nonce,
  })
  check('and the nonce still stands for the vaulted card', bought.transaction.customer?.id, customer.id)
}

async function selling(world: World) {
  const { merchant, check } = world
  const { guest } = await threeBrowsers(world)
  const required = { options: { threeDSecure: { required: true } } }
  const sell = async (ending: string, amount = '10.00', more: object = {}) => {
    const { body } = await lookUp(guest, visa(ending))
    const paymentMethodNonce = body.paymentMethod.nonce
    return merchant.transaction.sale({ amount, paymentMethodNonce, ...required, ...more })
  }
  const sold = await sell('2701')
  check(
    'a sale shows the authentication',
    [sold.success, sold.transaction.threeDSecureInfo],
    [true, { status: 'authenticate_successful', liabilityShifted: true, enrolled: 'Y' }],
  )
  const found = await merchant.transaction.find(sold.transaction.id)
  check('and so does the transaction, later', found.threeDSecureInfo, { status: 'authenticate_successful' })
  const refused = await sell('2925')
  check('a sale that requires one is rejected without', refused.transaction, {
    status: 'gateway_rejected',
    gatewayRejectionReason: 'three_d_secure',
  })
  const plain = await guest.nonce({
    number: '4111111111111111',
    expirationMonth: '01',
    expirationYear: '2030',
  })
  const none = await merchant.transaction.sale({ amount: '2.00', paymentMethodNonce: plain })
  check('a sale without one has none', none.transaction.threeDSecureInfo, null)
  const card = { number: '4111111111111111', expirationMonth: '01', expirationYear: '2030' }
  const without = { amount: '3.00', paymentMethodNonce: await guest.nonce(card), ...required }
  const bare = (await merchant.transaction.sale(without)).transaction
  check('nor does a card pass that nobody has looked up', bare.gatewayRejectionReason, 'three_d_secure')
  for (const request of [{ dataOnlyRequested: true }, { exemptionRequested: true }]) {
    const { body } = await lookUp(guest, visa('2701'), '10.00', request)
    const sale = { amount: '10.00', paymentMethodNonce: body.paymentMethod.nonce }
    const { transaction } = await merchant.transaction.sale({ ...sale, ...required })
    const name = `nor one that is sold with ${Object.keys(request)} in its place`
    check(name, transaction.gatewayRejectionReason, 'three_d_secure')
  }
  const dearer = await sell('2701', '10.01')
  check('more than was authenticated is refused', errorCodes(dearer), ['91585'])
  const elsewhere = 'sandbox_credit_card_non_default'
  const wrongAccount = await sell('2701', '10.00', { merchantAccountId: elsewhere })
  check('for another merchant account it is refused', errorCodes(wrongAccount), ['91584'])
  const there = await browserClient(world.sandbox, merchant, { merchantAccountId: elsewhere })
  const sameAccount = await merchant.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: (await lookUp(there, visa('2701'))).body.paymentMethod.nonce,
    merchantAccountId: elsewhere,
  })
  check('unless the client token named that account', sameAccount.success, true)
  const { body } = await lookUp(guest, visa('2719'))
  const { threeDSecureAuthenticationId } = body.paymentMethod.threeDSecureInfo
  // The SDK sends it, though its published types leave it out.
  const sellBy = (id: string, number = visa('2719')) => {
    const creditCard = { number, expirationDate: '01/2031' }
    const sale = { amount: '10.00', creditCard, threeDSecureAuthenticationId: id }
    return merchant.transaction.sale(sale satisfies object)
  }
  const byId = await sellBy(threeDSecureAuthenticationId)
  check('a sale can name the authentication', byId.transaction?.threeDSecureInfo, {
    status: 'authenticate_attempt_successful',
  })
  const otherCard = await sellBy(threeDSecureAuthenticationId, visa('2701'))
  check('of this card only', errorCodes(otherCard), ['915197'])
  check('and one that there is', errorCodes(await sellBy('nothing')), ['915196'])
}

const errorCodes = (result: { errors: { deepErrors: () => { code: string }[] } }) =>
  result.errors.deepErrors().map(({ code }) => code)
