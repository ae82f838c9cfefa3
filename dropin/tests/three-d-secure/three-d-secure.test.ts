import { expect, test, vi } from 'vitest'
import type { CardinalAnswer } from '../../src/three-d-secure/cardinal.ts'
import { aCard, aChallenge, aLookup, answer, aProvider, aVerifier, challenged, visit } from './verifier.ts'

const shifted = { liabilityShifted: true, liabilityShiftPossible: true }
const soon = { interval: 2 }
const refused = { liabilityShifted: false, liabilityShiftPossible: true }

test('a card whose bank asks nobody is verified by its lookup alone (L3.28, L3.29, L3.30, L4.3, L7.1)', async () => {
  const shop = aVerifier()

  expect(await shop.verify()).toEqual({
    nonce: 'looked-up',
    type: 'CreditCard',
    details: { bin: '400000', lastFour: '1091' },
    description: 'ending in 91',
    binData: { prepaid: 'No' },
    ...shifted,
    threeDSecureInfo: { ...shifted, status: 'authenticate_successful' },
    verificationDetails: shifted,
  })
  expect(shop.to('/lookup')).toMatchObject({
    method: 'POST',
    url: { pathname: '/client_api/v1/payment_methods/typed/three_d_secure/lookup' },
  })
  expect(shop.provider.cardinal.continue).not.toHaveBeenCalled()
})

test('the page hears what the bank said of the card, and all waits until it goes on (L3.22, L3.25, L3.26, L3.27, L7.8)', async () => {
  const lookup = aChallenge({ termUrl: 'https://gateway.test/complete' })
  const shop = aVerifier({ lookup, authenticated: { threeDSecureInfo: shifted } })
  const onLookupComplete = vi.fn((_: unknown, _next: () => void) => undefined)
  const verifying = shop.verify({ onLookupComplete })

  await vi.waitFor(() => expect(onLookupComplete).toHaveBeenCalled(), soon)
  const [lookedUp, next] = onLookupComplete.mock.calls[0] ?? []
  expect(lookedUp).toEqual({
    lookup: {
      acsUrl: 'https://bank.test/acs',
      pareq: 'pareq-1',
      md: 'md-1',
      termUrl: 'https://gateway.test/complete',
      transactionId: 'transaction-1',
      threeDSecureVersion: '2.2.0',
    },
    paymentMethod: aCard('looked-up'),
    threeDSecureInfo: shifted,
    requiresUserAuthentication: true,
  })
  expect(shop.provider.cardinal.continue).not.toHaveBeenCalled()
  next?.()
  await answer(shop, { ActionCode: 'SUCCESS' })
  expect(await verifying).toMatchObject({ nonce: 'looked-up' })
})

test.each(['SUCCESS', 'NOACTION', 'FAILURE'])(
  'an answer %s of the bank goes to the gateway (L4.17, L4.18, L4.19, L7.9, L7.10)',
  async (ActionCode) => {
    const shop = aVerifier({ lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } })
    const verifying = shop.verify()
    await answer(shop, { ActionCode, ErrorNumber: 0 }, 'jwt-of-bank')

    expect(await verifying).toMatchObject({
      rawCardinalSDKVerificationData: { ActionCode, ErrorNumber: 0 },
    })
    expect(shop.provider.cardinal.continue).toHaveBeenCalledWith(
      'cca',
      { AcsUrl: 'https://bank.test/acs', Payload: 'pareq-1' },
      { OrderDetails: { TransactionId: 'transaction-1' } },
    )
    expect(shop.to('/authenticate_from_jwt')).toMatchObject({
      method: 'POST',
      url: { pathname: '/client_api/v1/payment_methods/looked-up/three_d_secure/authenticate_from_jwt' },
      body: { jwt: 'jwt-of-bank', paymentMethodNonce: 'looked-up' },
    })
  },
)

