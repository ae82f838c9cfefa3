import { expect, test, vi } from 'vitest'
import { aCard, aChallenge, aLookup, aVerifier, challenged } from './verifier.ts'

const shifted = { liabilityShifted: true, liabilityShiftPossible: true }
const refused = { liabilityShifted: false, liabilityShiftPossible: true }

test('a card whose bank asks nobody is verified by its lookup alone; the page hears of it first (L3.25–30, L4.3, L7.1, L7.8)', async () => {
  const shop = aVerifier()
  let goOn: () => void = () => undefined
  const onLookupComplete = vi.fn((_: unknown, next: () => void) => {
    goOn = next
  })
  const verifying = shop.verify({ onLookupComplete })

  await vi.waitFor(() => expect(onLookupComplete).toHaveBeenCalled())
  expect(onLookupComplete.mock.calls[0]?.[0]).toEqual({ ...aLookup(), requiresUserAuthentication: false })
  goOn()
  expect(await verifying).toEqual({
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

test.each([
  ['SUCCESS', { paymentMethod: aCard('authenticated'), threeDSecureInfo: shifted }, 'authenticated', true],
  ['NOACTION', { paymentMethod: aCard('authenticated'), threeDSecureInfo: shifted }, 'authenticated', true],
  ['FAILURE', { threeDSecureInfo: refused, errors: [{ code: '81571' }] }, 'looked-up', false],
])(
  'an answer %s of the bank goes to the gateway, which says what it is worth (L4.17–19, L7.9–11)',
  async (ActionCode, authenticated, nonce, liabilityShifted) => {
    const shop = aVerifier({ lookup: aChallenge(), authenticated })
    const verifying = shop.verify()
    await challenged(shop)
    const told = { ActionCode, ErrorNumber: 0 }
    shop.provider.tell('payments.validated', told, 'jwt-of-bank')

    expect(await verifying).toEqual({
      ...aCard(nonce),
      description: 'ending in 91',
      liabilityShifted,
      liabilityShiftPossible: true,
      rawCardinalSDKVerificationData: told,
    })
    expect(shop.provider.cardinal.continue).toHaveBeenCalledWith(
      'cca',
      { AcsUrl: 'https://bank.test/acs', Payload: 'pareq-1' },
      { OrderDetails: { TransactionId: 'transaction-1' } },
    )
    expect(shop.to('/authenticate_from_jwt')).toMatchObject({
      url: { pathname: '/client_api/v1/payment_methods/looked-up/three_d_secure/authenticate_from_jwt' },
      body: { jwt: 'jwt-of-bank', paymentMethodNonce: 'looked-up' },
    })
  },
)
