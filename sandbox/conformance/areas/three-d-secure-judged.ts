import { browserClient } from '../../tests/support/clients.ts'
import { control } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ requested, offered, setUp, storedAuthentication, challenged, refusedFields })

/** A page of the merchant with the provider's script, as far as it talks to the provider. */
async function openPage(world: World, offers: object | null = null) {
  const { sandbox, merchant } = world
  await control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers })
  const guest = await browserClient(sandbox, merchant)
  const send = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const headers = { 'Content-Type': 'application/json', Origin: 'https://shop.example' }
    const sent = { method, headers, body: body && JSON.stringify(body) }
    return fetch(`${sandbox.origin}/three-d-secure/provider/sessions${path}`, sent)
  }
  const { body } = await guest.get('configuration')
  const jwt: string = body.threeDSecure.cardinalAuthenticationJWT
  return {
    ask: send,
    jwt,
    guest,
    async setUp(setupJwt = jwt) {
      return (await send('', { jwt: setupJwt })).json()
    },
    async lookUp(number: string, more: object = {}) {
      const nonce = await guest.nonce({ number, expirationMonth: '01', expirationYear: '2031' })
      const path = `payment_methods/${nonce}/three_d_secure/lookup`
      return (await guest.post(path, { amount: '10.00', ...more })).body
    },
  }
}

const visa = (ending: string) => `400000000000${ending}`
const [good, attempted, challengedCard] = [visa('2701'), visa('2719'), visa('2503')]

/** Status, and whether there is a challenge. */
async function requested(world: World) {
  const { check, merchant } = world
  const { lookUp } = await openPage(world)
  const rows: [number: string, request: object, status: string, isChallenged: boolean][] = [
    [good, { challengeRequested: true }, 'challenge_required', true],
    [good, { cardAdd: true }, 'challenge_required', true],
    [attempted, { challengeRequested: true }, 'authenticate_attempt_successful', false],
    [good, { dataOnlyRequested: true }, 'data_only_successful', false],
    [challengedCard, { dataOnlyRequested: true, challengeRequested: true }, 'data_only_successful', false],
    [challengedCard, { requestedExemptionType: 'low_value' }, 'exemption_low_value_successful', false],
    [
      challengedCard,
      { requestedExemptionType: 'transaction_risk_analysis' },
      'exemption_tra_successful',
      false,
    ],
    [good, { exemptionRequested: true }, 'exemption_tra_successful', false],
    [good, { requestedExemptionType: 'low_value', challengeRequested: true }, 'challenge_required', true],
    ['4111111111111111', { dataOnlyRequested: true }, 'lookup_not_enrolled', false],
    ['6212345678901265', {}, 'unsupported_card', false],
    ['4117101010101010', { accountType: 'credit' }, 'unsupported_account_type', false],
    ['4117101010101010', { accountType: 'debit' }, 'lookup_not_enrolled', false],
    [
      good,
      { clientMetadata: { requestedThreeDSecureVersion: '1' } },
      'unsupported_three_d_secure_version',
      false,
    ],
  ]
  for (const [number, request, status, isChallenged] of rows) {
    const { paymentMethod, lookup } = await lookUp(number, request)
    const { threeDSecureInfo } = await merchant.paymentMethodNonce.find(paymentMethod.nonce)
    const name = `${number.slice(-4)} with ${JSON.stringify(request)} is ${status}`
    const isShifted = status.startsWith('authenticate_')
    check(
      name,
      [threeDSecureInfo, lookup.acsUrl !== null],
      [{ status, liabilityShifted: isShifted }, isChallenged],
    )
  }
}