test.each([
  [
    'a card of its own',
    { paymentMethod: aCard('authenticated'), threeDSecureInfo: shifted },
    'authenticated',
  ],
  ['no card', { threeDSecureInfo: refused, errors: [{ code: '81571' }] }, 'looked-up'],
])(
  'where the gateway answers the bank with %s, the result is what it says (L7.11)',
  async (_, authenticated, nonce) => {
    const shop = aVerifier({ lookup: aChallenge(), authenticated })
    const verifying = shop.verify()
    const result = { ActionCode: 'SUCCESS' }
    await answer(shop, result)

    expect(await verifying).toEqual({
      ...aCard(nonce),
      description: 'ending in 91',
      ...authenticated.threeDSecureInfo,
      rawCardinalSDKVerificationData: result,
    })
  },
)

/** The page's error after a failure of the provider's in a challenge. */
async function failureBy(ErrorNumber: number | undefined, ...kinds: string[]) {
  const shop = aVerifier({ lookup: aChallenge() })
  const failed = shop.verify().catch((problem: unknown) => problem)
  await answer(shop, { ActionCode: 'ERROR', ErrorNumber, ErrorDescription: 'why' })
  const problem = await failed
  expect(problem).toMatchObject({ details: { originalError: { code: ErrorNumber, description: 'why' } } })
  expect(shop.to('/authenticate_from_jwt')).toBeUndefined()
  const kind = `web.three-d-secure.verification-flow.cardinal-sdk-error.${ErrorNumber}`
  expect(shop.kinds()).toEqual(expect.arrayContaining([kind, ...kinds]))
  return problem
}

test.each([10001, 10002])(
  'error %i of the provider: it was not set up in time (L4.6, L4.7, L8.9)',
  async (number) => {
    const code = 'THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT'
    expect(await failureBy(number)).toMatchObject({ code, type: 'UNKNOWN' })
  },
)

test.each([10003, 10007, 10009])(
  'error %i of the provider: it did not answer in time (L4.8, L4.9, L4.10, L8.10)',
  async (number) => {
    const code = 'THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT'
    expect(await failureBy(number)).toMatchObject({ code, type: 'UNKNOWN' })
  },
)

test.each([10005, 10006])(
  'error %i of the provider: its settings are bad (L4.11, L4.12, L8.11)',
  async (number) => {
    const code = 'THREEDS_CARDINAL_SDK_BAD_CONFIG'
    expect(await failureBy(number)).toMatchObject({ code, type: 'MERCHANT' })
  },
)

test.each([10008, 10010])(
  'error %i of the provider: its token is bad (L4.13, L4.14, L8.12)',
  async (number) => {
    const code = 'THREEDS_CARDINAL_SDK_BAD_JWT'
    expect(await failureBy(number)).toMatchObject({ code, type: 'MERCHANT' })
  },
)

test('error 10011 of the provider is the shopper, who has closed the bank’s question (L4.15, L4.20, L8.14)', async () => {
  expect(await failureBy(10011, 'web.three-d-secure.verification-flow.canceled')).toMatchObject({
    code: 'THREEDS_CARDINAL_SDK_CANCELED',
    type: 'CUSTOMER',
    message: 'Canceled by user.',
  })
})

test.each([10004, 99999, undefined])(
  'error %s of the provider is one of whatever kind (L4.16, L8.13)',
  async (number) => {
    expect(await failureBy(number)).toMatchObject({ code: 'THREEDS_CARDINAL_SDK_ERROR', type: 'UNKNOWN' })
  },
)

