import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Venmo } from '../../src/public-types/venmo.ts'
import { readAppResult } from '../../src/ways-to-pay/venmo/payment/app-link.ts'
import { android, aShop, iosApp, iphone, once } from './venmo-shop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const manual = { ...once, requireManualReturn: true }
const robin = {
  nonce: 'nonce',
  type: 'VenmoAccount',
  details: {
    username: '@robin',
    paymentContextId: 'context-1',
    payerInfo: { firstName: 'Robin', userName: '@robin' },
  },
}

/** A payment that is under way; what becomes of it is looked at later. */
async function begin(venmo: Venmo, asked = {}) {
  const paying = venmo.tokenize(asked)
  paying.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { paying: paying as Promise<unknown> }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('the app is opened with the payment, the merchant and the ways back (L7.32 L7.33)', async () => {
  const { open, opened } = aShop()
  await begin(await open({ ...once, allowAndroidRecreation: false }))
  const { origin, pathname, searchParams } = opened()
  const { braintree_sdk_data, ...parameters } = Object.fromEntries(searchParams)

  expect(origin + pathname).toBe('https://gateway.test/braintree/checkout')
  expect(parameters).toEqual({
    resource_id: 'context-1',
    'x-success': 'https://shop.test/pay?season=2026#venmoSuccess=1',
    'x-cancel': 'https://shop.test/pay?season=2026#venmoCancel=1',
    'x-error': 'https://shop.test/pay?season=2026#venmoError=1',
    allowAndroidRecreation: '0',
    ua: android,
    braintree_merchant_id: 'profile',
    braintree_access_token: 'token',
    braintree_environment: 'sandbox',
  })
  expect(JSON.parse(atob(braintree_sdk_data ?? ''))).toMatchObject({
    _meta: { version: '3.99.0', integration: 'custom', platform: 'web' },
  })
})

test.each([
  ['with a payment', once],
  ['from which the payer comes back by themselves', manual],
  ['with no payment of its own', {}],
] as const)('a page can have the address of the app %s before it is opened', async (_, options) => {
  const { open, opened } = aShop()
  const venmo = await open(options)

  const address = await venmo.getUrl()
  await begin(venmo)
  expect(address).toBe(opened().href)
})

test.each([
  ['of the older kind', { requireManualReturn: true }, { braintree_access_token: 'token|pcid:context-1' }],
  ['of another profile', { profileId: 'courts' }, { braintree_merchant_id: 'courts' }],
  [
    'for an app of the page’s own',
    { deepLinkReturnUrl: 'courts://' },
    { 'x-cancel': 'courts://#venmoCancel=1' },
  ],
  ['that is come back from by hand', manual, { 'x-success': 'NOOP', 'x-error': 'NOOP' }],
])('the address of a payment %s says so', async (_, options, expected) => {
  const { open, opened } = aShop()
  await begin(await open(options))
  expect(Object.fromEntries(opened().searchParams)).toMatchObject(expected)
})

test('the app opens in the way that works in this browser, or Venmo’s page where that is allowed', async () => {
  const inTab = aShop({ userAgent: iphone })
  await begin(await inTab.open({ mobileWebFallBack: true }))
  expect(inTab.opened().pathname).toBe('/go/checkout')
  expect(inTab.events()).toContain('web.venmo.appswitch.start.browser')

  for (const [userAgent, options, kind] of [
    [iphone, { useRedirectForIOS: true }, 'browser'],
    [iosApp, { deepLinkReturnUrl: 'courts://' }, 'ios-webview'],
  ] as const) {
    const there = aShop({ userAgent })
    await begin(await there.open(options))
    expect(there.page.location.pathname).toBe('/braintree/checkout')
    expect(there.page.open).not.toHaveBeenCalled()
    expect(there.events()).toContain(`web.venmo.appswitch.start.${kind}`)
  }

  const bridged = aShop()
  const popupBridge = { open: vi.fn() }
  Object.assign(bridged.page, { popupBridge })
  await begin(await bridged.open({ deepLinkReturnUrl: 'courts://' }))
  expect(popupBridge.open).toHaveBeenCalledOnce()
})

test('what the app tells the page is taken off its address; the gateway says whose the account is (L3.38 L3.39 L3.40 L3.41 L7.19)', async () => {
  const { open, page, leadBack, becomes, events } = aShop()
  const { paying } = await begin(await open(once))
  becomes('APPROVED')
  leadBack('#venmoSuccess=1&paymentMethodNonce=other&username=robin')
  await pass(0)

  expect(await paying).toEqual(robin)
  expect(page.history.pushState).toHaveBeenCalledWith({}, '', '/pay?season=2026')
  expect(events()).toContain('web.venmo.appswitch.handle.payment-context-status-query.success')
})

test('a page gets its own hash back when the app has led there (L7.19)', async () => {
  const { open, page, leadBack } = aShop()
  page.location.hash = '#places'
  const { paying } = await begin(await open())
  leadBack('#venmoSuccess=1&paymentMethodNonce=n')
  await pass(0)

  expect(await paying).toMatchObject({ nonce: 'n' })
  expect(page.history.pushState).toHaveBeenCalledWith({}, '', '/pay?season=2026#places')
})

test('what the app tells stays in the address of a page that wants it so', async () => {
  const { open, page, leadBack, becomes } = aShop()
  const { paying } = await begin(await open({ ...once, ignoreHistoryChanges: true }))
  becomes('APPROVED')
  leadBack('#/venmoSuccess=1')
  await pass(0)
  expect(await paying).toEqual(robin)
  expect(page.history.pushState).not.toHaveBeenCalled()
})

test.each([
  [
    '#venmoSuccess=1&paymentMethodNonce=n&username=robin&resource_id=c',
    { nonce: 'n', details: { username: '@robin', paymentContextId: 'c' } },
  ],
  ['#venmoSuccess=1', { code: 'VENMO_TOKENIZATION_FAILED', type: 'UNKNOWN' }],
  [
    '#venmoError=1&errorMessage=No%20money&errorCode=7',
    {
      code: 'VENMO_APP_FAILED',
      type: 'UNKNOWN',
      details: { originalError: { message: 'No money', code: '7' } },
    },
  ],
  ['#venmoCancel=1', { code: 'VENMO_APP_CANCELED', type: 'CUSTOMER' }],
])('%s counts where the gateway knows no payment (L7.35 L8.34 L8.35 L8.51)', async (hash, end) => {
  const { open, leadBack } = aShop()
  const { paying } = await begin(await open())
  leadBack(hash)
  await pass(0)
  expect(await paying.catch((problem) => problem)).toMatchObject(end)
})

test('a gateway that cannot be asked leaves what the app told', async () => {
  const { open, leadBack, becomes, events } = aShop()
  const { paying } = await begin(await open(once))
  becomes(new TypeError('no network'))
  leadBack('#venmoSuccess=1&paymentMethodNonce=n&username=robin')
  await pass(0)
  expect(await paying).toMatchObject({ nonce: 'n', details: { username: '@robin' } })
  expect(events()).toContain('web.venmo.process-results.payment-context-status-query-failed')
})

test('a page that is loaded anew by the app asks for the payment that comes with it, canceled or approved', async () => {
  const approved = aShop({ hash: '#venmoSuccess=1&resource_id=context-1' })
  approved.becomes('APPROVED')
  const venmo = await approved.open(once)
  expect(approved.inputs('CreateVenmoPaymentContext')).toEqual([])
  expect(venmo.hasTokenizationResult()).toBe(true)
  approved.page.history.pushState.mockImplementation(() =>
    Object.assign(approved.page.location, { hash: '' }),
  )
  const { paying } = await begin(venmo)
  expect(await paying).toEqual(robin)
  await pass(0)
  expect(approved.inputs('CreateVenmoPaymentContext')).toHaveLength(1)

  const canceled = aShop({ hash: '#venmoCancel=1&resource_id=context-1' })
  canceled.becomes('CANCELED')
  const { paying: leaving } = await begin(await canceled.open(once))
  await expect(leaving).rejects.toMatchObject({
    code: 'VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED',
  })
})

test('a payer who comes back without a word of the app has canceled: 500 ms after leaving, 1000 ms after coming back (L8.36 L9.11 L9.12)', async () => {
  const { open, document } = aShop()
  const failed = vi.fn()
  const { paying } = await begin(await open())
  paying.catch(failed)
  document.dispatchEvent(new Event('visibilitychange')) // the page is still seen while the app opens
  await pass(499)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(1001)
  expect(failed).not.toHaveBeenCalled()

  document.hidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(5000)
  document.hidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(999)
  expect(failed).not.toHaveBeenCalled()
  await pass(1)
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'VENMO_CANCELED', type: 'CUSTOMER' }))
})

