import { type Browser, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ payPal, agreements, payPalRefusals })

const addresses = { returnUrl: 'https://shop.example/back', cancelUrl: 'https://shop.example/away' }
const accountPath = 'payment_methods/paypal_accounts'

/** Gives the address of PayPal's redirect. */
async function choose(page: string, choice: 'approve' | 'cancel') {
  const body = new URLSearchParams({ choice })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

async function createPayment(browser: Browser, change: object = {}) {
  const resource = { ...addresses, amount: '12.00', currencyIsoCode: 'USD', intent: 'authorize', ...change }
  const { status, body } = await browser.post('paypal_hermes/create_payment_resource', resource)
  return { status, body, ...body.paymentResource }
}

async function payPal(world: World) {
  const { merchant, check } = world
  const { keyed } = await threeBrowsers(world)
  const made = await createPayment(keyed)
  check('a payment leads to PayPal’s page', made.redirectUrl, /\?token=EC-/)
  check('which shows the amount', await (await fetch(made.redirectUrl)).text(), /12\.00/)
  const patch = (change: object) =>
    keyed.post('paypal_hermes/patch_payment_resource', { paymentId: made.paymentToken, ...change })
  const changed = await patch({ amount: '13.00', currencyIsoCode: 'EUR' })
  check('amount and currency can change until then', changed.status, 201)
  check('but nothing that is not offered', await patch({ amount: '14.00', intent: 'sale' }), {
    status: 422,
    body: { error: { message: 'intent is not offered here.' } },
  })
  check('nor to a sum that is none', (await patch({ amount: '0' })).status, 422)
  check('and the page shows that', await (await fetch(made.redirectUrl)).text(), /13\.00 EUR/)
  const back = await choose(made.redirectUrl, 'approve')
  check(
    'approving leads back to the shop',
    [back.origin + back.pathname, back.searchParams.get('paymentId')],
    [addresses.returnUrl, made.paymentToken],
  )
  const payerId = back.searchParams.get('PayerID')
  const paypalAccount = { paymentToken: made.paymentToken, payerId, options: { validate: false } }
  const { status, body } = await keyed.post(accountPath, { paypalAccount })
  const [account] = body.paypalAccounts
  check(
    'what was approved becomes a nonce',
    [status, account],
    [201, { type: 'PayPalAccount', nonce: anything, details: { email: anything, payerInfo: { payerId } } }],
  )
  const sale = await merchant.transaction.sale({ amount: '13.00', paymentMethodNonce: account.nonce })
  check(
    'the nonce is sold',
    [sale.success, sale.transaction.paypalAccount],
    [true, { payerEmail: account.details.email }],
  )
  const again = await keyed.post(accountPath, { paypalAccount })
  check('an approval counts once', [again.status, errorCode(again.body)], [422, '92911'])
}

const errorCode = (body: { fieldErrors: { fieldErrors: { code: string }[] }[] }) =>
  body.fieldErrors[0]?.fieldErrors[0]?.code

async function agree(browser: Browser) {
  const { agreementSetup } = (await browser.post('paypal_hermes/setup_billing_agreement', addresses)).body
  await choose(agreementSetup.approvalUrl, 'approve')
  return agreementSetup.tokenId
}

async function agreements(world: World) {
  const { merchant, check } = world
  const { keyed, known, customer } = await threeBrowsers(world)
  const token = await agree(keyed)
  check('an agreement has a token of its own', token, /^BA-/)
  const made = await keyed.post(accountPath, { paypalAccount: { billingAgreementToken: token } })
  const { nonce } = made.body.paypalAccounts[0]
  const stored = await merchant.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: nonce })
  check(
    'the server vaults an agreement',
    [stored.success, stored.paymentMethod],
    [true, { billingAgreementId: /^B-/ }],
  )
  const options = { validate: true }
  const paypalAccount = { billingAgreementToken: await agree(known), options }
  await known.post(accountPath, { paypalAccount })
  const { paypalAccounts = [] } = await merchant.customer.find(customer.id)
  check('a customer’s page vaults one at once', paypalAccounts.length, 2)
  const { paymentToken, redirectUrl } = await createPayment(known)
  await choose(redirectUrl, 'approve')
  const once = await known.post(accountPath, { paypalAccount: { paymentToken, options } })
  check('a single payment cannot be vaulted', [once.status, errorCode(once.body)], [422, '82902'])
}

async function payPalRefusals(world: World) {
  const { check } = world
  const { keyed } = await threeBrowsers(world)
  check('a payment needs an amount', (await createPayment(keyed, { amount: '0' })).status, 422)
  check('a payment needs a way back', (await createPayment(keyed, { returnUrl: 'nowhere' })).status, 422)
  check(
    'a payment needs a currency',
    (await createPayment(keyed, { currencyIsoCode: 'dollars' })).status,
    422,
  )
  const { paymentToken, redirectUrl } = await createPayment(keyed)
  const early = await keyed.post(accountPath, { paypalAccount: { paymentToken } })
  check('what nobody approved is refused', errorCode(early.body), '92911')
  const away = await choose(redirectUrl, 'cancel')
  check(
    'canceling leads away',
    [away.origin + away.pathname, away.searchParams.get('PayerID')],
    [addresses.cancelUrl, null],
  )
  const canceled = await keyed.post(accountPath, { paypalAccount: { paymentToken } })
  check('what was canceled is refused', errorCode(canceled.body), '92911')
  check('nothing at all is refused', errorCode((await keyed.post(accountPath, {})).body), '82901')
  const older = await keyed.post(accountPath, {
    paypalAccount: { consentCode: 'a', options: { validate: false } },
  })
  check('the older consent code is taken', older.body.paypalAccounts?.[0].type, 'PayPalAccount')
}
