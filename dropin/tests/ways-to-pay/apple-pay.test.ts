import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toClientConfiguration } from '../../src/gateway/gateway.ts'
import applePayPart from '../../src/sdk/apple-pay.ts'
import { offeredOptions } from '../../src/ways-to-pay/all-ways.ts'
import { applePayOption } from '../../src/ways-to-pay/apple-pay/apple-pay-option.tsx'
import * as code from '../../src/ways-to-pay/apple-pay/open-button.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'
import { aWidget, noCode } from '../running.ts'

type Session = {
  version: number
  request: object
  onvalidatemerchant: (event: { validationURL: string }) => Promise<void>
  onpaymentauthorized: (event: { payment: object }) => Promise<void>
  oncancel: () => void
  begin: () => void
  abort: () => void
  completeMerchantValidation: (session: unknown) => void
  completePayment: (status: number) => void
}

const applePayWeb = {
  countryCode: 'US',
  currencyCode: 'USD',
  merchantIdentifier: 'merchant.demo',
  supportedNetworks: ['visa', 'mastercard'],
}
const applePay = {
  displayName: 'Demo club',
  paymentRequest: { total: { label: 'Demo club', amount: '26.00' } },
}
const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const payment = { token: { paymentData: { version: 'EC_v1' }, transactionIdentifier: 't1' } }
const card = { nonce: 'n', type: 'ApplePayCard', details: { cardType: 'Visa', dpanLastTwo: '11' } }
const answers: [end: string, answer: object][] = [
  ['/sessions', { merchantSessionIdentifier: 's' }],
  ['/apple_payment_tokens', { applePayCards: [card] }],
]

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('window', { location: { hostname: 'shop.test' } })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A browser with Apple Pay, with the sessions that it opened. */
function aDevice(overrides: object = {}, begin: () => void = () => undefined) {
  const opened: Session[] = []
  function ApplePaySession(version: number, request: object) {
    const methods = { begin: vi.fn(begin), abort: vi.fn(), completePayment: vi.fn() }
    const session = { version, request, completeMerchantValidation: vi.fn(), ...methods } as Partial<Session>
    opened.push(session as Session)
    return session
  }
  const device = {
    STATUS_SUCCESS: 0,
    STATUS_FAILURE: 1,
    supportsVersion: (version: number) => version <= 14,
    canMakePayments: () => true,
    canMakePaymentsWithActiveCard: async () => true,
    ...overrides,
  }
  vi.stubGlobal('ApplePaySession', Object.assign(ApplePaySession, device))
  return opened
}

const findAnswer = ({ url }: Call) => answers.find(([end]) => url.pathname.endsWith(end))?.[1] ?? {}

/** A widget whose Apple Pay button can be pressed. */
async function aButton(overrides: object = {}) {
  const button = new EventTarget()
  const sheet = { querySelector: () => button } as unknown as Element
  const running = aWidget({ options: { applePay: { ...applePay, ...overrides } }, offered: ['applePay'] })
  Object.assign(running, { gateway: aGateway({ applePayWeb }), loadCode: async () => code })
  const open = applePayOption.open(running)
  await open.load(sheet, Promise.resolve())
  const shown = () => {
    const { error } = running.store.read()
    return error && running.messages[error]
  }
  return { running, open, shown, press: () => button.dispatchEvent(new Event('click')) }
}

test.each([
  ['a browser that has it', { applePayWeb }, { applePay }, {}, true],
  ['a gateway without it', {}, { applePay }, {}, false],
  ['a shop that does not ask for it', { applePayWeb }, {}, {}, false],
  ['a device that cannot pay', { applePayWeb }, { applePay }, { canMakePayments: () => false }, false],
  [
    'an older device',
    { applePayWeb },
    { applePay: { ...applePay, applePaySessionVersion: 3 } },
    { supportsVersion: (version: number) => version <= 2 },
    false,
  ],
])('Apple Pay on %s is offered, or not', async (_, configuration, options, device, isOffered) => {
  aDevice(device)

  const offered = await offeredOptions({ authorization: 'x', ...options }, aGateway(configuration), noCode)

  expect(offered.includes('applePay')).toBe(isOffered)
})

