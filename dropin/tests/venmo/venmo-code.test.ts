import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wait } from '../../src/platform/waits.ts'
import type { CodeView } from '../../src/ways-to-pay/venmo/payment/code-view.ts'
import type { ContextState, Contexts, Status } from '../../src/ways-to-pay/venmo/payment/contexts.ts'
import { venmoError } from '../../src/ways-to-pay/venmo/payment/failures.ts'
import { payByCode } from '../../src/ways-to-pay/venmo/payment/pay-by-code.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const payer = { paymentMethodId: 'nonce', userName: 'robin', payerInfo: { firstName: 'Robin' } }

/** A payment by QR code at a gateway that knows its state, with all that is seen of it. */
function aPayment(merchant = new AbortController(), { begins = 0 } = {}) {
  const seen: string[] = []
  const events: string[] = []
  const ended: string[] = []
  let status: Status | Error = 'CREATED'
  let made = 0
  let handlers: Parameters<CodeView['setHandlers']>[0] | undefined
  const view: CodeView = {
    setHandlers: (heard) => {
      handlers = heard
    },
    open: () => seen.push('generating'),
    showCode: ({ id, merchantId }) => seen.push(`code ${id} of ${merchantId}`),
    showAuthorizing: () => seen.push('authorizing'),
    showAuthorized: () => seen.push('authorized'),
    fail: (message) => seen.push(message),
    close: () => seen.push('closed'),
  }
  const contexts: Contexts = {
    async beginCode() {
      made += 1
      if (begins) await wait(begins)
      const createdAt = '2026-01-01T00:00:00Z'
      return { id: `${made}`, merchantId: 'm', createdAt, expiresAt: '2026-01-01T00:00:10Z' }
    },
    beginApp: () => Promise.reject(new Error('no app is expected')),
    async getState(): Promise<ContextState> {
      if (status instanceof Error) throw status
      return status === 'APPROVED' ? { status, ...payer } : { status }
    },
    end: (id, how) => void ended.push(`${id} ${how}`),
  }
  const dependencies = { contexts, view, profileId: 'profile', track: (kind: string) => events.push(kind) }
  const paying = payByCode(dependencies, merchant.signal)
  paying.catch(() => undefined)
  return {
    ...{ seen, events, ended, paying, merchant },
    shopper: () => handlers ?? expect.fail('nobody listens to the payer'),
    /** From now on; the next poll sees it. */
    async becomes(next: Status | Error, milliseconds = 1000) {
      status = next
      await vi.advanceTimersByTimeAsync(milliseconds)
    },
  }
}

test('a scanned code asks to authorize, an approved one is shown for 2 seconds and pays (L4.25 L4.26 L4.30 L9.7 L9.13)', async () => {
  const { seen, events, paying, becomes, ended } = aPayment()
  const paid = vi.fn()
  paying.then(paid)
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['generating', 'code 1 of profile'])

  await becomes('SCANNED', 999)
  expect(seen.at(-1)).toBe('code 1 of profile')
  await becomes('SCANNED', 1)
  expect(seen.at(-1)).toBe('authorizing')
  await becomes('APPROVED')
  expect(seen.at(-1)).toBe('authorized')
  await vi.advanceTimersByTimeAsync(1999)
  expect(paid).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(paid).toHaveBeenCalledWith({ id: '1', status: 'APPROVED', ...payer })
  expect(seen.at(-1)).toBe('closed')
  expect(events).toEqual(['status-change.created', 'status-change.scanned', 'status-change.approved'])
  expect(ended).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['CANCELED', 'The authorization was canceled'],
  ['FAILED', 'Something went wrong'],
  ['EXPIRED', 'Something went wrong'],
] as const)(
  'a payment that is %s is told, and a new code can be asked for (L4.27 L4.28 L4.29 L8.53 L8.54)',
  async (status, message) => {
    const { seen, events, paying, becomes, shopper } = aPayment()
    await vi.advanceTimersByTimeAsync(0)
    await becomes(status)
    expect(seen.at(-1)).toBe(message)

    shopper().askedAgain()
    await becomes('CREATED')
    expect(seen.slice(-2)).toEqual(['generating', 'code 2 of profile'])
    expect(events).toContain('restarted-from-error-view')
    await becomes('APPROVED')
    shopper().canceled() // after that nothing can be canceled
    expect(await paying).toMatchObject({ id: '2', userName: 'robin' })
  },
)

test('a code whose time runs out here is ended at the gateway, whatever the clock of the page says (L4.31 L4.32)', async () => {
  const { seen, events, ended, becomes } = aPayment()
  await vi.advanceTimersByTimeAsync(9000)
  expect(seen.at(-1)).toBe('code 1 of profile')
  await becomes('CREATED')

  expect(seen.at(-1)).toBe('Something went wrong')
  expect(ended).toEqual(['1 EXPIRED'])
  expect(events.at(-1)).toBe('status-change.sdk-timeout')
})

test('a payment that begins after the payer has closed the code is ended', async () => {
  const { ended, paying, shopper } = aPayment(new AbortController(), { begins: 500 })
  shopper().canceled()
  await expect(paying).rejects.toMatchObject({ code: 'VENMO_DESKTOP_CANCELED' })
  await vi.advanceTimersByTimeAsync(500)
  expect(ended).toEqual(['1 CANCELED'])
})

test('a payer who closes the code has canceled, at the gateway too (L8.39)', async () => {
  const { seen, events, ended, paying, shopper } = aPayment()
  await vi.advanceTimersByTimeAsync(0)
  shopper().canceled()

  await expect(paying).rejects.toMatchObject({ code: 'VENMO_DESKTOP_CANCELED', type: 'CUSTOMER' })
  expect(seen.at(-1)).toBe('closed')
  expect(ended).toEqual(['1 CANCELED'])
  expect(events.at(-1)).toBe('status-change.canceled-from-modal')
  await vi.advanceTimersByTimeAsync(1000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a frame that breaks, or a gateway that does not answer, ends the payment with an error (L8.41)', async () => {
  const broken = aPayment()
  await vi.advanceTimersByTimeAsync(0)
  broken.shopper().broke()
  const unknown = { code: 'VENMO_DESKTOP_UNKNOWN_ERROR', type: 'UNKNOWN' }
  await expect(broken.paying).rejects.toMatchObject(unknown)
  expect(broken.events.at(-1)).toBe('unknown-error')

  const unanswered = aPayment()
  await vi.advanceTimersByTimeAsync(0)
  await unanswered.becomes(new TypeError('no network'))
  const details = { originalError: new TypeError('no network') }
  await expect(unanswered.paying).rejects.toMatchObject({ ...unknown, details })
  expect(unanswered.events.at(-1)).toBe('unhandled-error')
  expect(unanswered.seen.at(-1)).toBe('closed')
})

test('a page that gives up closes the code, and ends the payment at the gateway', async () => {
  const { seen, ended, paying, merchant } = aPayment()
  await vi.advanceTimersByTimeAsync(0)
  merchant.abort(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT'))

  await expect(paying).rejects.toMatchObject({ code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT' })
  expect(seen.at(-1)).toBe('closed')
  expect(ended).toEqual(['1 CANCELED'])
})

test('a payment that was given up before its code was there shows none', async () => {
  const merchant = new AbortController()
  merchant.abort(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT'))
  const { seen, paying } = aPayment(merchant)

  await expect(paying).rejects.toMatchObject({ code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT' })
  expect(seen).toEqual([])
})
