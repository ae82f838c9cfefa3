import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Gateway, toClientConfiguration } from '../../src/gateway/gateway.ts'
import { waits } from '../../src/platform/waits.ts'
import googlePaymentPart from '../../src/sdk/google-payment.ts'
import { offeredOptions } from '../../src/ways-to-pay/all-ways.ts'
import { googlePayOption } from '../../src/ways-to-pay/google-pay/google-pay-option.tsx'
import * as code from '../../src/ways-to-pay/google-pay/open-button.ts'
import { openGooglePayment } from '../../src/ways-to-pay/google-pay/payment/google-payment.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork } from '../network.ts'
import { aWidget } from '../running.ts'

const androidPay = {
  googleAuthorizationFingerprint: 'google-fingerprint',
  paypalClientId: null,
  supportedNetworks: ['visa', 'amex'],
}
const transactionInfo = { totalPriceStatus: 'FINAL', totalPrice: '26.00', currencyCode: 'USD' }
const key: Gateway['authorization'] = {
  kind: 'tokenization-key',
  key: 'sandbox_a_b',
  environment: 'sandbox',
  merchantId: 'b',
}
const details = {
  cardType: 'Visa',
  lastFour: '1111',
  lastTwo: '11',
  isNetworkTokenized: false,
  bin: '411111',
}
const card = { nonce: 'n', type: 'AndroidPayCard', description: 'Android Pay', details }
const firstData = { paymentMethodToken: { token: JSON.stringify({ androidPayCards: [card] }) } }
const secondData = (token: object | string) => ({
  apiVersion: 2,
  paymentMethodData: {
    tokenizationData: { token: typeof token === 'string' ? token : JSON.stringify(token) },
  },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const text = 'sandbox_key_merchant'

type Drawn = { onClick: () => Promise<void>; [look: string]: unknown }

/** Google's script on a page, with its calls. */
function aGoogle(
  loadPaymentData: (request: object) => Promise<unknown> = async () => firstData,
  result = true,
) {
  const [drawn, asked, made]: [Drawn[], object[], object[]] = [[], [], []]
  function PaymentsClient(options: object) {
    made.push(options)
    return {
      isReadyToPay: async () => ({ result }),
      createButton: (button: Drawn) => drawn.push(button),
      loadPaymentData(request: object) {
        asked.push(request)
        return loadPaymentData(request)
      },
    }
  }
  vi.stubGlobal('google', { payments: { api: { PaymentsClient } } })
  return { drawn, asked, made }
}

/** A widget whose Google Pay sheet loads. */
function aWay(overrides: object = {}, configuration: object = {}) {
  const place = { replaceChildren: vi.fn() }
  const sheet = { querySelector: () => place } as unknown as Element
  const running = aWidget({
    options: { googlePay: { transactionInfo, ...overrides } },
    offered: ['googlePay'],
  })
  Object.assign(running, {
    gateway: aGateway({ androidPay, ...configuration }),
    loadCode: async () => code,
  })
  const open = googlePayOption.open(running)
  const shown = () => {
    const { error } = running.store.read()
    return error && running.messages[error]
  }
  return { running, open, shown, load: () => open.load(sheet, Promise.resolve()) }
}

const hasAnalytics = (calls: ReturnType<typeof aNetwork>) =>
  calls.flatMap(
    ({ body }) => (body.analytics as { kind: string }[] | undefined)?.map(({ kind }) => kind) ?? [],
  )

test.each([
  ['a browser that can', { androidPay }, { googlePay: { transactionInfo } }, true, true],
  ['a browser that cannot', { androidPay }, { googlePay: { transactionInfo } }, false, false],
  ['a gateway without it', {}, { googlePay: { transactionInfo } }, true, false],
  ['a shop that does not ask for it', { androidPay }, {}, true, false],
])('Google Pay in %s is offered, or not', async (_, configuration, options, result, isOffered) => {
  aGoogle(undefined, result)

  const offered = await offeredOptions(
    { authorization: 'x', ...options },
    aGateway(configuration),
    async () => code,
  )

  expect(offered.includes('googlePay')).toBe(isOffered)
})

/** A page to which scripts can be added, that load, fail, or hang. */
function aPage(event?: 'load' | 'error') {
  const script = {
    src: '',
    setAttribute: () => undefined,
    addEventListener: (name: string, listen: () => void) => name === event && listen(),
    remove: vi.fn(),
  }
  vi.stubGlobal('document', { createElement: () => script, head: { append: () => undefined } })
  return script
}

test('Google’s script is waited for 3 seconds to hear whether it can pay, 30 before its row is disabled', async () => {
  aNetwork()
  const script = aPage()
  const offered = vi.fn()
  const failed = vi.fn()
  const options = { authorization: 'x', googlePay: { transactionInfo } }
  const asking = offeredOptions(options, aGateway({ androidPay }), async () => code).then(offered)
  const { load } = aWay()
  const loading = load().catch(failed)

  await vi.advanceTimersByTimeAsync(waits.googleReady - 1)
  expect(offered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asking
  expect(offered).toHaveBeenCalledWith(['card', 'googlePay'])
  expect(script.src).toBe('https://gateway.test/gp/p/js/pay.js')
  await vi.advanceTimersByTimeAsync(waits.google - waits.googleReady - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringMatching(/did not load in time/) }),
  )
  expect(script.remove).toHaveBeenCalled()
  expect([waits.googleReady, waits.google]).toEqual([3000, 30_000])
})

test('a script that fails or brings nothing, and a browser that cannot pay after all, disable the row', async () => {
  aNetwork()
  aPage('error')
  await expect(aWay().load()).rejects.toThrow('did not load.')
  aPage('load')
  await expect(aWay().load()).rejects.toThrow("Google's script brought no client.")
  aGoogle(undefined, false)
  await expect(aWay().load()).rejects.toThrow('This browser has no Google Pay.')
})

test('Google’s button is drawn with the shop’s looks, short unless it says otherwise; its click is ours', async () => {
  aNetwork()
  const { drawn, made } = aGoogle()
  const onClick = vi.fn()
  await aWay({ button: { buttonColor: 'white', onClick } }).load()
  await aWay({ button: { buttonType: 'pay' } }, { environment: 'production' }).load()

  expect(drawn[0]).toMatchObject({ buttonType: 'short', buttonColor: 'white' })
  await drawn[0]?.onClick()
  expect(onClick).not.toHaveBeenCalled()
  expect(drawn[1]).toMatchObject({ buttonType: 'pay' })
  expect(made).toEqual([{ environment: 'TEST' }, { environment: 'PRODUCTION' }])
})

test('a card is chosen with what Google gave, one at a time however often the button is pressed (L3.4)', async () => {
  aNetwork()
  let answer: (data: unknown) => void = () => undefined
  const { drawn, asked } = aGoogle(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const { load, running } = aWay({ merchantId: 'g-1', emailRequired: true })
  await load()
  const paying = drawn[0]?.onClick()
  await drawn[0]?.onClick()

  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ merchantId: 'g-1', emailRequired: true, transactionInfo })
  expect(asked[0]).not.toHaveProperty('button')
  answer(firstData)
  await paying
  expect(running.store.read().selected).toEqual({
    ...card,
    details: { ...details, rawPaymentData: firstData },
  })
})