test('a browser that has no Apple Pay, or a page that is not secure, is not offered it', async () => {
  const options = { authorization: 'x', applePay }

  expect(await offeredOptions(options, aGateway({ applePayWeb }), noCode)).not.toContain('applePay')
  aDevice()
  vi.stubGlobal('isSecureContext', false)
  expect(await offeredOptions(options, aGateway({ applePayWeb }), noCode)).not.toContain('applePay')
})

test('a click begins a session of version 2, or the shop’s own, with what gateway and shop ask for (L9.27)', async () => {
  aNetwork(findAnswer)
  const opened = aDevice()
  const { press, open } = await aButton()
  const { press: pressOther, open: other } = await aButton({
    applePaySessionVersion: 3,
    paymentRequest: { ...applePay.paymentRequest, currencyCode: 'CAD', supportedNetworks: ['amex'] },
  })

  press()
  await open.close()
  pressOther()
  await other.close()

  const [first, second] = opened
  expect(first?.version).toBe(2)
  expect(first?.begin).toHaveBeenCalledOnce()
  expect(first?.request).toEqual({
    countryCode: 'US',
    currencyCode: 'USD',
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: ['visa', 'masterCard'],
    ...applePay.paymentRequest,
  })
  expect(second).toMatchObject({
    version: 3,
    request: { currencyCode: 'CAD', supportedNetworks: ['amex'], countryCode: 'US' },
  })
})

test('one session is open at a time, on the whole page (L4.66)', async () => {
  aNetwork(findAnswer)
  const opened = aDevice()
  const first = await aButton()
  const second = await aButton()

  first.press()
  first.press()
  second.press()
  expect(opened).toHaveLength(1)

  await first.open.close()
  expect(opened[0]?.abort).toHaveBeenCalledOnce()
  second.press()
  expect(opened).toHaveLength(2)
  await second.open.close()
})

type Ends = (session: Session, fail: (end: string) => void) => Promise<void> | void
const cancel: Ends = (session) => session.oncancel()
const authorize: Ends = (session) => session.onpaymentauthorized({ payment })
const cancelMeanwhile: Ends = (session) => {
  const authorizing = session.onpaymentauthorized({ payment })
  session.oncancel()
  return authorizing
}
const isRefused: Ends = (session, fail) => {
  fail('/apple_payment_tokens')
  return session.onpaymentauthorized({ payment })
}
const isNotValidated: Ends = (session, fail) => {
  fail('/sessions')
  return session.onvalidatemerchant({ validationURL })
}

test.each([
  ['a cancel', cancel, undefined],
  ['an authorization', authorize, undefined],
  ['a cancel that comes before the nonce', cancelMeanwhile, undefined],
  ['a card that became no nonce', isRefused, "We couldn't reach Apple Pay. Please try again."],
  ['a validation that failed', isNotValidated, 'Something went wrong on our end.'],
])(
  'after %s another session can begin, and the sheet says what there is to say (L4.67 L4.68 L4.69 L8.86)',
  async (_, end, sentence) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const failing: string[] = []
    aNetwork((call) =>
      failing.some((path) => call.url.pathname.endsWith(path))
        ? new Response('{}', { status: 422 })
        : findAnswer(call),
    )
    const opened = aDevice()
    const { press, shown, open, running } = await aButton()
    press()
    const [session = expect.fail('no session was opened')] = opened

    await end(session, (path) => failing.push(path))
    expect(shown()).toBe(sentence)
    expect(running.store.read().request).not.toBe('sent')
    press()

    expect(opened).toHaveLength(2)
    expect(shown()).toBeUndefined()
    await open.close()
  },
)

test('a page in a frame of another is validated for the domain that the shop names', async () => {
  const calls = aNetwork(findAnswer)
  const opened = aDevice()
  const { press, open } = await aButton({ domainName: 'registered.test' })
  press()
  await opened[0]?.onvalidatemerchant({ validationURL })

  const sent = calls.find(({ url }) => url.pathname.endsWith('/apple_pay_web/sessions'))?.body
  expect(sent).toMatchObject({ applePayWebSession: { domainName: 'registered.test' } })
  await open.close()
})