/** Statuses that no test card has come by the merchant's setting: of the lookup, or of the challenge of a card that has one. */
async function offered(world: World) {
  const { check, merchant } = world
  const rows: [status: string, number: string, isShiftPossible: boolean, isChallenged: boolean][] = [
    ['mpi_server_error', good, false, false],
    ['lookup_card_error', good, false, false],
    ['lookup_server_error', challengedCard, false, false],
    ['lookup_enrolled', good, true, false],
    ['authenticate_failed_acs_error', challengedCard, true, true],
    ['skipped_due_to_rule', challengedCard, false, false],
  ]
  for (const [status, number, liabilityShiftPossible, isChallenged] of rows) {
    const { lookUp } = await openPage(world, { three_d_secure: { status } })
    const { paymentMethod, lookup } = await lookUp(number)
    if (isChallenged) {
      const answer = new URLSearchParams({
        choice: 'confirm',
        code: await readBankCode(world, lookup.transactionId),
      })
      await fetch(lookup.acsUrl, { method: 'POST', body: answer })
    }
    const { threeDSecureInfo } = await merchant.paymentMethodNonce.find(paymentMethod.nonce)
    check(
      `by the setting ${number.slice(-4)} is ${status}`,
      [threeDSecureInfo, lookup.acsUrl !== null],
      [{ status, liabilityShifted: false, liabilityShiftPossible }, isChallenged],
    )
  }
}

async function readBankCode({ sandbox }: World, transaction: string): Promise<string> {
  return (await control(sandbox, 'GET', `/three-d-secure/${transaction}`)).body.bank.code
}

/** How the script's set-up ends, by the JWT and by what the merchant has set. */
async function setUp(world: World) {
  const { check } = world
  const page = await openPage(world)
  check('a JWT of the configuration is taken', await page.setUp(), { session: anything })
  check('an altered one is not', await page.setUp(`${page.jwt.slice(0, -3)}AAA`), {
    error: { number: 10008 },
  })
  check('nor a text', await page.setUp('text'), { error: { number: 10008 } })
  const rows: [setting: object, answer: object][] = [
    [{ jwt: 'forged' }, { error: { number: 10008 } }],
    [{ setup: 10002 }, { error: { number: 10002 } }],
    [{ setup: 'never' }, { session: undefined, error: undefined }],
  ]
  for (const [three_d_secure, answer] of rows) {
    const name = `with ${JSON.stringify(three_d_secure)} it answers so`
    check(name, await (await openPage(world, { three_d_secure })).setUp(), answer)
  }
}

/** The request is stored whole, with the results of script and bank. */
async function storedAuthentication(world: World) {
  const { check, sandbox } = world
  const page = await openPage(world)
  const { session } = await page.setUp()
  await page.ask(`/${session}/bank?bin=400000`)
  const request = {
    ...{ amount: '10.00', bin: '400000', browserColorDepth: 24, browserJavaEnabled: false },
    additionalInfo: { acsWindowSize: '01', billingLine1: '1 Court Way' },
    customFields: { favouriteCourt: 'clay' },
    clientMetadata: { requestedThreeDSecureVersion: '2', sdkVersion: 'web/3.99.0' },
    ...{ dfReferenceId: session, requestVisaDAF: true, braintreeLibraryVersion: 'braintree/web/3.99.0' },
    customer: { billingAddress: { line1: '1 Court Way', countryCode: 'US' } },
  }
  const { lookup } = await page.lookUp(challengedCard, request)
  const shown = async () => (await control(sandbox, 'GET', `/three-d-secure/${lookup.transactionId}`)).body
  check('the control tells of the request, the script and the bank', await shown(), {
    ...{ card: 'Visa 2503', amount: '10.00', status: 'challenge_required' },
    request: { ...request, authorizationFingerprint: anything },
    provider: { session, bin: '400000', site: 'https://shop.example' },
    bank: { code: /^\d{6}$/, shownBy: null, answer: null },
  })
  const list = await control(sandbox, 'GET', '/three-d-secure/integration_merchant_id')
  check('it lists a merchant’s, newest first', list.body.authentications[0], { id: lookup.transactionId })
  check('none of nobody', (await control(sandbox, 'GET', '/three-d-secure/nobody')).status, 404)

  const question = { transaction: lookup.transactionId, payload: lookup.pareq }
  const challenge = await page.ask(`/${session}/challenges`, question)
  check('the script is told the size of the bank’s page', await challenge.json(), { window: [250, 400] })
  const wrongly = await page.ask(`/${session}/challenges`, { ...question, payload: 'other' })
  check('and refused with another payload', await wrongly.json(), { error: { number: 1002 } })
  const html = await (await fetch(lookup.acsUrl)).text()
  check('the bank’s page tells what is paid', /Confirm the payment of \$10\.00 with Visa/.test(html), true)
  await fetch(lookup.acsUrl, { method: 'POST', body: new URLSearchParams({ choice: 'cancel' }) })
  check('the control tells what came of it', await shown(), {
    status: 'authenticate_failed',
    bank: { shownBy: 'script', answer: 'canceled', answeredAt: anything },
  })
  const text = await (await fetch(sandbox.origin)).text()
  check(
    'the control page lists the card',
    /Visa 2503[\s\S]*10\.00[\s\S]*authenticate failed/.test(text),
    true,
  )
}

