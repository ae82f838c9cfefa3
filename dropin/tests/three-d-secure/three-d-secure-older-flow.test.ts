import { expect, test, vi } from 'vitest'
import { aCard, aChallenge, answer, aVerifier } from './verifier.ts'

const shifted = { liabilityShifted: true, liabilityShiftPossible: true }
const soon = { interval: 2 }
const blocked = { loads: () => Promise.reject(new Error('blocked')) }

/** A verification that is led to the bank in a frame, which the page shows; the test plays what is in it. */
async function visit({ lookup = {}, ...setup }: { lookup?: object; loads?: () => Promise<void> } = blocked) {
  const termUrl = 'https://gateway.test/complete'
  const shop = aVerifier({ ...setup, lookup: aChallenge({ termUrl, ...lookup }) })
  const heard: ((message: object) => void)[] = []
  const frame = { name: '', contentWindow: { postMessage: () => undefined } }
  const addEventListener = (_: string, hear: (message: object) => void) => void heard.push(hear)
  Object.assign(window, { addEventListener, removeEventListener: () => undefined })
  Object.assign(document, { createElement: () => frame })
  const [addFrame, removeFrame] = [vi.fn(), vi.fn()]
  const verifying = shop.verify({ addFrame, removeFrame })
  await vi.waitFor(() => expect(addFrame).toHaveBeenCalled(), soon)
  return {
    ...shop,
    verifying,
    frame,
    addFrame,
    removeFrame,
    /** The gateway's page tells how the visit ended. */
    end(result: object) {
      const event = `${frame.name.split('_').at(-1)}:threedsecure:AUTHENTICATION_COMPLETE`
      const message = JSON.stringify({ event, eventData: { auth_response: JSON.stringify(result) } })
      const [source, origin] = [frame.contentWindow, 'https://gateway.test']
      for (const hear of heard) hear({ source, origin, data: `/*framebus*/${message}` })
    },
  }
}

test('without the provider the page that wants to shows the bank’s frame itself, and takes it away (L3.23, L4.5)', async () => {
  const { threeDSecure, verifying, frame, addFrame, removeFrame } = await visit()

  expect(addFrame).toHaveBeenCalledWith(undefined, frame)
  expect(frame).toMatchObject({ title: '3D Secure Authorization Frame' })
  expect(await threeDSecure.cancelVerifyCard()).toMatchObject({ nonce: 'looked-up' })
  await expect(verifying).rejects.toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
  expect(removeFrame).toHaveBeenCalledTimes(1)
})

test('where the provider asks, a page that would show the frame of the older flow gets none (L3.23)', async () => {
  const [addFrame, removeFrame] = [vi.fn(), vi.fn()]
  const shop = aVerifier({ lookup: aChallenge(), authenticated: { threeDSecureInfo: shifted } })
  const verifying = shop.verify({ addFrame, removeFrame })
  await answer(shop, { ActionCode: 'SUCCESS' })

  expect(await verifying).toMatchObject({ nonce: 'looked-up', liabilityShifted: true })
  expect(addFrame).not.toHaveBeenCalled()
  expect(removeFrame).not.toHaveBeenCalled()
})

test('a lookup that the provider cannot go on with leads to the bank’s frame, too', async () => {
  const shop = await visit({ lookup: { transactionId: undefined } })
  shop.end({ success: true, paymentMethod: aCard('confirmed'), threeDSecureInfo: shifted })

  expect(await shop.verifying).toMatchObject({ nonce: 'confirmed' })
  expect(shop.to('/lookup')?.body).toHaveProperty('dfReferenceId')
})

const refused = { liabilityShifted: false, liabilityShiftPossible: true }

test.each([
  [
    'a confirmed card',
    { success: true, paymentMethod: aCard('confirmed'), threeDSecureInfo: shifted },
    'confirmed',
    true,
  ],
  ['one that might have been', { success: false, threeDSecureInfo: refused }, 'looked-up', false],
])('a visit at the bank that ended with %s gives that', async (_, result, nonce, liabilityShifted) => {
  const { verifying, end, removeFrame } = await visit()
  end(result)

  expect(await verifying).toEqual({
    ...aCard(nonce),
    description: 'ending in 91',
    liabilityShifted,
    liabilityShiftPossible: true,
  })
  expect(removeFrame).toHaveBeenCalledTimes(1)
})

test('a visit at the bank that ended with an error is that error (L8.27)', async () => {
  const { verifying, end } = await visit()
  const threeDSecureInfo = { liabilityShifted: false, liabilityShiftPossible: false }
  end({ success: false, threeDSecureInfo, error: { message: 'The bank is closed.' } })

  await expect(verifying).rejects.toMatchObject({
    code: 'UNKNOWN_AUTH_RESPONSE',
    type: 'UNKNOWN',
    message: 'The bank is closed.',
  })
})
