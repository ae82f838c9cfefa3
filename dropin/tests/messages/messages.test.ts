import { expect, test } from 'vitest'
import { enUs } from '../../src/messages/en-us.ts'
import { failureKey, interpolate, mergeMessages } from '../../src/messages/messages.ts'
import { deletionQuestion, describeMethod } from '../../src/payment-methods/payment-method.ts'
import { BraintreeError } from '../../src/platform/errors.ts'

const messages = mergeMessages({})

test('English has a text for each of the 73 keys, for ten of the billing address, four of 3-D Secure, Google Pay’s button, PayPal’s window that was closed, and what is for the developer', () => {
  expect(Object.values(messages).filter(Boolean)).toHaveLength(73 + 10 + 4 + 3)
})

test.each([
  [
    'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
    'This credit card already exists as a saved funding source.',
  ],
  ['HOSTED_FIELDS_FAILED_TOKENIZATION', 'Please check your information and try again.'],
  ['HOSTED_FIELDS_FIELDS_INVALID', 'Please check your information and try again.'],
  ['HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', 'Network error. Please try again.'],
  [
    'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED',
    'Credit card verification failed. Please check your information and try again.',
  ],
])('the failure %s is told in its own words (L8.72 L8.73 L8.74 L8.75 L8.76)', (code, text) => {
  const failure = new BraintreeError({ code, type: 'CUSTOMER', message: '' })

  expect(messages[failureKey(failure)]).toBe(text)
})

test('a failure without a text of its own gets the generic one (L8.70 L8.90)', () => {
  const failure = new BraintreeError({
    code: 'CLIENT_AUTHORIZATION_INSUFFICIENT',
    type: 'MERCHANT',
    message: '',
  })

  expect(messages[failureKey(failure)]).toBe('Something went wrong on our end.')
  expect(failureKey(new Error('no code'))).toBe('genericError')
})

test('every field has an empty and an invalid text (L5.48 L5.49 L5.46 L5.47)', () => {
  for (const field of ['Number', 'ExpirationDate', 'Cvv', 'PostalCode', 'CardholderName']) {
    expect(messages).toHaveProperty(`fieldEmptyFor${field}`, expect.stringMatching(/./))
    expect(messages).toHaveProperty(`fieldInvalidFor${field}`, expect.stringMatching(/./))
  }
  expect(messages.fieldEmptyForCvv).toBe('Please enter a CVV.')
  expect(messages.fieldInvalidForNumber).toBe("This card number isn't valid.")
  expect(messages.unsupportedCardTypeError).toBe("This card type isn't supported. Please try another card.")
})

test('a merchant’s texts stand over those of the locale; one that is no text empties it', () => {
  const merged = mergeMessages(
    { edit: 'Bearbeiten', Card: 'Karte' },
    { payWithCard: 'Card, please', edit: 7 },
  )

  expect(merged).toEqual({ ...enUs, Card: 'Karte', payWithCard: 'Card, please', edit: '' })
})

test('what a customer chose as text is shown as text, never as a placeholder of its own', () => {
  expect(interpolate('{{first}} and {{second}}', { first: '{{second}}', second: '$&' })).toBe(
    '{{second}} and $&',
  )
})

test('a saved method is named by what tells it apart, and so is the question before its deletion (L2.10 L2.11 L2.12 L2.13)', () => {
  const card = { nonce: 'n', type: 'CreditCard', details: { lastFour: '1881', cardType: 'Visa' } }
  const paypal = { nonce: 'n', type: 'PayPalAccount', details: { email: 'demo@example.org' } }
  const venmo = { nonce: 'n', type: 'VenmoAccount', details: { username: '@demo' } }
  const googlePay = { nonce: 'n', type: 'AndroidPayCard', details: { lastFour: '1111', cardType: 'Visa' } }
  const other = { nonce: 'n', type: 'Voucher', details: {} }

  expect(describeMethod(card, messages)).toEqual({ title: 'Ending in •••• 1881', subtitle: 'Visa' })
  expect(describeMethod(paypal, messages)).toEqual({ title: 'demo@example.org', subtitle: 'PayPal' })
  expect(describeMethod(venmo, messages)).toEqual({ title: '@demo', subtitle: 'Venmo' })
  expect(describeMethod(googlePay, messages)).toEqual({ title: 'Google Pay', subtitle: 'Visa' })
  expect(deletionQuestion(card, messages)).toBe('Delete the Visa card ending in 1881?')
  expect(deletionQuestion(paypal, messages)).toContain('demo@example.org')
  expect(deletionQuestion(venmo, messages)).toBe('Delete the Venmo account @demo?')
  expect(deletionQuestion(other, messages)).toBe(messages.genericDeleteConfirmationMessage)
})
