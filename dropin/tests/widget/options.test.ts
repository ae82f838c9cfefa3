import { expect, test, vi } from 'vitest'
import { isSupportedByGateway, merchantChoice } from '../../agreed/brands.ts'
import { readAuthorization } from '../../src/gateway/authorization.ts'
import {
  filterOffered,
  type PaymentOption,
  toPayload,
  typesFor,
} from '../../src/payment-methods/payment-method.ts'
import { paymentOptions } from '../../src/payment-methods/ways-to-pay.ts'
import { offeredOptions } from '../../src/ways-to-pay/all-ways.ts'
import { fieldsFor } from '../../src/ways-to-pay/card/card-fields.ts'
import { cardOption } from '../../src/ways-to-pay/card/card-option.tsx'
import { aGateway } from '../gateway.ts'
import { noCode } from '../running.ts'

const brands = ['Visa', 'MasterCard', 'Discover']
const options = { authorization: 'x', container: '#x' }
const gatewayWith = (supportedCardTypes: string[]) => aGateway({ creditCards: { supportedCardTypes } })

test('a wrong paymentOptionPriority is named (L8.58 L8.59 L5.35 L5.37)', async () => {
  const offer = (paymentOptionPriority: never) =>
    offeredOptions({ ...options, paymentOptionPriority }, gatewayWith(brands), noCode)

  await expect(offer('card' as never)).rejects.toThrow('paymentOptionPriority must be an array.')
  await expect(offer(['cash'] as never)).rejects.toThrow(
    'paymentOptionPriority: Invalid payment option specified.',
  )
})

test('each option is offered once, in the order of the shop; an id that is not offered is skipped (L5.36 L6.11 L6.13)', async () => {
  const paymentOptionPriority: PaymentOption[] = ['venmo', 'paypal', 'card', 'paypal', 'card']
  const ways = { card: cardOption, paypal: { ...cardOption, isOffered: async () => true } }
  const offer = (overrides: object) =>
    offeredOptions({ ...options, paymentOptionPriority, ...overrides }, gatewayWith(brands), noCode, ways)

  expect(await offer({})).toEqual(['paypal', 'card'])
  expect(await offer({ card: false })).toEqual(['paypal'])
})

test('an option that does not say in time whether it can be offered is not', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const silent = { ...cardOption, isOffered: () => new Promise<boolean>(() => undefined) }
  const offering = offeredOptions(options, gatewayWith(brands), noCode, { card: cardOption, paypal: silent })

  await vi.advanceTimersByTimeAsync(10_000)
  expect(await offering).toEqual(['card'])
  vi.useRealTimers()
})

test('the ids of the payment options are these six (L3.13)', () => {
  const ids = ['card', 'paypal', 'paypalCredit', 'applePay', 'venmo', 'googlePay']

  expect([...paymentOptions].sort()).toEqual(ids.sort())
})

test('each option makes methods of its type (L3.11)', () => {
  const types = paymentOptions.map((option) => [option, typesFor(option)])

  expect(Object.fromEntries(types)).toEqual({
    card: ['CreditCard'],
    paypal: ['PayPalAccount'],
    paypalCredit: ['PayPalAccount'],
    venmo: ['VenmoAccount'],
    applePay: ['ApplePayCard'],
    googlePay: ['AndroidPayCard'],
  })
})

test('there must be one option at least; one whose check breaks is not offered (L5.38 L8.57)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = { card: { ...cardOption, isOffered: () => Promise.reject(new Error('no network')) } }
  const none = 'No valid payment options available.'

  await expect(offeredOptions({ ...options, card: false }, gatewayWith(brands), noCode)).rejects.toThrow(none)
  await expect(offeredOptions(options, gatewayWith([]), noCode)).rejects.toThrow(none)
  await expect(offeredOptions(options, gatewayWith(brands), noCode, broken)).rejects.toThrow(none)
})

test('CVV and postal code are there when the gateway asks for them, and can be left out (L5.42)', () => {
  const all = ['cvv', 'postal_code']

  expect(fieldsFor(all, { cardholderName: true })).toEqual([
    'cardholderName',
    'number',
    'expirationDate',
    'cvv',
    'postalCode',
  ])
  expect(fieldsFor([], {})).toEqual(['number', 'expirationDate'])
  expect(fieldsFor(all, { overrides: { fields: { postalCode: null } } })).toEqual([
    'number',
    'expirationDate',
    'cvv',
  ])
})

test('a brand is taken if the gateway lists it; Diners Club goes with Discover', () => {
  const taken = (['visa', 'master-card', 'diners-club', 'jcb'] as const).filter((type) =>
    isSupportedByGateway(type, brands),
  )

  expect(taken).toEqual(['visa', 'master-card', 'diners-club'])
  expect(merchantChoice('visa', null)).toBeUndefined()
})

test('wallet methods of the vault stay hidden, and so do types that the merchant hides (L6.7 L6.8 L6.9 L6.10 L9.28)', () => {
  const types = ['CreditCard', 'PayPalAccount', 'ApplePayCard', 'AndroidPayCard', 'VenmoAccount']
  const methods = types.map((type) => ({ nonce: type, type, details: {} }))
  const all = ['card', 'paypal', 'venmo', 'applePay', 'googlePay'] as const

  expect(filterOffered(methods, all).map((method) => method.type)).toEqual(['CreditCard', 'PayPalAccount'])
  expect(filterOffered(methods, all, ['paypal']).map((method) => method.type)).toEqual(['CreditCard'])
  expect(filterOffered(methods, ['paypal']).map((method) => method.type)).toEqual(['PayPalAccount'])
})

test('the result has nonce, details and type, and the rest only where it applies (L3.1 L3.2 L3.3 L3.7)', () => {
  const card = { nonce: 'n', type: 'CreditCard', details: { lastFour: '1111' }, description: 'ending in 11' }

  expect(toPayload(card)).toEqual(card)
  expect(toPayload({ ...card, vaulted: true, hasSubscription: false, default: true })).toEqual({
    ...card,
    vaulted: true,
  })
  expect(toPayload({ ...card, type: 'PayPalAccount' })).not.toHaveProperty('description')
})

test('an authorization is a tokenization key or a client token, anything else is refused', () => {
  const token = btoa(JSON.stringify({ authorizationFingerprint: 'f', configUrl: 'https://example.org' }))

  expect(readAuthorization('sandbox_a1b2_my_merchant')).toMatchObject({
    environment: 'sandbox',
    merchantId: 'my_merchant',
  })
  expect(readAuthorization(token)).toMatchObject({ kind: 'client-token', fingerprint: 'f' })
  for (const text of ['nonsense', btoa('{}')]) {
    expect(() => readAuthorization(text)).toThrow(
      expect.objectContaining({ code: 'CLIENT_INVALID_AUTHORIZATION' }),
    )
  }
})