test('a PayPal account inside of Google Pay is an account, with nothing but its nonce', async () => {
  aNetwork()
  const account = { nonce: 'p', type: 'PayPalAccount', description: 'PayPal' }
  const { drawn } = aGoogle(async () => secondData({ paypalAccounts: [account] }))
  const { load, running } = aWay({ googlePayVersion: 2 })
  await load()
  await drawn[0]?.onClick()

  expect(running.store.read().selected).toEqual({ ...account, details: {} })
})

test('who turns back at Google hears nothing, what fails is told, and both can try again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const calls = aNetwork()
  const wrong = { statusCode: 'DEVELOPER_ERROR', statusMessage: 'transactionInfo is missing' }
  const ends: object[] = [{ statusCode: 'CANCELED' }, wrong, { statusCode: 'INTERNAL_ERROR' }]
  const { drawn } = aGoogle(async () => {
    const end = ends.shift()
    if (end) throw end
    return secondData({ error: { message: 'Card network is not accepted.' } })
  })
  const { load, shown, running } = aWay()
  await load()
  const press = () => drawn[0]?.onClick()

  await press()
  expect(shown()).toBeUndefined()
  await press()
  expect(shown()).toBe('Developer Error: Something went wrong. Check the console for details.')
  expect(log).toHaveBeenLastCalledWith(wrong)
  await press()
  expect(shown()).toBe('Something went wrong on our end.')
  await press()
  expect(running.store.read()).toMatchObject({ request: 'none', selected: undefined })
  expect(log).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'GOOGLE_PAYMENT_GATEWAY_ERROR' }))
  await expect
    .poll(() => hasAnalytics(calls))
    .toEqual(
      expect.arrayContaining([
        'web.dropin.googlepay.loadPaymentData.canceled',
        'web.dropin.googlepay.loadPaymentData.failed',
        'web.google-payment.parseResponse.failed',
      ]),
    )
})

