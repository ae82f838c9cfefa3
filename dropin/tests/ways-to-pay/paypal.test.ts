import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Configuration } from '../../src/gateway/configuration.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import { postTo } from '../../src/gateway/post.ts'
import { scriptAddress } from '../../src/gateway/third-party-addresses.ts'
import { offeredOptions } from '../../src/ways-to-pay/all-ways.ts'
import { openPayPalCheckout } from '../../src/ways-to-pay/paypal/payment/paypal-checkout.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'
import { noCode } from '../running.ts'

const paypal = {
  displayName: 'Demo shop',
  clientId: 'client',
  assetsUrl: 'https://gateway.test',
  environmentNoNetwork: false,
  unvettedMerchant: false,
}
const isAnalytics = ({ url }: Call) => url.pathname === '/assets/analytics' || url.pathname === '/analytics'
const key: Gateway['authorization'] = {
  kind: 'tokenization-key',
  key: 'sandbox_a_b',
  environment: 'sandbox',
  merchantId: 'b',
}

function aCheckout(setup: { configuration?: Partial<Configuration>; authorization?: typeof key } = {}) {
  const gateway = {
    ...aGateway({ paypalEnabled: true, paypal, ...setup.configuration }),
    ...(setup.authorization && { authorization: setup.authorization }),
  }
  return openPayPalCheckout({ gateway, post: (endpoint, data) => postTo(gateway, endpoint, data) })
}

/** The gateway as PayPal's calls see it; what is asked of it, without the events of analytics. */
function aPayPal(answer: unknown) {
  const calls = aNetwork((call) => (isAnalytics(call) ? {} : answer))
  return () => calls.filter((call) => !isAnalytics(call))
}

const account = {
  paypalAccounts: [
    {
      nonce: 'n',
      type: 'PayPalAccount',
      description: 'PayPal',
      details: { email: 'a@example.org', payerInfo: { email: 'a@example.org', firstName: 'Pat' } },
    },
  ],
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [{ paypal: { flow: 'vault' as const } }, { paypalEnabled: true, paypal }, ['paypal']],
  [{ paypalCredit: { flow: 'vault' as const } }, { paypalEnabled: true, paypal }, ['paypalCredit']],
  [{ paypal: { flow: 'vault' as const } }, { paypalEnabled: false }, []],
  [{}, { paypalEnabled: true, paypal }, []],
])('PayPal is offered where shop and gateway have it: %o of %o', async (options, configuration, expected) => {
  const offered = await offeredOptions({ authorization: 'x', ...options }, aGateway(configuration), noCode)

  expect(offered.filter((option) => option !== 'card')).toEqual(expected)
})

test('PayPal’s script is PayPal’s own, and that of the assets host where the gateway is not Braintree’s', () => {
  const at = (assetsUrl: string) => scriptAddress('paypalButton', { assetsUrl, environment: 'sandbox' })

  expect(at('https://assets.braintreegateway.com')).toBe('https://www.paypalobjects.com/api/checkout.min.js')
  expect(at('http://127.0.0.1:4100')).toBe('http://127.0.0.1:4100/api/checkout.min.js')
})

test('one payment is asked for with its amount and the shop’s name, and opened by the token in its address', async () => {
  const asked = aPayPal({
    paymentResource: { redirectUrl: 'https://www.paypal.com/checkoutnow?token=EC-1&useraction=commit' },
  })
  const options = { flow: 'checkout', amount: '26.00', currency: 'USD', intent: 'capture' } as const

  expect(await aCheckout().createPayment({ ...options, shippingAddressOverride: { city: 'Chicago' } })).toBe(
    'EC-1',
  )

  expect(asked()).toMatchObject([
    {
      method: 'POST',
      url: { pathname: '/client_api/v1/paypal_hermes/create_payment_resource' },
      body: {
        amount: '26.00',
        currencyIsoCode: 'USD',
        intent: 'sale',
        city: 'Chicago',
        offerPaypalCredit: false,
        experienceProfile: { brandName: 'Demo shop', noShipping: 'true', addressOverride: false },
        authorizationFingerprint: 'f?customer_id=1',
      },
    },
  ])
})