test.each([
  ['01', 1],
  ['04', 0],
])(
  'a challenge that was cancelled with code %s is told the page %i times, and the gateway judges it all the same (L4.21)',
  async (ChallengeCancel, times) => {
    const shop = aVerifier({ lookup: aChallenge(), authenticated: { threeDSecureInfo: refused } })
    const heard = vi.fn()
    shop.threeDSecure.on('customer-canceled', heard)
    const verifying = shop.verify()
    await challenged(shop)
    const result = { ActionCode: 'FAILURE', Payment: { ExtendedData: { ChallengeCancel } } }
    shop.provider.emit('payments.validated', result, 'jwt-of-bank')

    expect(await verifying).toMatchObject({ nonce: 'looked-up', liabilityShifted: false })
    expect(heard).toHaveBeenCalledTimes(times)
    expect(shop.kinds()).toContain(
      `web.three-d-secure.verification-flow.cardinal-sdk.cancel-code.${ChallengeCancel}`,
    )
  },
)

test('an answer of the bank that the gateway does not take is an error (L8.18)', async () => {
  const shop = aVerifier({ lookup: aChallenge(), authenticated: new Response('{}', { status: 422 }) })
  const verifying = shop.verify()
  await answer(shop, { ActionCode: 'SUCCESS' }, 'forged')

  await expect(verifying).rejects.toMatchObject({
    code: 'THREEDS_JWT_AUTHENTICATION_FAILED',
    type: 'UNKNOWN',
    details: { originalError: { details: { httpStatus: 422 } } },
  })
})

/** The page's error after a failed lookup. */
async function lookupError(status: number, kind: string) {
  const shop = aVerifier({ lookup: new Response('{}', { status }) })
  const problem = await shop.verify().catch((problem: unknown) => problem)
  expect(problem).toMatchObject({ details: { originalError: { details: { httpStatus: status } } } })
  expect(shop.kinds()).toContain(`web.three-d-secure.verification-flow.${kind}`)
  return problem
}

test.each([
  [404, 'THREEDS_LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR', 'MERCHANT'],
  [422, 'THREEDS_LOOKUP_VALIDATION_ERROR', 'CUSTOMER'],
])('a lookup that is answered with %i is %s (L7.41, L7.42, L8.19, L8.20)', async (status, code, type) => {
  expect(await lookupError(status, `lookup-failed.${status}`)).toMatchObject({ code, type })
})

test.each([400, 403, 500])(
  'a lookup that is answered with %i is THREEDS_LOOKUP_ERROR (L7.43, L8.21)',
  async (status) => {
    expect(await lookupError(status, 'lookup-failed')).toMatchObject({
      code: 'THREEDS_LOOKUP_ERROR',
      type: 'UNKNOWN',
    })
  },
)

test('a lookup whose answer never came is an error of the lookup, too', async () => {
  const shop = aVerifier({ lookup: new Error('offline') })

  await expect(shop.verify()).rejects.toMatchObject({ code: 'THREEDS_LOOKUP_ERROR' })
})

test('one card is verified at a time; after each, well or not, the provider is set up again with the same token (L4.1, L4.2, L5.18, L8.16)', async () => {
  const answers = [aChallenge(), new Response('{}', { status: 422 }), aLookup()]
  const shop = aVerifier({ lookup: () => answers.shift(), authenticated: { threeDSecureInfo: shifted } })
  const { setup } = shop.provider.cardinal
  const first = shop.verify()
  await challenged(shop)
  const inProgress = {
    code: 'THREEDS_AUTHENTICATION_IN_PROGRESS',
    type: 'MERCHANT',
    message: 'Cannot call verifyCard while existing authentication is in progress.',
  }
  await expect(shop.verify()).rejects.toMatchObject(inProgress)
  await expect(shop.verify({ nonce: '' })).rejects.toMatchObject(inProgress)
  await expect(shop.verify({ bin: '' })).rejects.toMatchObject({ code: 'THREEDS_MISSING_VERIFY_CARD_OPTION' })
  await expect(shop.threeDSecure.initializeChallengeWithLookupResponse(aLookup())).rejects.toMatchObject(
    inProgress,
  )
  expect(setup).toHaveBeenCalledTimes(1)
  shop.provider.emit('payments.validated', { ActionCode: 'SUCCESS' }, 'jwt')
  await first

  await expect(shop.verify()).rejects.toMatchObject({ code: 'THREEDS_LOOKUP_VALIDATION_ERROR' })
  expect(await shop.verify()).toMatchObject({ liabilityShifted: true })
  await vi.waitFor(() => expect(setup).toHaveBeenCalledTimes(4), soon)
  expect(new Set(setup.mock.calls.map((call) => JSON.stringify(call)))).toEqual(
    new Set([JSON.stringify(['init', { jwt: 'jwt-of-merchant' }])]),
  )
  expect(shop.added).toHaveLength(1)
})

