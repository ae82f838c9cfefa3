import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CreateOptions } from '../../src/merchant-options/create-options.ts'
import { addMethod, dispatch, type Running } from '../../src/model/running.ts'
import type { PaymentMethod } from '../../src/payment-methods/payment-method.ts'
import { BraintreeError } from '../../src/platform/errors.ts'
import { openBank } from '../../src/request-payment-method/authenticate-by-bank.ts'
import { openAuthentication } from '../../src/request-payment-method/authentication.ts'
import { needsVerification, verifyOptions } from '../../src/request-payment-method/verify-options.ts'
import type { ThreeDSecure } from '../../src/three-d-secure/three-d-secure.ts'
import type { VerifyOptions } from '../../src/three-d-secure/verify-options.ts'
import { aNetwork, type Call } from '../network.ts'
import { aBeginning, aCard } from '../running.ts'

const confirmed = {
  liabilityShifted: true,
  liabilityShiftPossible: true,
  threeDSecureInfo: { status: 'authenticate_successful' },
}
const bin = { lastFour: '1111', cardType: 'Visa', bin: '411111' }
const typed = (nonce: string) => aCard(nonce, { details: bin })
const saved = (nonce: string) => aCard(nonce, { details: bin, vaulted: true })

let fetched: Call[]

beforeEach(() => {
  vi.useFakeTimers()
  fetched = aNetwork(() => ({ paymentMethods: [typed('saved afresh')] }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Verify = (options: VerifyOptions) => Promise<object>

/** A widget whose cards are verified so, with what its page was told. */
function begin(
  verifyCard: Verify = async () => ({ nonce: 'confirmed', ...confirmed }),
  { threeDSecure = { amount: '10.00' }, methods = [] as PaymentMethod[], close = () => undefined } = {},
) {
  const ending = new AbortController()
  const listeners = new Map<string, () => void>()
  const verify = vi.fn(verifyCard)
  const running = aBeginning({ options: { threeDSecure }, ended: ending.signal })
  const provider = {
    verifyCard: verify,
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    close,
  } as unknown as ThreeDSecure
  running.loadCode = async () => ({
    openBank: (widget: Running, settings: object) => openBank(widget, settings, () => provider),
  })
  const events: unknown[] = []
  for (const event of ['paymentMethodRequestable', 'noPaymentMethodRequestable'] as const)
    running.emitter.on(event, (payload) => events.push(payload ?? 'none'))
  const authentication = openAuthentication(running)
  dispatch(running, { type: 'initialized', methods })
  events.length = 0
  const authenticate = async (method: PaymentMethod, asked = {}) =>
    await authentication.authenticate?.(method, asked)
  return { running, ending, listeners, verify, events, authentication, authenticate }
}

const refused = () =>
  Promise.reject(new BraintreeError({ code: 'THREEDS_LOOKUP_ERROR', type: 'UNKNOWN', message: 'no' }))

const google = (isNetworkTokenized: boolean) => ({
  ...typed('n'),
  type: 'AndroidPayCard',
  details: { isNetworkTokenized },
})

test.each([
  ['a card', typed('n'), true],
  ['a saved card', saved('n'), true],
  ['a card that the bank was asked about', { ...typed('n'), liabilityShifted: false }, false],
  ['a card in Google’s wallet', google(false), true],
  ['one there that its network has another number for', google(true), false],
  ['a card in Apple’s wallet', { ...typed('n'), type: 'ApplePayCard' }, false],
  ['an account at PayPal', { ...typed('n'), type: 'PayPalAccount' }, false],
])('%s is verified: see the table (L4.51 L4.52 L4.53 L4.54)', (_, method, isVerified) => {
  expect(needsVerification(method)).toBe(isVerified)
})

test('a card is verified with its own bin, the shop’s amount and window, and the address that was typed (L3.24 L9.25)', () => {
  const billingAddress = { firstName: 'Robin', lastName: 'Demo', company: 'Club', streetAddress: '1 Main' }
  const method = { ...typed('n'), billingAddress }

  expect(verifyOptions(method, { amount: '10.00' }, {})).toEqual({
    nonce: 'n',
    bin: '411111',
    amount: '10.00',
    billingAddress: { givenName: 'Robin', surname: 'Demo', streetAddress: '1 Main' },
    additionalInformation: { acsWindowSize: '03' },
    onLookupComplete: expect.any(Function),
  })
  const asked = {
    nonce: 'another',
    amount: '12.00',
    email: 'robin@example.com',
    billingAddress: { locality: 'Fairmeadow' },
    additionalInformation: { acsWindowSize: '05', shippingMethod: '01' },
  }
  expect(verifyOptions(method, { amount: '10.00' }, { threeDSecure: asked })).toEqual({
    ...asked,
    nonce: 'n',
    bin: '411111',
    onLookupComplete: expect.any(Function),
  })
  expect(verifyOptions(method, {}, {}), 'verifyCard refuses that').not.toHaveProperty('amount')
  const unsaid = { amount: undefined, additionalInformation: { acsWindowSize: undefined } }
  for (const threeDSecure of [unsaid, null as never])
    expect(verifyOptions(method, { amount: '10.00' }, { threeDSecure })).toMatchObject({
      amount: '10.00',
      additionalInformation: { acsWindowSize: '03' },
    })
})

test('while the bank is asked nothing is told and nothing can be pressed; then the card has another nonce (L4.71)', async () => {
  let answer = (_: object) => {}
  const { running, events, authenticate } = begin(() => new Promise<object>((resolve) => (answer = resolve)))
  dispatch(running, { type: 'sheet-completed', option: 'card', complete: true })
  events.length = 0
  addMethod(running, typed('made'))
  const authenticating = authenticate(typed('made'))
  await vi.advanceTimersByTimeAsync(1000)
  dispatch(running, { type: 'other-ways-opened' })

  expect(running.store.read()).toMatchObject({
    loading: true,
    screen: { view: 'methods', optionsBelow: false },
  })
  expect(events).toEqual([])
  await expect(authenticate(typed('made'))).rejects.toThrow('No payment method is available.')
  answer({ nonce: 'confirmed', ...confirmed })
  expect(await authenticating).toMatchObject({ nonce: 'confirmed', ...confirmed, details: bin })
  expect(running.store.read()).toMatchObject({
    loading: false,
    selected: { nonce: 'confirmed', ...confirmed },
  })
  expect(events).toEqual([{ type: 'CreditCard', paymentMethodIsSelected: true }])
  expect(needsVerification(running.store.read().selected ?? typed('none'))).toBe(false)
})

test('a card that is not confirmed is forgotten, the saved ones are read afresh, the payer is told, and events go on (L4.55 L4.56 L8.69)', async () => {
  const { running, events, authenticate } = begin(refused, { methods: [saved('first')] })
  const failed = await authenticate(saved('first')).catch((problem) => problem)

  expect(failed).toMatchObject({
    name: 'DropinError',
    message: 'Something went wrong during 3D Secure authentication. Please try again.',
    _braintreeWebError: { code: 'THREEDS_LOOKUP_ERROR' },
  })
  expect(fetched.filter(({ url }) => url.pathname.endsWith('/payment_methods'))).toHaveLength(1)
  const { selected, methods, error, loading } = running.store.read()
  expect([selected, methods.map(({ nonce }) => nonce), loading]).toEqual([undefined, ['saved afresh'], false])
  expect(error && running.messages[error]).toBe(failed.message)
  dispatch(running, { type: 'method-chosen', method: saved('saved afresh') })
  expect(events).toEqual(['none', { type: 'CreditCard', paymentMethodIsSelected: true }])
})

test('a guest’s card that is not confirmed leads back to the form, which can be filled in again', async () => {
  aNetwork(() => ({ paymentMethods: [] }))
  const { running, events, authenticate } = begin(refused)
  addMethod(running, typed('made'))
  await vi.advanceTimersByTimeAsync(1000)
  await expect(authenticate(typed('made'))).rejects.toThrow('3D Secure')

  expect(running.store.read()).toMatchObject({ methods: [], screen: { view: 'card' } })
  dispatch(running, { type: 'sheet-completed', option: 'card', complete: true })
  expect(events.at(-1)).toEqual({ type: 'CreditCard', paymentMethodIsSelected: false })
})

test('another amount counts from the next request on', async () => {
  const { verify, authentication, authenticate } = begin()
  authentication.configure('amount', '25.00')
  await authenticate(typed('n'))

  expect(verify).toHaveBeenCalledWith(expect.objectContaining({ amount: '25.00' }))
})

test('the page hears when the bank’s question comes and goes, and when the payer turns back', async () => {
  const { running, listeners, authentication } = begin()
  const heard: string[] = []
  const events = ['customer-canceled', 'authentication-modal-render', 'authentication-modal-close'] as const
  for (const event of events) running.emitter.on(`3ds:${event}`, () => heard.push(event))
  await authentication.ready

  for (const event of events) listeners.get(event)?.()
  expect(heard).toEqual(events)
})

test('a widget that cannot authenticate is not made; one that need not, loads nothing for it (L8.68)', async () => {
  const impossible = aBeginning({ options: { threeDSecure: true } })
  impossible.loadCode = () => refused()
  const dependencyStatus = ({ store }: typeof impossible) => store.read().dependencies.threeDSecure
  const { ready } = openAuthentication(impossible)
  expect(dependencyStatus(impossible)).toBe('initializing')
  await expect(ready).rejects.toMatchObject({
    name: 'DropinError',
    message: '3D Secure failed to set up.',
    _braintreeWebError: { code: 'THREEDS_LOOKUP_ERROR' },
  })
  expect(dependencyStatus(impossible)).toBe('failed')

  for (const threeDSecure of [undefined, false] satisfies CreateOptions['threeDSecure'][]) {
    const without = aBeginning({ options: { ...(threeDSecure !== undefined && { threeDSecure }) } })
    without.loadCode = () => refused()
    await openAuthentication(without).ready
    expect(dependencyStatus(without)).toBe('not-enabled')
  }
})

test('teardown says when the authentication cannot be ended (L4.76)', async () => {
  const close = () => {
    throw new Error('broken')
  }
  const { authentication } = begin(undefined, { close })
  await authentication.ready

  expect(authentication.close).toThrow(
    expect.objectContaining({ name: 'DropinError', message: 'Drop-in errored tearing down 3D Secure.' }),
  )
})