test('an agreement is asked for with its description and no amount, and opened by its own token', async () => {
  const asked = aPayPal({ agreementSetup: { tokenId: 'BA-1' } })
  const options = { flow: 'vault', amount: '26.00', billingAgreementDescription: 'Lessons' } as const

  expect(await aCheckout().createPayment({ ...options, displayName: 'Courts', locale: 'de_DE' })).toBe('BA-1')

  const [{ url, body } = expect.fail('nothing was asked')] = asked()
  expect(url.pathname).toBe('/client_api/v1/paypal_hermes/setup_billing_agreement')
  expect(body).toMatchObject({
    description: 'Lessons',
    experienceProfile: { brandName: 'Courts', localeCode: 'de_DE' },
  })
  expect(body).not.toHaveProperty('amount')
})

test.each([
  [
    { billingToken: 'BA-1', payerID: 'P' },
    undefined,
    { billingAgreementToken: 'BA-1', options: { validate: true } },
  ],
  [{ billingToken: 'BA-1', vault: false }, undefined, { options: { validate: false } }],
  [{ billingToken: 'BA-1' }, key, { options: { validate: false } }],
  [
    { paymentToken: 'EC-1', paymentID: 'PAYID-1', payerID: 'P' },
    undefined,
    { paymentToken: 'PAYID-1', payerId: 'P', correlationId: 'EC-1', options: { validate: false } },
  ],
])(
  'an approval %o becomes a nonce, and is saved where it can be',
  async (approval, authorization, expected) => {
    const asked = aPayPal(account)
    const checkout = aCheckout(authorization && { authorization })

    expect(await checkout.tokenizePayment(approval)).toEqual({
      nonce: 'n',
      type: 'PayPalAccount',
      details: { email: 'a@example.org', firstName: 'Pat' },
    })
    expect(asked()).toMatchObject([
      {
        url: { pathname: '/client_api/v1/payment_methods/paypal_accounts' },
        body: { paypalAccount: expected },
      },
    ])
  },
)

test.each([
  ['a merchant without PayPal', { paypalEnabled: false }, 'PAYPAL_NOT_ENABLED'],
  [
    'a merchant without an account of PayPal',
    { paypal: { ...paypal, environmentNoNetwork: true } },
    'PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED',
  ],
])('%s cannot begin: %o is %s', (_, configuration, code) => {
  aNetwork()

  expect(() => aCheckout({ configuration })).toThrow(expect.objectContaining({ code, type: 'MERCHANT' }))
})

test('what fails at the gateway says at which step, and what the shop asked for wrongly', async () => {
  const begin = (flow: string) => aCheckout().createPayment({ flow } as never)

  aPayPal(new Response('{}', { status: 422 }))
  await expect(begin('checkout')).rejects.toMatchObject({ code: 'PAYPAL_INVALID_PAYMENT_OPTION' })
  await expect(begin('gift')).rejects.toMatchObject({ code: 'PAYPAL_FLOW_OPTION_REQUIRED' })
  aPayPal(new TypeError('no network'))
  await expect(begin('vault')).rejects.toMatchObject({
    code: 'PAYPAL_FLOW_FAILED',
    details: { originalError: { code: 'CLIENT_GATEWAY_NETWORK' } },
  })
  await expect(aCheckout().tokenizePayment({ billingToken: 'BA-1' })).rejects.toMatchObject({
    code: 'PAYPAL_ACCOUNT_TOKENIZATION_FAILED',
  })
})

test('what happens with PayPal is told to analytics by the names of the SDK, in milliseconds', async () => {
  vi.setSystemTime(1_795_000_000_123)
  const calls = aNetwork((call) =>
    isAnalytics(call)
      ? {}
      : call.url.pathname.endsWith('paypal_accounts')
        ? { paypalAccounts: [{ nonce: 'n', type: 'PayPalAccount', details: { creditFinancingOffered: {} } }] }
        : { agreementSetup: { tokenId: 'BA-1' } },
  )
  const checkout = aCheckout()
  await checkout.createPayment({ flow: 'vault', offerCredit: true })
  await checkout.tokenizePayment({ billingToken: 'BA-1' })

  const events = calls.filter(isAnalytics).map(({ body }) => body.analytics)
  expect(events).toEqual(
    [
      'initialized',
      'createPayment',
      'credit.offered',
      'tokenization.started',
      'tokenization.success',
      'credit.accepted',
    ].map((kind) => [{ kind: `web.paypal-checkout.${kind}`, isAsync: false, timestamp: 1_795_000_000_123 }]),
  )
})