test('a verification without a lookup’s card is cancelled: both promises reject, each with its reason (L4.22, L8.15, L8.23)', async () => {
  const shop = aVerifier({ lookup: () => new Promise(() => undefined) })
  const verifying = shop.verify()

  await expect(shop.threeDSecure.cancelVerifyCard()).rejects.toMatchObject({
    code: 'THREEDS_NO_VERIFICATION_PAYLOAD',
    type: 'MERCHANT',
  })
  await expect(verifying).rejects.toMatchObject({
    code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT',
    type: 'MERCHANT',
  })
  await expect(shop.threeDSecure.cancelVerifyCard()).rejects.toMatchObject({
    code: 'THREEDS_NO_VERIFICATION_PAYLOAD',
  })
})

test('a challenge that is cancelled gives what its lookup said; what the bank says later changes nothing (L4.23)', async () => {
  const shop = aVerifier({ lookup: aChallenge() })
  const verifying = shop.verify()
  await challenged(shop)

  expect(await shop.threeDSecure.cancelVerifyCard()).toEqual({
    ...aCard('looked-up'),
    description: 'ending in 91',
    ...shifted,
    verificationDetails: shifted,
  })
  await expect(verifying).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
  shop.provider.emit('payments.validated', { ActionCode: 'ERROR', ErrorNumber: 10011 })
  shop.provider.emit('payments.validated', { ActionCode: 'SUCCESS' }, 'jwt-of-bank')
  const next = shop.verify()
  await vi.waitFor(() => expect(shop.provider.cardinal.continue).toHaveBeenCalledTimes(2), soon)
  expect(shop.to('/authenticate_from_jwt')).toBeUndefined()
  await shop.threeDSecure.cancelVerifyCard()
  await expect(next).rejects.toThrow()
})

test('another verification begins at once where one is cancelled, in the same task too (L4.2)', async () => {
  const shop = aVerifier({ lookup: aChallenge() })
  const verifying = shop.verify()
  await challenged(shop)

  const canceling = shop.threeDSecure.cancelVerifyCard()
  const next = shop.verify()
  next.catch(() => undefined)
  expect(await canceling).toMatchObject({ nonce: 'looked-up' })
  await expect(verifying).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
  await vi.waitFor(() => expect(shop.provider.cardinal.continue).toHaveBeenCalledTimes(2), soon)
  await shop.threeDSecure.cancelVerifyCard()
  await expect(next).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
})

test('a page that does not go on after the lookup can cancel; the owner of the card is not asked afterwards', async () => {
  const shop = aVerifier({ lookup: aChallenge() })
  const onLookupComplete = vi.fn((_: unknown, _next: () => void) => undefined)
  const verifying = shop.verify({ onLookupComplete })
  await vi.waitFor(() => expect(onLookupComplete).toHaveBeenCalled(), soon)

  expect(await shop.threeDSecure.cancelVerifyCard()).toMatchObject({ nonce: 'looked-up' })
  onLookupComplete.mock.calls[0]?.[1]()
  await expect(verifying).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
  expect(shop.provider.cardinal.continue).not.toHaveBeenCalled()
})

test('an error in what hears the lookup ends the verification', async () => {
  const shop = aVerifier()
  const onLookupComplete = () => {
    throw new Error('in the page')
  }

  await expect(shop.verify({ onLookupComplete })).rejects.toThrow('in the page')
})

