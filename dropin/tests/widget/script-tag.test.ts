import { expect, test, vi } from 'vitest'
import { hiddenFields, optionsFrom } from '../../src/post-form.ts'
import type { PaymentMethodPayload } from '../../src/public-types/dropin.ts'
import { runScriptTag } from '../../src/script-tag.ts'

const never = new Promise<never>(() => undefined)

/** As the browser reads attributes of HTML: in any case. */
const tag = (attributes: Record<string, string>) => (name: string) => attributes[name.toLowerCase()] ?? null

test('the attributes of a script tag are options: dots nest, hyphens turn into capitals, values are JSON or words', () => {
  const attributes = {
    'data-locale': 'de_DE',
    'data-payment-option-priority': '["paypal", "card"]',
    'data-data-collector.kount': 'true',
    'data-data-collector.paypal': 'false',
    'data-card.cardholder-name.required': 'true',
    'data-paypal.amount': '10.50',
    'data-paypal.currency': 'USD',
    'data-paypal.flow': 'checkout',
    'data-paypal.landing-page-type': 'login',
    'data-paypal-credit.flow': 'vault',
    'data-card.overrides.fields.cvv': 'null',
    'data-three-d-secure': 'true',
    'data-three-d-secure.amount': '"23.00"',
    'data-vault-manager': 'true',
  }

  expect(optionsFrom(tag(attributes))).toEqual({
    locale: 'de_DE',
    paymentOptionPriority: ['paypal', 'card'],
    dataCollector: { kount: true, paypal: false },
    card: { cardholderName: { required: true } },
    paypal: { amount: 10.5, currency: 'USD', flow: 'checkout', landingPageType: 'login' },
    paypalCredit: { flow: 'vault' },
    threeDSecure: { amount: '23.00' },
  })
})

test.each([
  [{ 'data-card.cardholder-name': 'true' }, true],
  [{ 'data-card.cardholdername': 'true' }, true],
  [{ 'data-card.cardholdername.required': 'true' }, { required: true }],
  [
    { 'data-card.cardholder-name': 'true', 'data-card.cardholder-name.required': 'false' },
    { required: false },
  ],
])('a script tag asks for the cardholder’s name by %o', (attributes, cardholderName) => {
  expect(optionsFrom(tag(attributes))).toEqual({ card: { cardholderName } })
})

test('nonce and device data are posted in hidden fields, device data where there are some (L7.38 L7.39)', () => {
  const payload = { nonce: 'a-nonce', type: 'CreditCard', details: {} } as PaymentMethodPayload

  expect(hiddenFields({ ...payload, deviceData: '{"correlation_id":"c"}' })).toEqual({
    payment_method_nonce: 'a-nonce',
    device_data: '{"correlation_id":"c"}',
  })
  expect(hiddenFields(payload)).toStrictEqual({ payment_method_nonce: 'a-nonce' })
})

test.each([
  [
    'without an authorization',
    null,
    'Authorization not found in data-braintree-dropin-authorization attribute',
  ],
  ['outside of a form', 'token', 'No form found for script tag integration.'],
])(
  'a script tag %s makes no widget, and says what it lacks (L5.5 L5.6)',
  async (_, authorization, message) => {
    const script = { hasAttribute: () => true, getAttribute: () => authorization, closest: () => null }
    const create = () => Promise.reject(new Error('no widget is expected'))

    const following = runScriptTag(script as Partial<Element> as Element, create, undefined)

    await expect(following).rejects.toMatchObject({ name: 'DropinError', message })
  },
)

test('until what posts the form is there nothing is posted; where it never comes the form says so and is free', async () => {
  vi.useFakeTimers()
  const form = new EventTarget()
  const logged: unknown[] = []
  const script = { getAttribute: () => 'token', closest: () => form, before: () => undefined }
  vi.stubGlobal('document', { createElement: () => ({ append: (notice: object) => logged.push(notice) }) })
  const assets = [{ stylesheet: '', loadLocale: () => never, loadCode: () => never }]
  const isPosted = () => form.dispatchEvent(new Event('submit', { cancelable: true }))

  const following = runScriptTag(script as object as Element, () => never, assets).catch(
    ({ message }) => message,
  )
  await vi.advanceTimersByTimeAsync(59_999)
  expect(isPosted()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)

  expect(await following).toBe('What posts the form did not load in time.')
  expect(logged).toMatchObject([
    { role: 'alert', textContent: expect.stringContaining('did not load in time.') },
  ])
  expect(isPosted()).toBe(true)
  vi.useRealTimers()
})