test('the page is validated for its host and the shop’s name, and a validation that fails ends the session', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const calls = aNetwork(findAnswer)
  const opened = aDevice()
  const { press, open } = await aButton()
  press()
  await opened[0]?.onvalidatemerchant({ validationURL })

  expect(calls.find(({ url }) => url.pathname.endsWith('/apple_pay_web/sessions'))?.body).toMatchObject({
    _meta: { source: 'apple-pay', sessionId: 'session' },
    applePayWebSession: {
      validationUrl: validationURL,
      domainName: 'shop.test',
      merchantIdentifier: 'merchant.demo',
      displayName: 'Demo club',
    },
  })
  expect(opened[0]?.completeMerchantValidation).toHaveBeenCalledWith({ merchantSessionIdentifier: 's' })
  opened[0]?.oncancel()

  const unreached = expect.objectContaining({ code: 'CLIENT_GATEWAY_NETWORK' })
  for (const [status, code, originalError] of [
    [422, 'APPLE_PAY_MERCHANT_VALIDATION_FAILED', { error: { message: 'no' } }],
    [500, 'APPLE_PAY_MERCHANT_VALIDATION_NETWORK', unreached],
  ]) {
    aNetwork(() => Response.json({ error: { message: 'no' } }, { status: Number(status) }))
    press()
    await opened.at(-1)?.onvalidatemerchant({ validationURL })
    expect(opened.at(-1)?.abort).toHaveBeenCalledOnce()
    expect(log).toHaveBeenLastCalledWith(expect.objectContaining({ code, details: { originalError } }))
  }
  await open.close()
})

test('an authorized payment is chosen with what the device gave, and the device is told how it ended (L3.4)', async () => {
  const calls = aNetwork(findAnswer)
  const opened = aDevice()
  const { press, running, open } = await aButton()
  press()
  await opened[0]?.onpaymentauthorized({ payment })

  const { body } = calls.find(({ url }) => url.pathname.endsWith('/apple_payment_tokens')) ?? {}
  const paymentData = btoa(JSON.stringify({ version: 'EC_v1' }))
  expect(body).toMatchObject({ applePaymentToken: { paymentData, transactionIdentifier: 't1' } })
  expect(opened[0]?.completePayment).toHaveBeenCalledWith(0)
  expect(running.store.read().selected).toEqual({
    ...card,
    details: { ...card.details, rawPaymentData: payment },
  })

  aNetwork(() => new TypeError('no network'))
  press()
  await opened[1]?.onpaymentauthorized({ payment })
  expect(opened[1]?.completePayment).toHaveBeenCalledWith(1)
  await open.close()
})

test('a device without a card that can pay says so, until it has one (L8.87)', async () => {
  aNetwork(findAnswer)
  const canMakePaymentsWithActiveCard = vi.fn(async () => false)
  const opened = aDevice({ canMakePaymentsWithActiveCard })
  const { press, shown, open } = await aButton()
  await vi.waitFor(() => expect(canMakePaymentsWithActiveCard).toHaveBeenCalledWith('merchant.demo'))

  press()
  expect(shown()).toBe('Add a supported card to your Apple Pay wallet first.')
  expect(opened).toEqual([])
  canMakePaymentsWithActiveCard.mockImplementation(async () => true)
  press()
  await Promise.resolve()
  press()
  expect(opened).toHaveLength(1)
  await open.close()
})

test('a request in the sheet says that the button must be used (L4.65 L8.79)', async () => {
  aNetwork(findAnswer)
  aDevice()
  const { open, shown } = await aButton()

  await expect(open.request({})).rejects.toThrow('No payment method is available.')
  expect(shown()).toBe('Use the Apple Pay button to continue.')
})

test('a request of the shop that the device refuses is told, and the next click tries again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  aNetwork(findAnswer)
  const refusal = new TypeError('total must have an amount')
  const opened = aDevice({}, () => {
    throw refusal
  })
  const { press, shown, open } = await aButton()

  press()
  press()
  expect(shown()).toBe('Something went wrong on our end.')
  expect(log.mock.calls).toEqual([[refusal], [refusal]])
  expect(opened).toHaveLength(2)
  await open.close()
})