test('a listener to lookup-complete stands for onLookupComplete (L5.23)', async () => {
  const shop = aVerifier()
  const heard: unknown[] = []
  shop.threeDSecure.on('lookup-complete', (lookedUp, next) => {
    heard.push(lookedUp)
    next?.()
  })

  expect(await shop.verify({ onLookupComplete: undefined })).toMatchObject({ nonce: 'looked-up' })
  expect(heard).toEqual([{ ...aLookup(), requiresUserAuthentication: false }])
})

test('a server looks a card up itself with what the page prepares, and the page goes on with the answer', async () => {
  const shop = aVerifier({
    authenticated: { paymentMethod: aCard('authenticated'), threeDSecureInfo: shifted },
  })
  const prepared = await shop.threeDSecure.prepareLookup({ nonce: 'typed', bin: '400000' })
  expect(JSON.parse(prepared)).toEqual({
    nonce: 'typed',
    bin: '400000',
    ...visit,
  })

  for (const lookedUp of [aChallenge(), JSON.stringify(aChallenge())]) {
    const verifying = shop.threeDSecure.initializeChallengeWithLookupResponse(lookedUp)
    await answer(shop, { ActionCode: 'SUCCESS' }, 'jwt')
    expect(await verifying).toMatchObject({ nonce: 'authenticated', liabilityShifted: true })
    shop.provider.cardinal.continue.mockClear()
  }
  expect(shop.to('/lookup')).toBeUndefined()
})

test('a challenge that a server’s lookup began can be cancelled, too', async () => {
  const shop = aVerifier()
  const verifying = shop.threeDSecure.initializeChallengeWithLookupResponse(aChallenge())
  await challenged(shop)

  expect(await shop.threeDSecure.cancelVerifyCard()).toMatchObject({ nonce: 'looked-up' })
  await expect(verifying).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
})

test('the page hears what the provider shows and hides, until it listens no more', async () => {
  const { threeDSecure, provider } = aVerifier()
  const events = [
    ['ui.render', 'authentication-modal-render'],
    ['ui.close', 'authentication-modal-close'],
    ['ui.renderHidden', 'authentication-modal-render-hidden'],
    ['ui.loading.render', 'authentication-modal-loader-render'],
    ['ui.loading.close', 'authentication-modal-loader-close'],
  ] as const
  await vi.waitFor(() => expect(provider.listeners.size).toBeGreaterThan(0), soon)
  for (const [event, name] of events) {
    const heard = vi.fn()
    threeDSecure.on(name, heard)
    provider.emit(event)
    threeDSecure.off(name, heard)
    provider.emit(event)
    expect(heard).toHaveBeenCalledTimes(1)
  }
})

test('who ends it ends the verification that runs, and is not heard of by the provider any more', async () => {
  const shop = aVerifier({ lookup: aChallenge() })
  const verifying = shop.verify()
  await challenged(shop)
  shop.threeDSecure.close()

  await expect(verifying).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
  expect(shop.provider.listeners.size).toBe(0)
  expect(shop.provider.cardinal.setup).toHaveBeenCalledTimes(1)
})