test('a page may wait longer for the app, which has 500 ms to open (L9.11)', async () => {
  const { open, document } = aShop()
  const failed = vi.fn()
  const { paying } = await begin(await open(), { processResultsDelay: 3000 })
  paying.catch(failed)
  await pass(500)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(2999)
  expect(failed).not.toHaveBeenCalled()
  await pass(1)
  expect(failed).toHaveBeenCalled()
})

test('who comes back by themselves has paid as soon as the gateway says so, asked every 250 ms (L4.24 L4.26 L9.8)', async () => {
  const { open, asked, becomes, events } = aShop()
  const { paying } = await begin(await open(manual))
  await pass(1000)
  expect(asked()).toHaveLength(5)
  becomes('SCANNED')
  await pass(250)
  becomes('APPROVED')
  await pass(250)

  expect(await paying).toEqual(robin)
  expect(events().filter((kind) => kind.includes('manual-return'))).toEqual([
    'web.venmo.manual-return.presented',
    'web.venmo.tokenize.manual-return.start',
    'web.venmo.tokenize.manual-return.status-change.created',
    'web.venmo.tokenize.manual-return.status-change.scanned',
    'web.venmo.tokenize.manual-return.status-change.approved',
    'web.venmo.tokenize.manual-return.success',
    'web.venmo.manual-return.presented',
  ])
})