test('what a device says after teardown is not heard', async () => {
  const calls = aNetwork(findAnswer)
  const opened = aDevice()
  const { press, open, running } = await aButton()
  press()
  await open.close()
  await opened[0]?.onpaymentauthorized({ payment })
  press()

  expect(running.store.read()).toMatchObject({ selected: undefined, request: 'none' })
  expect(calls.filter(({ url }) => url.pathname.endsWith('/apple_payment_tokens'))).toEqual([])
  expect(opened).toHaveLength(1)
})

test('a page of its own opens its sessions by the part of the SDK, until that is torn down', async () => {
  const configuration = aGateway({ applePayWeb }).configuration
  aNetwork((call) => (call.url.pathname === '/configuration' ? configuration : findAnswer(call)))
  vi.stubGlobal('window', { location: { host: 'shop.test', hostname: 'shop.test' } })
  const token = { authorizationFingerprint: 'f', configUrl: 'https://gateway.test/configuration' }
  const part = await applePayPart.create({ authorization: btoa(JSON.stringify(token)) })

  expect(() => Object.assign(part, { merchantIdentifier: 'merchant.other' })).toThrow(TypeError)
  expect(part.merchantIdentifier).toBe('merchant.demo')
  expect(part.createPaymentRequest({ countryCode: 'CA' })).toMatchObject({
    countryCode: 'CA',
    currencyCode: 'USD',
  })
  expect(await part.performValidation({ validationURL })).toEqual({ merchantSessionIdentifier: 's' })
  expect(await part.tokenize(payment)).toEqual(card)
  const nothing = {} as never
  await expect(part.performValidation(nothing)).rejects.toMatchObject({
    code: 'APPLE_PAY_VALIDATION_URL_REQUIRED',
  })
  await expect(part.tokenize(nothing)).rejects.toMatchObject({ code: 'APPLE_PAY_PAYMENT_TOKEN_REQUIRED' })
  await part.teardown()
  await expect(part.tokenize(payment)).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })

  const client = {
    getVersion: () => '3.99.0',
    getConfiguration: () => toClientConfiguration({ ...aGateway(), text: 'sandbox_key_merchant' }),
  }
  await expect(applePayPart.create({ client } as never)).rejects.toMatchObject({
    code: 'APPLE_PAY_NOT_ENABLED',
  })
})

test('a part that waits for no gateway is there at once; its methods wait, and tell why it cannot be had', async () => {
  const { configuration } = aGateway({ applePayWeb })
  const answering: (() => void)[] = []
  aNetwork(async (call) => {
    if (call.url.pathname !== '/configuration') return findAnswer(call)
    await new Promise<void>((resolve) => answering.push(resolve))
    return configuration
  })
  vi.stubGlobal('window', { location: { host: 'shop.test', hostname: 'shop.test' } })
  const token = { authorizationFingerprint: 'f', configUrl: 'https://gateway.test/configuration' }
  const authorization = btoa(JSON.stringify(token))
  const part = await applePayPart.create({ authorization, useDeferredClient: true })

  expect(part.merchantIdentifier).toBeUndefined()
  const request = part.createPaymentRequest({ countryCode: 'CA' })
  answering[0]?.()
  expect(await request).toMatchObject({ countryCode: 'CA', currencyCode: 'USD' })
  expect(part.merchantIdentifier).toBe('merchant.demo')
  expect(await part.performValidation({ validationURL })).toEqual({ merchantSessionIdentifier: 's' })
  await part.teardown()
  await expect(part.tokenize(payment)).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })

  const wrong = await applePayPart.create({ authorization: 'wrong', useDeferredClient: true })
  await expect(wrong.createPaymentRequest()).rejects.toMatchObject({ code: 'CLIENT_INVALID_AUTHORIZATION' })
  await wrong.teardown()
  await expect(applePayPart.create({ useDeferredClient: true } as never)).rejects.toMatchObject({
    code: 'INSTANTIATION_OPTION_REQUIRED',
  })
})
