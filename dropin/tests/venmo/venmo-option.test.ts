import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dispatch, type Running } from '../../src/model/running.ts'
import { BraintreeError } from '../../src/platform/errors.ts'
import type { AwayStore, OpenButton } from '../../src/ways-to-pay/button-way.tsx'
import * as code from '../../src/ways-to-pay/venmo/open-button.ts'
import { type VenmoCode, venmoError } from '../../src/ways-to-pay/venmo/payment/failures.ts'
import type { Dependencies, Venmo, VenmoAccount } from '../../src/ways-to-pay/venmo/payment/venmo.ts'
import { venmoOption } from '../../src/ways-to-pay/venmo/venmo-option.tsx'
import { aGateway } from '../gateway.ts'
import { aWidget, noCode } from '../running.ts'
import { computer } from './venmo-shop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const account: VenmoAccount = { nonce: 'n', type: 'VenmoAccount', details: { username: '@robin' } }

/** A widget whose only way to pay is Venmo, with a payment that ends as the test says. */
async function aSheet(overrides: Partial<Venmo> = {}) {
  const running = aWidget({ options: { venmo: true }, offered: ['venmo'] })
  let settle: { paid: (account: VenmoAccount) => void; failed: (problem: unknown) => void } | undefined
  const venmo = {
    hasTokenizationResult: () => false,
    getUrl: async () => '',
    tokenize: vi.fn(
      () =>
        new Promise<VenmoAccount>((paid, failed) => {
          settle = { paid, failed }
        }),
    ),
    cancelTokenization: () => settle?.failed(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT')),
    ...overrides,
  }
  const open = vi.fn(async (_: Dependencies) => venmo)
  let away: AwayStore | undefined
  let button: OpenButton | undefined
  running.loadCode = async () => ({
    openButton(widget: Running, way: 'venmo', store: AwayStore) {
      away = store
      button = code.openButton(widget, way, store, open)
      return button
    },
  })
  const way = venmoOption.open(running)
  await way.load({} as Element, Promise.resolve())
  const shown = () => {
    const { error } = running.store.read()
    return error && running.messages[error]
  }
  async function fail(problem: unknown) {
    button?.press?.()
    await vi.advanceTimersByTimeAsync(0)
    settle?.failed(problem)
    await vi.advanceTimersByTimeAsync(0)
  }
  const isAway = () => away?.read()
  const press = () => button?.press?.()
  return { way, press, isAway, running, venmo, open, shown, fail, pay: () => settle?.paid(account) }
}

test('a request in the sheet says that the button must be used (L4.64 L8.78)', async () => {
  const { way, shown } = await aSheet()
  await expect(way.request({})).rejects.toThrow('No payment method is available.')
  expect(shown()).toBe('Use the Venmo button to continue.')
})

test('a payer who is at Venmo is seen to be; the account that they approve is chosen', async () => {
  const { press, pay, isAway, running } = await aSheet()
  press()
  await vi.advanceTimersByTimeAsync(0)
  expect(isAway()).toBe(true)
  pay()
  await vi.advanceTimersByTimeAsync(200)
  expect(isAway()).toBe(false)
  expect(running.store.read()).toMatchObject({ selected: account, screen: { view: 'methods' } })
})

test.each<[VenmoCode | 'FRAME_SERVICE_FRAME_CLOSED', string | undefined]>([
  ['VENMO_CANCELED', 'The Venmo payment was canceled.'],
  ['VENMO_CUSTOMER_CANCELED', 'The Venmo payment was canceled.'],
  ['VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED', 'The Venmo payment was canceled.'],
  ['FRAME_SERVICE_FRAME_CLOSED', 'The Venmo payment was canceled.'],
  ['VENMO_APP_FAILED', 'The Venmo app is missing or out of date. Update it and try again.'],
  ['VENMO_APP_CANCELED', undefined],
  ['VENMO_DESKTOP_CANCELED', undefined],
  ['VENMO_TOKENIZATION_FAILED', 'Something went wrong on our end.'],
])('what ends a payment is told: %s as "%s" (L8.83)', async (code, sentence) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { fail, shown } = await aSheet()
  await fail(new BraintreeError({ code, type: 'UNKNOWN', message: '' }))
  expect(shown()).toBe(sentence)
  expect(error).toHaveBeenCalledTimes(code === 'VENMO_TOKENIZATION_FAILED' ? 1 : 0)
})

test('who presses again begins anew; who has turned to another way hears nothing of this one', async () => {
  const { press, venmo, shown, fail, running } = await aSheet()
  await fail(venmoError('VENMO_CANCELED'))
  press()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toBeUndefined()
  press()
  await vi.advanceTimersByTimeAsync(0)
  expect(venmo.tokenize).toHaveBeenCalledTimes(3)
  expect(shown()).toBeUndefined()

  dispatch(running, { type: 'option-chosen', option: 'card' })
  await fail(venmoError('VENMO_CANCELED'))
  expect(shown()).toBeUndefined()
})

test('a payment that the app has brought to the page is taken as soon as the widget is seen', async () => {
  const tokenize = async () => account
  const { way, running } = await aSheet({ hasTokenizationResult: () => true, tokenize })
  way.appeared?.()
  await vi.advanceTimersByTimeAsync(200)
  expect(running.store.read().selected).toEqual(account)
})

test('a widget that ends takes Venmo with it', async () => {
  const { open, running } = await aSheet()
  expect(open.mock.lastCall?.[0].ended).toBe(running.ended)
})

test('Venmo is offered where shop, gateway and browser have it, and where its code does not load, which its row tells', async () => {
  const payWithVenmo = { merchantId: 'profile', accessToken: 'token', environment: 'sandbox' }
  const offer = async (
    venmo: object | boolean | undefined,
    configuration: object = { payWithVenmo },
    loadCode: Running['loadCode'] = async () => code,
  ) => {
    const options = { authorization: 'a', ...(venmo !== undefined && { venmo }) }
    return await venmoOption.isOffered(options, aGateway(configuration), loadCode)
  }
  vi.stubGlobal('navigator', { userAgent: computer, maxTouchPoints: 0 })
  vi.stubGlobal('window', { self: 1, top: 1 })

  expect(await offer({ allowDesktop: true })).toBe(true)
  expect(await offer(true)).toBe(false)
  expect(await offer({ allowDesktop: true }, {}, noCode)).toBe(false)
  expect(await offer(undefined, { payWithVenmo }, noCode)).toBe(false)
  expect(await offer(true, { payWithVenmo }, noCode)).toBe(true)
})
