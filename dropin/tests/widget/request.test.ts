import { beforeEach, expect, test, vi } from 'vitest'
import { dispatch } from '../../src/model/running.ts'
import { request, type Steps } from '../../src/request-payment-method/request.ts'
import { aCard, aWay, aWidget } from '../running.ts'

const authenticated = {
  liabilityShifted: true,
  liabilityShiftPossible: true,
  threeDSecureInfo: { status: 'authenticate_successful' },
}
const asked = { threeDSecure: { amount: '10.00' } }

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response())
})

test('a request goes from the view to the authentication to the device data, and what the shop passed with it (L3.5 L3.6)', async () => {
  const came: unknown[] = []
  const way = aWay({
    async request(options) {
      came.push(options)
      return aCard('fresh')
    },
  })
  const steps: Steps = {
    async authenticate(method, options) {
      came.push(options)
      return { ...method, ...authenticated }
    },
    async deviceData(options) {
      came.push(options)
      return 'device'
    },
  }

  const payload = await request(aWidget(), new Map([['card', way]]), steps, asked)

  expect(payload).toMatchObject({ nonce: 'fresh', ...authenticated, deviceData: 'device' })
  expect(came).toEqual([asked, asked, asked])
})

test('what a wallet gave stands in the details and at the top, but is neither a key nor in JSON (L3.4)', async () => {
  const details = { rawPaymentData: { token: { transactionIdentifier: 't1' } } }
  const paid = { nonce: 'n', type: 'ApplePayCard', details } as const
  const way = aWay({ request: async () => paid })

  const payload = await request(aWidget(), new Map([['card', way]]), {}, {})

  expect(Reflect.get(payload, 'rawPaymentData')).toBe(details.rawPaymentData)
  expect({ ...payload }).toEqual(paid)
  expect(JSON.parse(JSON.stringify(payload))).toEqual(paid)
})

test('a chosen method is what the list gives; without one a request is refused (L8.55)', async () => {
  const running = aWidget({ methods: [aCard('saved', { vaulted: true })], offered: ['card', 'paypal'] })

  expect(await request(running, new Map(), {}, {})).toMatchObject({ nonce: 'saved', vaulted: true })
  dispatch(running, { type: 'edit-toggled' })
  await expect(request(running, new Map(), {}, {})).rejects.toThrow(
    expect.objectContaining({ name: 'DropinError', message: 'No payment method is available.' }),
  )
})