test('a request in the sheet says that the button must be used, and teardown ends what Google still says', async () => {
  aNetwork()
  const { drawn } = aGoogle()
  const { load, shown, open, running } = aWay()
  await load()

  await expect(open.request({})).rejects.toThrow('No payment method is available.')
  expect(shown()).toBe('Use the Google Pay button to continue.')
  const paying = drawn[0]?.onClick()
  await open.close()
  await paying
  expect(running.store.read().selected).toBeUndefined()
})

test('a widget that ends while somebody pays at Google leaves the button of another to work, one at a time', async () => {
  aNetwork()
  const answers: ((data: unknown) => void)[] = []
  const { drawn, asked } = aGoogle(() => new Promise((resolve) => answers.push(resolve)))
  const [first, second] = [aWay(), aWay()]
  await first.load()
  await second.load()
  const clicked = drawn[0]?.onClick()
  await drawn[1]?.onClick()
  expect(asked).toHaveLength(1)

  await first.open.close()
  const paying = drawn[1]?.onClick()
  expect(asked).toHaveLength(2)
  answers[0]?.(firstData)
  await clicked
  await drawn[1]?.onClick()
  expect(asked).toHaveLength(2)
  answers[1]?.(firstData)
  await paying
  expect(first.running.store.read().selected).toBeUndefined()
  expect(second.running.store.read().selected).toMatchObject({ nonce: 'n' })
})

const common = {
  gateway: 'braintree',
  'braintree:merchantId': 'merchant',
  'braintree:apiVersion': 'v1',
  'braintree:sdkVersion': '3.99.0',
  'braintree:metadata': '{"sessionId":"session","version":"3.99.0"}',
}
const cardParameters = { ...common, 'braintree:authorizationFingerprint': 'google-fingerprint' }

test('a request of version 1 names the merchant, the networks, and the key where the page has one', () => {
  aNetwork()
  const gateway = { ...aGateway({ androidPay }), authorization: key }

  const payment = openGooglePayment({ gateway, merchantId: 'g-1' })
  expect(payment.createPaymentDataRequest({ transactionInfo })).toEqual({
    ...{ apiVersion: 1, environment: 'TEST', merchantId: 'g-1', transactionInfo },
    allowedPaymentMethods: ['CARD', 'TOKENIZED_CARD'],
    paymentMethodTokenizationParameters: {
      tokenizationType: 'PAYMENT_GATEWAY',
      parameters: { ...cardParameters, 'braintree:clientKey': 'sandbox_a_b' },
    },
    cardRequirements: { allowedCardNetworks: ['VISA', 'AMEX'] },
  })
})

test('a request of version 1 says so without a merchant of Google’s, too', () => {
  aNetwork()
  const payment = openGooglePayment({ gateway: aGateway({ androidPay }) })

  expect(payment.createPaymentDataRequest({ transactionInfo })).toMatchObject({ apiVersion: 1 })
})

