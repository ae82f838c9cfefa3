import { browserOf, browserWith } from '../../tests/clients.ts'
import { control, newMerchant } from '../../tests/control-client.ts'
import { type Browser, threeBrowsers, venmoQueries } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ creating, approving, ending, rights })

const wanted = { paymentMethodUsage: 'SINGLE_USE', intent: 'CONTINUE', customerClient: 'MOBILE_WEB' }

async function create(browser: Browser, change: object = {}) {
  const query = venmoQueries.CREATE_PAYMENT_CONTEXT_QUERY ?? ''
  const { body } = await browser.graphql(query, { input: { ...wanted, ...change } })
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
  const kept = await merchant.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: second })
  check('or vaulted', kept.paymentMethod, { token: anything, username: 'venmojoe' })
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
  const update = async (status: string, which = id) => {
    const { body } = await keyed.graphql(query, { input: { id: which, status } })
    return body.errors?.[0].extensions.errorClass ?? 'done'
  }
  check('a page cannot approve', await update('APPROVED'), 'VALIDATION')
  check('a page cancels', [await update('CANCELED'), (await ask(keyed, id)).status], ['done', 'CANCELED'])
  check('once', await update('CANCELED'), 'VALIDATION')
  check('an unknown payment is not found', await update('CANCELED', 'nothing'), 'NOT_FOUND')
}

async function rights(world: World) {
  const { sandbox, merchant, check } = world
  const { keyed, known, customer } = await threeBrowsers(world)
  const stranger = browserWith(sandbox, 'sandbox_unknown_key')
  check('a stranger cannot ask for a payment', await create(stranger), { errorClass: 'AUTHENTICATION' })
  const { id } = await create(keyed)
  const { sdk } = await newMerchant(sandbox, { id: 'venmo_neighbour' })
  const elsewhere = await browserOf(sandbox, sdk)
  check('another merchant does not see it', await ask(elsewhere, id), { errorClass: 'NOT_FOUND' })
  const own = (await move(world, (await create(known)).id, 'APPROVED')).body.paymentMethodNonce
  const { customer: other } = await merchant.customer.create({})
  const taken = await merchant.paymentMethod.create({ customerId: other.id, paymentMethodNonce: own })
  check('a customer’s nonce is vaulted for nobody else', taken.success, false)
  const kept = await merchant.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: own })
  check('but for that customer', kept.success, true)
}
