import { browserClient, browserWith } from '../../tests/support/clients.ts'
import { control, newMerchant } from '../../tests/support/control-client.ts'
import { type Browser, threeBrowsers, venmoQueries } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ creating, approving, ending, phone, paysheetMembers, rights })

const contextRequest = { paymentMethodUsage: 'SINGLE_USE', intent: 'CONTINUE', customerClient: 'MOBILE_WEB' }

async function create(browser: Browser, change: object = {}) {
  const query = venmoQueries.CREATE_PAYMENT_CONTEXT_QUERY ?? ''
  const { body } = await browser.graphql(query, { input: { ...contextRequest, ...change } })
  return body.data?.createVenmoPaymentContext?.venmoPaymentContext ?? body.errors[0].extensions
}

async function ask(
  browser: Browser,
  id: string,
  query = venmoQueries.VENMO_PAYMENT_CONTEXT_STATUS_QUERY ?? '',
) {
  const { body } = await browser.graphql(query, { id })
  return body.data?.node ?? body.errors[0].extensions
}

const move = ({ sandbox }: World, id: string, status: string, payer: object = {}) =>
  control(sandbox, 'PUT', `/venmo/${id}`, { status, payer })

async function creating(world: World) {
  const { check } = world
  const { keyed } = await threeBrowsers(world)
  const made = await create(keyed)
  const { payWithVenmo } = (await keyed.get('configuration')).body
  check('a page asks for a payment', made, { id: anything, merchantId: payWithVenmo.merchantId })
  const lifetime = Date.parse(made.expiresAt) - Date.parse(made.createdAt)
  check('it lives for five minutes', Math.round(lifetime / 60_000), 5)
  check('it waits for the app', await ask(keyed, made.id), { status: 'CREATED', paymentMethodId: null })
  check('a profile can be named', await create(keyed, { merchantProfileId: '123' }), { merchantId: '123' })
  const lineItems = [{ name: 'Lesson', quantity: 1, unitAmount: '10.00', unitTaxAmount: '0', kind: 'debit' }]
  const details = { subTotalAmount: '10.00', totalAmount: '10.00', lineItems }
  check('line items are taken', await create(keyed, { paysheetDetails: { transactionDetails: details } }), {
    id: anything,
  })
  check('a usage that is none is refused', await create(keyed, { paymentMethodUsage: 'EVER' }), {
    errorClass: 'VALIDATION',
  })
  const query = venmoQueries.LEGACY_CREATE_PAYMENT_CONTEXT_QUERY ?? ''
  const input = { environment: 'SANDBOX', intent: 'PAY_FROM_APP' }
  const { venmoQRCodePaymentContext: code } = (await keyed.graphql(query, { input })).body.data
    .createVenmoQRCodePaymentContext
  const legacy = venmoQueries.LEGACY_VENMO_PAYMENT_CONTEXT_STATUS_QUERY
  check('the older call makes a QR code', await ask(keyed, code.id, legacy), { status: 'CREATED' })
}

async function approving(world: World) {
  const { merchant, check } = world
  const { keyed } = await threeBrowsers(world)
  const paysheetDetails = { collectCustomerShippingAddress: true }
  const { id } = await create(keyed, { paysheetDetails })
  check('the app scans it', (await move(world, id, 'SCANNED')).status, 200)
  check('the page sees that', await ask(keyed, id), { status: 'SCANNED' })
  const shippingAddress = { addressLine1: '1 Court Road', postalCode: '94000' }
  const payer = {
    userName: 'robin',
    email: 'robin@example.com',
    shippingAddress,
    billingAddress: shippingAddress,
  }
  const { body } = await move(world, id, 'APPROVED', payer)
  const node = await ask(keyed, id)
  check('the page gets a nonce', node, {
    status: 'APPROVED',
    userName: 'robin',
    paymentMethodId: body.paymentMethodNonce,
  })
  check('and who pays', node.payerInfo, { email: 'robin@example.com', externalId: anything, shippingAddress })
  check('an address only where it was asked for', node.payerInfo.billingAddress, null)
  const found = await merchant.paymentMethodNonce.find(node.paymentMethodId)
  check('the server SDK knows the nonce', found, { type: 'VenmoAccount', details: { username: 'robin' } })
  const sale = await merchant.transaction.sale({ amount: '8.00', paymentMethodNonce: node.paymentMethodId })
  check('it is sold', sale, { success: true, transaction: { paymentInstrumentType: 'venmo_account' } })
  check('as that account', sale.transaction.venmoAccount, { username: 'robin' })
  const { customer } = await merchant.customer.create({})
  const second = (await move(world, (await create(keyed)).id, 'APPROVED')).body.paymentMethodNonce
  const stored = await merchant.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: second })
  check('or vaulted', stored.paymentMethod, { token: anything, username: 'venmojoe' })
}