test('a request of version 2 takes cards, and PayPal where the gateway has it; the shop’s own methods are completed', () => {
  aNetwork()
  const gateway = aGateway({ androidPay: { ...androidPay, paypalClientId: 'client' } })
  const payment = openGooglePayment({ gateway, version: 2, merchantId: 'g-1' })
  const tokenizationSpecification = { type: 'PAYMENT_GATEWAY', parameters: cardParameters }
  const allowedAuthMethods = ['PAN_ONLY', 'CRYPTOGRAM_3DS']
  const unit = { payee: { client_id: 'client' }, recurring_payment: true }

  expect(payment.createPaymentDataRequest({ merchantInfo: { merchantName: 'Demo club' } })).toEqual({
    apiVersion: 2,
    apiVersionMinor: 0,
    environment: 'TEST',
    merchantInfo: { merchantName: 'Demo club', merchantId: 'g-1' },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: { allowedAuthMethods, allowedCardNetworks: ['VISA', 'AMEX'] },
        tokenizationSpecification,
      },
      {
        type: 'PAYPAL',
        parameters: { purchase_context: { purchase_units: [unit] } },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { ...common, 'braintree:paypalClientId': 'client' },
        },
      },
    ],
  })
  const methods = [
    { type: 'CARD', parameters: { allowedCardNetworks: ['VISA'], billingAddressRequired: true } },
  ]
  expect(payment.createPaymentDataRequest({ allowedPaymentMethods: methods })).toMatchObject({
    allowedPaymentMethods: [
      {
        parameters: { allowedAuthMethods, allowedCardNetworks: ['VISA'], billingAddressRequired: true },
        tokenizationSpecification,
      },
    ],
  })
})

test('a page of its own reads what Google gives by the part of the SDK, until that is torn down', async () => {
  aNetwork()
  const client = {
    getVersion: () => '3.99.0',
    getConfiguration: () => toClientConfiguration({ ...aGateway({ androidPay }), text }),
  } as never
  const part = await googlePaymentPart.create({ client, googlePayVersion: 2, googleMerchantId: 'g-1' })

  expect(part.createPaymentDataRequest({})).toMatchObject({
    apiVersion: 2,
    merchantInfo: { merchantId: 'g-1' },
  })
  const parsed = { ...card, details: { ...details, expirationYear: '2030' } }
  expect(await part.parseResponse(secondData({ androidPayCards: [parsed] }))).toEqual(card)
  expect(await part.parseResponse(firstData)).toEqual(card)
  for (const [token, why] of [
    [{ error: { message: 'no' } }, { message: 'no' }],
    [{}, expect.any(Error)],
    ['no JSON', expect.any(SyntaxError)],
  ])
    await expect(part.parseResponse(secondData(token))).rejects.toMatchObject({
      code: 'GOOGLE_PAYMENT_GATEWAY_ERROR',
      details: { originalError: why },
    })
  await part.teardown()
  await expect(part.parseResponse(firstData)).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })

  await expect(googlePaymentPart.create({ client, googlePayVersion: 3 })).rejects.toMatchObject({
    code: 'GOOGLE_PAYMENT_UNSUPPORTED_VERSION',
  })
  const without = {
    getVersion: () => '3.99.0',
    getConfiguration: () => toClientConfiguration({ ...aGateway(), text }),
  } as never
  await expect(googlePaymentPart.create({ client: without })).rejects.toMatchObject({
    code: 'GOOGLE_PAYMENT_NOT_ENABLED',
  })
})

test('a part that waits for no gateway is there at once, and its request comes with the gateway', async () => {
  const { configuration } = aGateway({ androidPay })
  aNetwork(({ url }) => (url.pathname === '/configuration' ? configuration : {}))
  vi.stubGlobal('window', { location: { host: 'shop.test' } })
  const token = { authorizationFingerprint: 'f', configUrl: 'https://gateway.test/configuration' }
  const authorization = btoa(JSON.stringify(token))
  const part = await googlePaymentPart.create({ authorization, googlePayVersion: 2, useDeferredClient: true })

  const request = part.createPaymentDataRequest({ transactionInfo })
  expect(request).toBeInstanceOf(Promise)
  expect(await request).toMatchObject({ apiVersion: 2, transactionInfo })
  expect(await part.parseResponse(firstData)).toEqual(card)
  await part.teardown()
  await expect(part.parseResponse(firstData)).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
})