/** The result that the bank's page signs, by card, by what its owner does, and by what the merchant has set. */
async function challenged(world: World) {
  const { check } = world
  const rows: [number: string, choice: string, setting: object, result: object][] = [
    [challengedCard, 'confirm', {}, { ActionCode: 'SUCCESS', Validated: true, ErrorNumber: 0 }],
    [visa('2370'), 'confirm', {}, { ActionCode: 'FAILURE', Validated: false }],
    [visa('2420'), 'confirm', {}, { ActionCode: 'NOACTION' }],
    [visa('2644'), 'confirm', {}, { ActionCode: 'ERROR', ErrorNumber: 1001 }],
    [
      challengedCard,
      'cancel',
      {},
      { ActionCode: 'FAILURE', Payment: { ExtendedData: { ChallengeCancel: '01' } } },
    ],
    [
      challengedCard,
      'confirm',
      { cancel_code: '04' },
      { Payment: { ExtendedData: { ChallengeCancel: '04' } } },
    ],
    [challengedCard, 'confirm', { action_code: 'NOACTION' }, { ActionCode: 'NOACTION' }],
    [challengedCard, 'confirm', { action_code: 'ERROR' }, { ActionCode: 'ERROR', ErrorNumber: 1001 }],
  ]
  for (const [number, choice, three_d_secure, result] of rows) {
    const page = await openPage(world, { three_d_secure })
    const jwt = await answer(world, await page.lookUp(number), choice)
    const { Payload } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    check(`${number.slice(-4)}, ${choice}, ${JSON.stringify(three_d_secure)}`, Payload, result)
  }
  const page = await openPage(world, { three_d_secure: { answer_jwt: 'altered', challenge_error: 10009 } })
  const found = await page.lookUp(challengedCard)
  const { session } = await page.setUp()
  const question = { transaction: found.lookup.transactionId, payload: found.lookup.pareq }
  const challenge = await (await page.ask(`/${session}/challenges`, question)).json()
  check('an error can come in place of the bank’s page', challenge, { error: { number: 10009 } })
  const jwt = await answer(world, found, 'confirm')
  const { nonce } = found.paymentMethod
  const path = `payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`
  const taken = await page.guest.post(path, { jwt, paymentMethodNonce: nonce })
  check('an altered answer is refused', taken.status, 422)
}

async function answer({ sandbox }: World, { lookup }: { lookup: Record<string, string> }, choice: string) {
  const { body } = await control(sandbox, 'GET', `/three-d-secure/${lookup.transactionId}`)
  const form = new URLSearchParams({ code: body.bank.code, choice })
  const page = await (await fetch(lookup.acsUrl ?? '', { method: 'POST', body: form })).text()
  return /data-jwt="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** A refusal names each member that does not fit, and leaves the nonce as it is. */
async function refusedFields(world: World) {
  const { check } = world
  const { guest } = await openPage(world)
  const nonce = await guest.nonce({ number: good, expirationMonth: '01', expirationYear: '2031' })
  const path = `payment_methods/${nonce}/three_d_secure/lookup`
  const wrong = { amount: '10.00', accountType: 'savings', additionalInfo: { acsWindowSize: '9' } }
  const info = [{ field: 'acsWindowSize', message: /^additionalInfo\.acsWindowSize must be one of/ }]
  check('each wrong member is named', (await guest.post(path, wrong)).body.fieldErrors, [
    { field: 'accountType', message: 'accountType must be one of credit, debit.' },
    { field: 'additionalInfo', fieldErrors: info },
  ])
  const noMoney = (await guest.post(path, { amount: '-1' })).body.fieldErrors
  check('a wrong amount has its code', noMoney, [{ field: 'amount', code: '81501' }])
  check('a wrong bin leaves the nonce', (await guest.post(path, { amount: '1', bin: '411111' })).status, 422)
  check('so that it can still be looked up', (await guest.post(path, { amount: '1' })).status, 201)
}