test.each([
  ['CANCELED', 'CANCELED', 'CUSTOMER'],
  ['EXPIRED', 'EXPIRED', 'CUSTOMER'],
  ['FAILED', 'FAILED', 'UNKNOWN'],
  [new TypeError('no network'), 'NETWORK_ERROR', 'UNKNOWN'],
] as const)(
  'a payment in the app that ends otherwise says how: %s (L8.44 L8.45 L8.46 L8.48)',
  async (end, name, type) => {
    const { open, becomes } = aShop({ isInFrame: true })
    const { paying } = await begin(await open(once))
    becomes(end)
    await pass(250)
    const code = `VENMO_MOBILE_POLLING_TOKENIZATION_${name}`
    await expect(paying).rejects.toMatchObject({ code, type })
  },
)

test('after 300,000 ms nobody asks any more (L8.47 L9.9)', async () => {
  const { open, asked } = aShop()
  const failed = vi.fn()
  const { paying } = await begin(await open(manual))
  paying.catch(failed)
  await pass(299_999)
  expect(failed).not.toHaveBeenCalled()
  await pass(1)
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({
      code: 'VENMO_MOBILE_POLLING_TOKENIZATION_TIMEOUT',
      type: 'CUSTOMER',
      message: 'Customer took too long to authorize payment.',
    }),
  )
  expect(asked()).toHaveLength(1200)
})

test('one payment at a time; the page can give it up, at the gateway too (L4.33 L8.32 L8.40 L7.18)', async () => {
  const { open, inputs } = aShop()
  const venmo = await open(manual)
  const { paying } = await begin(venmo)

  await expect(venmo.tokenize()).rejects.toMatchObject({
    code: 'VENMO_TOKENIZATION_REQUEST_ACTIVE',
    type: 'MERCHANT',
    message: 'Another tokenization request is active.',
  })
  await venmo.cancelTokenization()
  await pass(250)
  const canceled = { code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT', type: 'MERCHANT' }
  await expect(paying).rejects.toMatchObject(canceled)
  expect(inputs('UpdateVenmoPaymentContextStatus')).toEqual([{ id: 'context-1', status: 'CANCELED' }])
})

test('a payment that is given up in the task that began it opens no app and ends at once (L8.40)', async () => {
  const { open, opened } = aShop()
  const venmo = await open()
  const paying = venmo.tokenize()
  const failed = vi.fn()
  paying.catch(failed)
  await venmo.cancelTokenization()
  await pass(0)

  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT' }),
  )
  expect(opened).toThrow()
})

test.each([
  ['resource_id=&resourceId=context-1', 'context-1'],
  ['id=context-1', 'context-1'],
  ['id=context-2&resourceId=context-1', 'context-1'],
])('the app may name the payment as %s (L7.37)', (hash, id) => {
  expect(readAppResult(`#venmoSuccess=1&${hash}`)).toEqual({ end: 'success', id })
})

