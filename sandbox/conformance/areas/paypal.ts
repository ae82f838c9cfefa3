import { control, setFaults } from '../../tests/support/control-client.ts'
import { type Browser, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'

calls({ loggedIn, redirects, requestMembers, scripts, devices })

const addresses = { returnUrl: 'https://shop.example/back', cancelUrl: 'https://shop.example/away' }
const accounts = 'payment_methods/paypal_accounts'

async function createPayment(browser: Browser, change: object) {
  const { body } = await browser.post('paypal_hermes/create_payment_resource', {
    ...addresses,
    amount: '12.00',
    ...change,
  })
  return body.paymentResource as { paymentToken: string; redirectUrl: string }
}

const post = (page: string, form: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

/** Logs a payer in, approves, and gives the page's payload. */
async function approve(browser: Browser, change: object, email: string, form: Record<string, string> = {}) {
  const { paymentToken, redirectUrl } = await createPayment(browser, change)
  await post(redirectUrl, { email })
  await post(redirectUrl, { choice: 'approve', ...form })
  const { body } = await browser.post(accounts, { paypalAccount: { paymentToken } })
  return body.paypalAccounts[0]
}

async function loggedIn(world: World) {
  const { merchant, check } = world
  const { keyed, known, customer } = await threeBrowsers(world)
  const first = await createPayment(keyed, { experienceProfile: { brandName: 'Courtside' } })
  const page = async () => (await fetch(first.redirectUrl)).text()
  check('PayPal’s page asks who pays', await page(), /Log in to PayPal.*name="email"/s)
  await post(first.redirectUrl, { email: 'robin@example.com' })
  check(
    'then it tells who asks, for what, and who is asked',
    await page(),
    /Courtside asks for <strong>12\.00 USD.*robin@example\.com/s,
  )
  check('an address that is none is refused', (await post(first.redirectUrl, { email: 'robin' })).status, 400)

  const robin = await approve(keyed, {}, 'robin@example.com')
  const again = await approve(keyed, {}, 'Robin@example.com')
  const other = await approve(keyed, {}, 'kim@example.com')
  check('the account is told', robin.details, {
    email: 'robin@example.com',
    payerInfo: {
      email: 'robin@example.com',
      firstName: 'Pat',
      phone: /\d/,
      billingAddress: { countryCode: 'US' },
    },
  })
  const payerId = ({ details }: typeof robin) => details.payerInfo.payerId
  check(
    'one account has one id, another another',
    [payerId(again) === payerId(robin), payerId(other) === payerId(robin)],
    [true, false],
  )
  const sold = await merchant.transaction.sale({ amount: '12.00', paymentMethodNonce: robin.nonce })
  check('the sale names the account', sold.transaction.paypalAccount, {
    payerEmail: 'robin@example.com',
    payerId: payerId(robin),
  })
  const agreed = await approve(known, { requestBillingAgreement: true }, 'kim@example.com')
  const stored = await merchant.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: agreed.nonce,
  })
  check('a payment with an agreement can be vaulted', stored, {
    success: true,
    paymentMethod: { email: 'kim@example.com' },
  })
  const { body } = await known.get('payment_methods')
  check('the vault tells it to the page', body.paymentMethods, [
    { type: 'PayPalAccount', details: { email: 'kim@example.com' } },
  ])
}

/** Payer data requested by a page. */
async function redirects(world: World) {
  const { check, sandbox } = world
  const { keyed } = await threeBrowsers(world)
  const credit = await approve(keyed, { offerPaypalCredit: true }, 'a@example.com', { credit: 'on' })
  check('PayPal Credit tells its terms', credit.details.creditFinancingOffered, {
    payerAcceptance: true,
    term: 6,
    totalCost: { value: '12.00', currency: 'USD' },
    monthlyPayment: { value: '2.00' },
  })
  const plain = await approve(keyed, { offerPaypalCredit: true }, 'a@example.com')
  check('who does not take it has none', plain.details, { creditFinancingOffered: undefined })
  const { redirectUrl } = await createPayment(keyed, { offerPaypalCredit: true })
  await post(redirectUrl, { email: 'a@example.com' })
  check('it stands on the page', await (await fetch(redirectUrl)).text(), /PayPal Credit/)
  await control(sandbox, 'PUT', '/merchants/integration_merchant_id', {
    offers: { paypal: { credit: false } },
  })
  const without = await createPayment(keyed, { offerPaypalCredit: true })
  await post(without.redirectUrl, { email: 'a@example.com' })
  check(
    'unless the merchant has none',
    (await (await fetch(without.redirectUrl)).text()).includes('PayPal Credit'),
    false,
  )
  await control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers: null })
  const shipped = await approve(keyed, { experienceProfile: { noShipping: 'false' } }, 'a@example.com')
  check('the address of the account is told where it is asked for', shipped.details.payerInfo, {
    shippingAddress: { recipientName: 'Pat Demo', postalCode: '60607' },
  })
  const sent = { recipientName: 'Kim Demo', line1: '2 Court Way', city: 'Elgin', countryCode: 'US' }
  const approved = await approve(keyed, sent, 'a@example.com')
  check('and that of the page in its place', approved.details.payerInfo, { shippingAddress: sent })
}

