import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VenmoOptions } from '../../src/public-types/venmo.ts'
import { aShop, computer, once } from './venmo-shop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a merchant without Venmo is told at once (L5.31 L8.31)', async () => {
  const { open } = aShop({ merchant: null })
  await expect(open()).rejects.toMatchObject({ code: 'VENMO_NOT_ENABLED', type: 'MERCHANT' })
})

test('profileId and deepLinkReturnUrl must be strings (L5.29 L5.30 L8.49 L8.50)', async () => {
  const { open } = aShop()
  const wrong = (options: object) => open(options as VenmoOptions)

  const profile = { code: 'VENMO_INVALID_PROFILE_ID', type: 'MERCHANT' }
  await expect(wrong({ profileId: 1 })).rejects.toMatchObject(profile)
  const link = { code: 'VENMO_INVALID_DEEP_LINK_RETURN_URL', type: 'MERCHANT' }
  await expect(wrong({ deepLinkReturnUrl: {} })).rejects.toMatchObject(link)
})

test('addresses are collected only where the merchant may have them (L5.32 L5.33 L8.52)', async () => {
  const { open } = aShop({ merchant: { enrichedCustomerDataEnabled: false } })
  for (const address of ['collectCustomerBillingAddress', 'collectCustomerShippingAddress'])
    await expect(open({ ...once, [address]: true })).rejects.toMatchObject({
      code: 'VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED',
      details: { originalError: { code: 'ECD_DISABLED', type: 'MERCHANT' } },
    })
})

test('a payment that the gateway refuses to begin is an error of the press, in words that a user can mend, and another begins for the next press (L8.42 L8.43 L4.36)', async () => {
  const failed = { code: 'VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED', type: 'NETWORK' }
  const { open, refuses, inputs, events } = aShop()
  const message = 'This amount is too high.'

  refuses({ message, extensions: { errorClass: 'VALIDATION', errorType: 'user_error' } })
  const venmo = await open(once)
  await expect(venmo.tokenize()).rejects.toMatchObject({ ...failed, message })
  expect(inputs('CreateVenmoPaymentContext')).toHaveLength(2)
  for (const extensions of [
    { errorClass: 'VALIDATION', errorType: 'developer_error' },
    { errorClass: 'AUTHORIZATION', errorType: 'user_error' },
  ]) {
    refuses({ message, extensions })
    const other = await open(once)
    await expect(other.tokenize()).rejects.toMatchObject({ ...failed, message: 'The payment did not begin.' })
  }
  expect(events()).toContain('web.venmo.mobile-payment-context.setup-failed')
})

const item = { name: 'Clinic', kind: 'DEBIT', quantity: 1, unitAmount: '20.00' }

test('the gateway is told of the payment what the page says of it, and no tax as 0 (L3.35 L3.36 L3.37 L7.17 L9.16)', async () => {
  const { open, inputs } = aShop()
  const amounts = {
    subTotalAmount: '20.00',
    discountAmount: '1.00',
    taxAmount: '2.00',
    shippingAmount: '0.50',
    totalAmount: '21.50',
  }
  const lineItems = [item, { ...item, unitTaxAmount: '1.00' }]
  await open({ ...once, ...amounts, lineItems, displayName: 'Courts', collectCustomerBillingAddress: true })
  await open({ paymentMethodUsage: 'multi_use' })

  const common = { intent: 'CONTINUE', customerClient: 'MOBILE_WEB' }
  expect(inputs('CreateVenmoPaymentContext')).toEqual([
    {
      ...common,
      paymentMethodUsage: 'SINGLE_USE',
      displayName: 'Courts',
      paysheetDetails: {
        collectCustomerBillingAddress: true,
        collectCustomerShippingAddress: false,
        transactionDetails: {
          ...amounts,
          lineItems: [
            { ...item, unitTaxAmount: '0' },
            { ...item, unitTaxAmount: '1.00' },
          ],
        },
      },
    },
    {
      ...common,
      paymentMethodUsage: 'MULTI_USE',
      paysheetDetails: { collectCustomerBillingAddress: false, collectCustomerShippingAddress: false },
    },
  ])
})

test('without a usage a payment is of the older kind, and begun only for who comes back by themselves (L7.16)', async () => {
  const { open, inputs } = aShop()
  await open()
  expect(inputs('CreateVenmoQRCodePaymentContext')).toEqual([])
  await open({ requireManualReturn: true })

  expect(inputs('CreateVenmoQRCodePaymentContext')).toEqual([
    { environment: 'SANDBOX', intent: 'PAY_FROM_APP' },
  ])
  expect(inputs('CreateVenmoPaymentContext')).toEqual([])
})

/** Elements that do nothing: their frames never say that they are there. */
const anElement = () => ({
  ...{ style: {}, dataset: {}, contentWindow: null },
  ...{ setAttribute: () => undefined, addEventListener: () => undefined, append: () => undefined },
  remove: vi.fn(),
})

/** A computer on which frames are put, and never say that they are there. */
function aComputer() {
  const shop = aShop({ userAgent: computer })
  vi.stubGlobal('navigator', { userAgent: computer, maxTouchPoints: 0 })
  const elements: ReturnType<typeof anElement>[] = []
  const createElement = () => {
    const element = anElement()
    elements.push(element)
    return element
  }
  Object.assign(shop.document, { createElement, body: anElement() })
  return { ...shop, elements }
}

const frames: [string, VenmoOptions, string][] = [
  ['QR code', { allowDesktop: true }, 'VENMO_DESKTOP_UNKNOWN_ERROR'],
  ['window to log in', { ...once, allowDesktopWebLogin: true }, 'FRAME_SERVICE_FRAME_OPEN_FAILED'],
]

test.each(frames)(
  'the frame of the %s is waited for 10 seconds, and then taken away',
  async (_, options, code) => {
    const { open, elements } = aComputer()
    const failed = vi.fn()
    const opening = open(options).catch(failed)

    await vi.advanceTimersByTimeAsync(9_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await opening
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code }))
    expect(elements[0]?.remove).toHaveBeenCalled()
  },
)

test.each(frames)(
  'the frame of the %s goes at once with a widget that is given up while it loads',
  async (_, options) => {
    const { openWithin, elements, events } = aComputer()
    const ending = new AbortController()
    const opening = openWithin(ending.signal, options)
    await vi.advanceTimersByTimeAsync(1000)
    expect(elements[0]?.remove).not.toHaveBeenCalled()

    ending.abort()
    expect(elements[0]?.remove).toHaveBeenCalled()
    await expect(opening).rejects.toThrow()
    expect(events()).not.toContain('web.venmo.desktop-flow.setup-failed')
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a payment that begins for a widget that has been given up meanwhile is ended', async () => {
  const { openWithin, inputs } = aShop()
  const ending = new AbortController()
  const opening = openWithin(ending.signal, once)
  ending.abort()

  await expect(opening).rejects.toThrow()
  expect(inputs('UpdateVenmoPaymentContextStatus')).toEqual([{ id: 'context-1', status: 'CANCELED' }])
})