test.each(['#venmoSuccess=1', ''])(
  'a payment that is given up while the gateway is asked ends at once, and none begins after teardown (page at %s)',
  async (hash) => {
    const { open, becomes, inputs } = aShop({ hash: hash && `${hash}&resource_id=context-0` })
    const venmo = await open(manual)
    const { paying } = await begin(venmo)
    const begun = inputs('CreateVenmoPaymentContext').length
    becomes('APPROVED')
    const failed = vi.fn()
    paying.catch(failed)
    await venmo.teardown()
    await pass(0)

    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'METHOD_CALLED_AFTER_TEARDOWN' }))
    await pass(600_000)
    expect(inputs('CreateVenmoPaymentContext')).toHaveLength(begun)
  },
)

test('a payment that could not begin after the last one is begun again by the next press but one', async () => {
  const { open, opened, page, refuses } = aShop({ hash: '#venmoSuccess=1&paymentMethodNonce=n' })
  page.history.pushState.mockImplementation(() => Object.assign(page.location, { hash: '' }))
  const venmo = await open({ requireManualReturn: true })
  refuses({ message: 'not now' })
  expect(await venmo.tokenize()).toMatchObject({ nonce: 'n' })
  await expect(venmo.tokenize()).rejects.toMatchObject({ code: 'VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED' })
  refuses(undefined)
  await venmo.tokenize().catch(() => undefined) // was begun before

  await begin(venmo)
  expect(opened().pathname).toBe('/braintree/checkout')
})

test('without a payment there is nothing to give up (L4.34 L8.33)', async () => {
  const venmo = await aShop().open(once)
  await expect(venmo.cancelTokenization()).rejects.toMatchObject({
    code: 'VENMO_TOKENIZATION_REQUEST_NOT_ACTIVE',
    type: 'MERCHANT',
    message: 'No tokenization in progress.',
  })
})

test.each([
  ['approved', 'APPROVED'],
  ['failed', 'FAILED'],
] as const)('after a payment that %s the next one is another (L4.35 L4.36)', async (_, end) => {
  const { open, opened, becomes } = aShop()
  const venmo = await open(manual)
  await begin(venmo)
  becomes(end)
  await pass(250)
  becomes('CREATED')
  await begin(venmo)
  expect(opened().searchParams.get('resource_id')).toBe('context-2')
})

test('a payment is begun anew after 66.66 percent of its life, unless a payer is at Venmo with it (L4.37 L4.38 L9.14)', async () => {
  const { open, inputs, becomes } = aShop()
  const begun = () => inputs('CreateVenmoPaymentContext').length
  const venmo = await open(manual)
  await pass(399_959)
  expect(begun()).toBe(1)
  await pass(1)
  expect(begun()).toBe(2)

  await pass(300_000)
  const { paying } = await begin(venmo)
  await pass(200_000)
  expect(begun()).toBe(2)
  becomes('APPROVED')
  await pass(250)
  await paying
  expect(begun()).toBe(3)

  await venmo.teardown()
  await pass(600_000)
  expect(begun()).toBe(3)
  await expect(venmo.tokenize()).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
})

test('a payment that cannot be begun anew is tried again every 30 seconds; the old one pays until it expires', async () => {
  const { open, inputs, opened, refuses } = aShop()
  const begun = () => inputs('CreateVenmoPaymentContext').length
  const venmo = await open(manual)
  refuses({ message: 'not now' })
  await pass(399_960)
  await pass(29_999)
  expect(begun()).toBe(2)
  await pass(1)
  expect(begun()).toBe(3)
  const { paying } = await begin(venmo)
  expect(opened().searchParams.get('resource_id')).toBe('context-1')
  refuses(undefined)
  await venmo.cancelTokenization()
  await expect(paying).rejects.toThrow()

  refuses({ message: 'not now' })
  await pass(610_000)
  const tried = begun()
  await pass(600_000)
  expect(begun()).toBe(tried)
  await expect(venmo.tokenize()).rejects.toMatchObject({ code: 'VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED' })
})

test.each([
  ['that waits for a payer', false],
  ['with a payer at Venmo', true],
])('a page %s ends its payment with itself, once', async (_, isBusy) => {
  const { open, inputs } = aShop()
  const venmo = await open(manual)
  if (isBusy) await begin(venmo)
  await venmo.teardown()
  await pass(1000)

  expect(inputs('UpdateVenmoPaymentContextStatus')).toEqual([{ id: 'context-1', status: 'CANCELED' }])
  expect(inputs('CreateVenmoPaymentContext')).toHaveLength(1)
})
