import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import paypalCheckout from '../../src/sdk/paypal-checkout.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'

const paypal = {
  displayName: 'Demo shop',
  clientId: 'client-1',
  assetsUrl: 'https://gateway.test',
  environmentNoNetwork: false,
  unvettedMerchant: false,
}
const { configuration } = aGateway({ paypalEnabled: true, paypal })
const fingerprint = {
  authorizationFingerprint: 'f?customer_id=1',
  configUrl: 'https://gateway.test/configuration',
}
const authorization = btoa(JSON.stringify(fingerprint))
const answers: [end: string, answer: object][] = [
  ['/setup_billing_agreement', { agreementSetup: { tokenId: 'BA-1' } }],
  ['/patch_payment_resource', { paymentResource: { paymentToken: 'PAYID-1' } }],
  ['/paypal_accounts', { paypalAccounts: [{ nonce: 'n', type: 'PayPalAccount', details: {} }] }],
]

beforeEach(() => {
  vi.stubGlobal('window', { location: { host: 'shop.test' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const aShop = (answered = configuration) =>
  aNetwork(({ url }: Call) => {
    if (url.pathname === '/configuration') return answered
    return answers.find(([end]) => url.pathname.endsWith(end))?.[1] ?? {}
  })

test('a page of its own asks for a payment, changes it, and makes a nonce of the approval, until it tears down', async () => {
  const calls = aShop()
  const checkout = await paypalCheckout.create({ authorization, merchantAccountId: 'second' })

  expect(await checkout.createPayment({ flow: 'vault' })).toBe('BA-1')
  await checkout.updatePayment({ paymentId: 'PAYID-1', currency: 'USD', amount: '20.00' })
  expect(await checkout.tokenizePayment({ billingToken: 'BA-1' })).toMatchObject({ nonce: 'n' })

  expect(calls.filter(({ url }) => /paypal/.test(url.pathname)).map(({ body }) => body)).toMatchObject([
    { merchantAccountId: 'second', _meta: { integration: 'custom' } },
    { merchantAccountId: 'second', paymentId: 'PAYID-1', currencyIsoCode: 'USD', amount: '20.00' },
    { merchantAccountId: 'second', paypalAccount: { options: { validate: true } } },
  ])
  await expect(checkout.updatePayment({ paymentId: 'PAYID-1', currency: 'USD' })).rejects.toMatchObject({
    code: 'PAYPAL_MISSING_REQUIRED_OPTION',
  })
  await checkout.teardown()
  await expect(checkout.createPayment({ flow: 'vault' })).rejects.toMatchObject({
    code: 'METHOD_CALLED_AFTER_TEARDOWN',
  })
})

test('a merchant without PayPal is told at once', async () => {
  aShop({ ...configuration, paypalEnabled: false })

  await expect(paypalCheckout.create({ authorization })).rejects.toMatchObject({ code: 'PAYPAL_NOT_ENABLED' })
})

test('PayPal’s own SDK is loaded for the merchant as the page wants it, and goes at teardown', async () => {
  aShop()
  const script = {
    src: '',
    attributes: {} as Record<string, string>,
    setAttribute(name: string, value: string) {
      this.attributes[name] = value
    },
    addEventListener: (event: string, listen: () => void) => event === 'load' && listen(),
    remove: vi.fn(),
  }
  vi.stubGlobal('document', { createElement: () => script, head: { append: () => undefined } })
  const checkout = await paypalCheckout.create({ authorization })

  expect(await checkout.getClientId()).toBe('client-1')
  const sdk = { currency: 'CAD', dataAttributes: { 'csp-nonce': 'abc' } }
  expect(await checkout.loadPayPalSDK(sdk)).toBe(checkout)

  const { pathname, searchParams } = new URL(script.src)
  expect(pathname).toBe('/sdk/js')
  expect(Object.fromEntries(searchParams)).toEqual({
    'client-id': 'client-1',
    components: 'buttons',
    intent: 'authorize',
    currency: 'CAD',
  })
  expect(script.attributes).toEqual({ 'data-csp-nonce': 'abc' })
  await checkout.teardown()
  expect(script.remove).toHaveBeenCalled()
})