async function ending(world: World) {
  const { check } = world
  const { keyed } = await threeBrowsers(world)
  for (const status of ['CANCELED', 'EXPIRED', 'FAILED']) {
    const { id } = await create(keyed)
    await move(world, id, status)
    check(`the page sees ${status}`, await ask(keyed, id), { status, paymentMethodId: null })
    const late = await move(world, id, 'APPROVED')
    check(
      `${status} is the end`,
      [late.status, late.body.error.message],
      [400, new RegExp(`it is ${status}`)],
    )
  }
  const { id } = await create(keyed)
  const query = venmoQueries.UPDATE_PAYMENT_CONTEXT_QUERY ?? ''
  const update = async (status: string, contextId = id) => {
    const { body } = await keyed.graphql(query, { input: { id: contextId, status } })
    return body.errors?.[0].extensions.errorClass ?? 'done'
  }
  check('a page cannot approve', await update('APPROVED'), 'VALIDATION')
  check('a page cancels', [await update('CANCELED'), (await ask(keyed, id)).status], ['done', 'CANCELED'])
  check('once', await update('CANCELED'), 'VALIDATION')
  check('an unknown payment is not found', await update('CANCELED', 'nothing'), 'NOT_FOUND')
}

/** The payer's choices at each address of the phone, and their result. */
async function phone(world: World) {
  const { sandbox, merchant, check } = world
  const { keyed } = await threeBrowsers(world)
  const { merchantId, accessToken } = (await keyed.get('configuration')).body.payWithVenmo
  const home = 'https://shop.example/pay'
  const way = (end: string) => `${home}#venmo${end}=1`
  const ways = { 'x-success': way('Success'), 'x-error': way('Error'), 'x-cancel': way('Cancel') }
  const open = (path: string, query: Record<string, string>, form?: Record<string, string>) =>
    fetch(`${sandbox.origin}${path}?${new URLSearchParams(query)}`, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    })
  const code = { facilitator: 'BT', intent: 'Continue', environment: 'SANDBOX', merchant_id: merchantId }
  const ends: [choice: string, status: string, expected: RegExp][] = [
    ['approve', 'APPROVED', /#venmoSuccess=1&paymentMethodNonce=[\w-]{36}&username=robin&resource_id=\w+$/],
    ['decline', 'CANCELED', /#venmoCancel=1&resource_id=\w+$/],
    ['fail', 'FAILED', /#venmoError=1&errorMessage=It%20has%20failed\.&errorCode=-1&resource_id=\w+$/],
    ['expire', 'EXPIRED', /#venmoError=1&errorMessage=Its%20time%20has%20run%20out\.&errorCode=-2&/],
  ]
  for (const path of ['/go/purchase', '/braintree/checkout', '/go/checkout', '/go/web'])
    for (const [choice, status, expected] of ends) {
      const { id: resource_id } = await create(keyed)
      const isCode = path === '/go/purchase'
      const query = { resource_id, ...(isCode ? code : ways) }
      await open(path, query)
      const seen = await ask(keyed, resource_id)
      const answer = await open(path, query, { choice, username: 'robin' })
      const back = answer.headers.get('location')
      const unchanged = await ask(keyed, resource_id)
      check(
        `${path}: seen, then ${choice}`,
        [seen.status, unchanged.status, back],
        ['SCANNED', status, isCode ? null : expected],
      )
      const late = await open(path, query, { choice: 'approve' })
      check(`${path}: ${choice} is the end`, [late.status, late.headers.get('location')], [200, null])
    }
  const otherMerchants = await open('/go/purchase', {
    ...code,
    merchant_id: 'other',
    resource_id: (await create(keyed)).id,
  })
  check('a code of another profile opens nothing', otherMerchants.status, 400)
  const older = { ...ways, braintree_access_token: accessToken }
  const back = (await open('/braintree/checkout', older, { choice: 'approve' })).headers.get('location') ?? ''
  const nonce = new URLSearchParams(back.split('#')[1]).get('paymentMethodNonce') ?? ''
  const sale = await merchant.transaction.sale({ amount: '9.00', paymentMethodNonce: nonce })
  check('an older page, without a payment, gets a nonce too', sale.success, true)
  const { id } = await create(keyed)
  await open(
    '/go/checkout',
    { ...older, braintree_access_token: `${accessToken}|pcid:${id}` },
    { choice: 'decline' },
  )
  check('or names the payment in its token', await ask(keyed, id), { status: 'CANCELED' })
  const forged = { ...ways, braintree_access_token: `${accessToken}0` }
  check('another token opens nothing', (await open('/go/checkout', forged)).status, 400)
}

/** The page's data are checked and stored; payer data depend on the merchant's permission. */
async function paysheetMembers(world: World) {
  const { sandbox, check } = world
  const { keyed } = await threeBrowsers(world)
  const offer = (venmo: unknown) =>
    control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers: { venmo } })
  const both = { collectCustomerBillingAddress: true, collectCustomerShippingAddress: true }
  const transactionDetails = { subTotalAmount: '10.00', totalAmount: '10.00' }
  const request = { displayName: 'The Club', paysheetDetails: { ...both, transactionDetails } }
  const { id } = await create(keyed, request)
  const { body } = await control(sandbox, 'GET', '/venmo/integration_merchant_id')
  check('the control tells all that the page said', body.contexts[0], {
    id,
    request: { ...contextRequest, ...request },
  })
  const form = new URLSearchParams({ context: id, status: 'APPROVED' })
  await fetch(`${sandbox.origin}/control/page/venmo`, { method: 'POST', body: form })
  const page = await (await fetch(sandbox.origin)).text()
  check('the control page moves it', /The Club\s+· @venmojoe[\s\S]+approved/.test(page), true)
  const address = {
    fullName: 'Joe Demo',
    addressLine1: anything,
    adminArea2: 'Chicago',
    postalCode: anything,
  }
  const { payerInfo } = await ask(keyed, id)
  check('the addresses are told', payerInfo, { billingAddress: address, shippingAddress: address })
  const sums = { totalAmount: 'much' }
  check('a sum must be one', await create(keyed, { paysheetDetails: { transactionDetails: sums } }), {
    errorClass: 'VALIDATION',
    errorType: 'user_error',
  })
  await offer({ enriched_customer_data: false, lifetime_seconds: 60 })
  check('without enriched data they cannot be asked for', await create(keyed, request), {
    errorClass: 'VALIDATION',
    legacyCode: 'ECD_DISABLED',
  })
  const made = await create(keyed)
  const lifetime = Date.parse(made.expiresAt) - Date.parse(made.createdAt)
  check('a payment waits for as long as is set', Math.round(lifetime / 60_000), 1)
  await move(world, made.id, 'APPROVED')
  check('and nobody is told who pays', await ask(keyed, made.id), { userName: 'venmojoe', payerInfo: null })
  await offer(null)
}

async function rights(world: World) {
  const { sandbox, merchant, check } = world
  const { keyed, known, customer } = await threeBrowsers(world)
  const stranger = browserWith(sandbox, 'sandbox_unknown_key')
  check('a stranger cannot ask for a payment', await create(stranger), { errorClass: 'AUTHENTICATION' })
  const { id } = await create(keyed)
  const { sdk } = await newMerchant(sandbox, { id: 'venmo_neighbour' })
  const elsewhere = await browserClient(sandbox, sdk)
  check('another merchant does not see it', await ask(elsewhere, id), { errorClass: 'NOT_FOUND' })
  const ownNonce = (await move(world, (await create(known)).id, 'APPROVED')).body.paymentMethodNonce
  const { customer: other } = await merchant.customer.create({})
  const taken = await merchant.paymentMethod.create({ customerId: other.id, paymentMethodNonce: ownNonce })
  check('a customer’s nonce is vaulted for nobody else', taken.success, false)
  const stored = await merchant.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: ownNonce,
  })
  check('but for that customer', stored.success, true)
}