test('two on one page: what the provider says is for the one whose bank asks, and the end of one deafens none', async () => {
  const provider = aProvider()
  const setup = { provider, lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } }
  const shops = { one: aVerifier(setup), other: aVerifier(setup) }
  const heard: string[] = []
  for (const [name, { threeDSecure }] of Object.entries(shops))
    threeDSecure.on('authentication-modal-render', () => heard.push(name))
  async function verify(name: keyof typeof shops, result: CardinalAnswer) {
    provider.cardinal.continue.mockClear()
    const verifying = shops[name].verify()
    await challenged(shops[name])
    provider.emit('ui.render')
    provider.emit('payments.validated', result, 'jwt-of-bank')
    return await verifying
  }

  for (const name of ['one', 'other', 'one'] as const)
    expect(await verify(name, { ActionCode: 'SUCCESS' })).toMatchObject({ liabilityShifted: true })
  expect(heard).toEqual(['one', 'other', 'one'])
  await expect(verify('one', { ActionCode: 'ERROR', ErrorNumber: 10008 })).rejects.toThrow()
  const result = { ActionCode: 'SUCCESS' }
  expect(await verify('other', result)).toMatchObject({ rawCardinalSDKVerificationData: result })

  // Set-ups at the beginning, and after each verification.
  await vi.waitFor(() => expect(provider.cardinal.setup).toHaveBeenCalledTimes(7), soon)
  provider.emit('payments.setupComplete', { sessionId: 'session-2' })
  const prepared = await shops.one.threeDSecure.prepareLookup({})
  expect(JSON.parse(prepared)).toMatchObject({ dfReferenceId: 'session-2' })

  for (const { threeDSecure } of Object.values(shops)) threeDSecure.close()
  expect(provider.listeners.size).toBe(0)
})

test('two on one page that are asked at once: one waits until the other is done and the provider is set up anew', async () => {
  const provider = aProvider()
  const setup = { provider, lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } }
  const shops = [aVerifier(setup), aVerifier(setup)]
  const done: string[] = []
  const { cardinal, emit } = provider
  await vi.waitFor(() => expect(cardinal.setup).toHaveBeenCalledTimes(2), soon)
  cardinal.setup.mockImplementation(() => void done.push('set-up'))
  cardinal.continue.mockImplementation(() => void done.push('challenge'))
  const verifying = shops.map((shop) => shop.verify())
  const third = aVerifier(setup)

  for (const _ of shops) {
    await vi.waitFor(() => expect(done.at(-1)).toBe('challenge'), soon)
    await new Promise((resolve) => setTimeout(resolve, 20))
    emit('payments.validated', { ActionCode: 'SUCCESS' }, 'jwt-of-bank')
    await vi.waitFor(() => expect(done.at(-1)).toBe('set-up'), soon)
    emit('payments.setupComplete', { sessionId: 'session-of-next' })
  }

  for (const verified of verifying) expect(await verified).toMatchObject({ liabilityShifted: true })
  await vi.waitFor(() => expect(done).toEqual(['challenge', 'set-up', 'challenge', 'set-up', 'set-up']), soon)
  for (const { threeDSecure } of [...shops, third]) threeDSecure.close()
})

test('who gives up while another has the bank asked is out at once, and the provider goes on with the other', async () => {
  const provider = aProvider()
  const setup = { provider, lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } }
  const [one, other] = [aVerifier(setup), aVerifier(setup)]
  const verifying = one.verify()
  await challenged(one)
  const waiting = other.verify()
  other.threeDSecure.close()
  await expect(waiting).rejects.toMatchObject({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })

  provider.emit('payments.validated', { ActionCode: 'SUCCESS' }, 'jwt-of-bank')
  expect(await verifying).toMatchObject({ liabilityShifted: true })
  expect(provider.cardinal.continue).toHaveBeenCalledTimes(1)
})

test('analytics are told of each step', async () => {
  const shop = aVerifier({ lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } })
  const verifying = shop.verify()
  await answer(shop, { ActionCode: 'SUCCESS' }, 'jwt')
  await verifying

  const flow = 'web.three-d-secure.verification-flow'
  expect(shop.kinds()).toEqual([
    'web.three-d-secure.initialized',
    'web.three-d-secure.cardinal-sdk.init.setup-completed',
    `${flow}.started`,
    `${flow}.3ds-version.2.2.0`,
    `${flow}.challenge-presented.true`,
    `${flow}.cardinal-sdk.action-code.success`,
    `${flow}.upgrade-payment-method.started`,
    `${flow}.upgrade-payment-method.succeeded`,
    `${flow}.liability-shifted.true`,
    `${flow}.liability-shift-possible.true`,
    `${flow}.completed`,
    'web.three-d-secure.teardown-completed',
  ])
})