async function requestMembers(world: World) {
  const { check, sandbox } = world
  const { keyed } = await threeBrowsers(world)
  const refused: [path: string, body: object, message: string][] = [
    [
      'create_payment_resource',
      { ...addresses, amount: '1.00', colour: 'gold' },
      'colour is not offered here.',
    ],
    ['create_payment_resource', { ...addresses, amount: '1.00', intent: 'later' }, 'Intent is invalid.'],
    [
      'setup_billing_agreement',
      { ...addresses, experienceProfile: { font: 'x' } },
      'experienceProfile.font is not offered here.',
    ],
  ]
  for (const [path, body, message] of refused)
    check(message, await keyed.post(`paypal_hermes/${path}`, body), {
      status: 422,
      body: { error: { message } },
    })
  const odd = await keyed.post(accounts, { paypalAccount: { paymentToken: 'x', colour: 'gold' } })
  check('an account has no colour either', odd.body, {
    error: { message: 'paypalAccount.colour is not offered here.' },
  })
  const card = await keyed.post('payment_methods/credit_cards', {
    creditCard: { number: '4111111111111111', colour: 'gold' },
    anything: 1,
  })
  check('nor has a card', card.body, { error: { message: 'creditCard.colour is not offered here.' } })
  await control(sandbox, 'PUT', '/merchants/integration_merchant_id', {
    offers: { paypal: { billing_agreements: false } },
  })
  const agreement = await keyed.post('paypal_hermes/setup_billing_agreement', addresses)
  check('without agreements there are none', agreement.body, {
    error: { message: 'Billing agreements are not enabled for this merchant account.' },
  })
  await control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers: null })
}

/** Scripts of others can be slow, absent or wrong; calls of the gateway are not meant by that. */
async function scripts({ sandbox, check }: World) {
  const paths = {
    paypal_script: '/api/checkout.min.js',
    collector_script: '/da/r/fb.js',
    provider_script: '/edge/v1/songbird.js',
  }
  for (const [operation, path] of Object.entries(paths)) {
    const load = async () => {
      const answer = await fetch(`${sandbox.origin}${path}`)
      return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 9)]
    }
    await setFaults(sandbox, { operation, when: 'before', act: 'answer', status: 503 })
    check(`${operation} can be absent`, (await load())[0], 503)
    await setFaults(sandbox, { operation, when: 'after', act: 'garble', content: 'html' })
    check(`${operation} can be a page`, await load(), [200, /html/, '<!doctype'])
    await setFaults(sandbox, { operation, when: 'before', act: 'hang' })
    const patience = AbortSignal.timeout(300)
    const late = await fetch(`${sandbox.origin}${path}`, { signal: patience }).catch(({ name }) => name)
    check(`${operation} can take for ever`, late, 'TimeoutError')
    await setFaults(sandbox, { operation: 'any', when: 'before', act: 'answer', status: 503 })
    check(`${operation} is no call of the gateway`, (await load())[0] !== 503, true)
  }
  await setFaults(sandbox)
}

async function devices(world: World) {
  const { merchant, sandbox, check } = world
  const Referer = 'https://shop.example/pay'
  await fetch(`${sandbox.origin}/da/r/frame?f=session1&s=BRAINTREE_SIGNIN`, { headers: { Referer } })
  await fetch(`${sandbox.origin}/sandbox/data/logo.htm?m=600000&s=session2`, { headers: { Referer } })
  await merchant.transaction.sale({
    amount: '1.00',
    paymentMethodNonce: 'fake-valid-nonce',
    deviceData: '{"correlation_id":"session1"}',
  })
  const { body } = await control(sandbox, 'GET', '/devices')
  check('what collectors tell is kept', body.sessions, [
    { id: 'session2', collector: 'kount', source: '600000', site: 'https://shop.example' },
    { id: 'session1', collector: 'fraudnet', source: 'BRAINTREE_SIGNIN', site: 'https://shop.example' },
  ])
  const page = await (await fetch(`${sandbox.origin}/`)).text()
  check(
    'the page shows it with its sale',
    page,
    /session2<\/code>.*Named by no sale.*session1<\/code>.*Named by the sale <code>/s,
  )
}
