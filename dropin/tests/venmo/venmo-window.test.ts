import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFrameService } from '../../src/frame-service/frame-service.ts'
import type { Contexts, Status } from '../../src/ways-to-pay/venmo/payment/contexts.ts'
import { venmoError } from '../../src/ways-to-pay/venmo/payment/failures.ts'
import { payByLogin } from '../../src/ways-to-pay/venmo/payment/pay-by-login.ts'

class AnElement extends EventTarget {
  style = {}
  id = ''
  name = ''
  textContent = ''
  contentWindow = {}
  isThere = true
  setAttribute() {}
  append() {}
  showModal() {}
  close() {}
  remove() {
    this.isThere = false
  }
}

let elements: AnElement[] = []
const findElement = (id: string) => elements.find((element) => element.id === id) ?? expect.fail(`no ${id}`)
const press = (id: string) => findElement(id).dispatchEvent(new Event('click'))

beforeEach(() => {
  vi.useFakeTimers()
  elements = []
  const createElement = () => {
    const element = new AnElement()
    elements.push(element)
    return element
  }
  vi.stubGlobal('document', { createElement, body: new AnElement() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A window that a page can open, and what its frame hears. */
async function aService(options = {}) {
  const popup = {
    closed: false,
    focus: vi.fn(),
    close: () => Object.assign(popup, { closed: true }),
    location: {},
  }
  const page = Object.assign(new EventTarget(), {
    open: vi.fn((_address: string, _name: string, _features: string): typeof popup | null => popup),
    ...{ screenX: 100, screenY: 0, outerWidth: 1000, outerHeight: 800 },
  })
  vi.stubGlobal('window', page)
  const ending = new AbortController()
  const opening = openFrameService('https://gateway.test/assets', options, ending.signal)
  const [frame = expect.fail('there is no frame')] = elements
  const id = frame.name.replace('dispatch_', '')
  function hear(event: string, eventData?: object) {
    const data = `/*framebus*/${JSON.stringify({ event: `${id}:frameService:${event}`, eventData })}`
    const from = { source: frame.contentWindow, origin: 'https://gateway.test' }
    page.dispatchEvent(Object.assign(new Event('message'), { data, ...from }))
  }
  hear('DISPATCH_FRAME_READY')
  return { service: await opening, popup, page, frame, hear, id, ending }
}

test('a window opens in the middle of the page’s own, and gives what its last page tells', async () => {
  const { service, popup, page, hear, id } = await aService({ name: 'shop' })
  const opened = service.open()
  expect(page.open).toHaveBeenCalledWith(
    'https://gateway.test/assets/web/3.99.0/html/venmo-landing-frame.min.html',
    `shop_${id}`,
    'popup,width=450,height=535,left=375,top=133',
  )
  expect(service.isFrameClosed()).toBe(false)
  service.redirect('https://elsewhere.test')
  expect(popup.location).toEqual({ href: 'https://elsewhere.test' })
  hear('DISPATCH_FRAME_REPORT', { payload: { well: 'done' } })

  expect(await opened).toEqual({ well: 'done' })
  expect(popup.closed).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a window that is closed, or that the browser does not open, is told', async () => {
  const { service, popup, page, frame, ending } = await aService()
  const closed = service.open()
  popup.close()
  await Promise.all([
    expect(closed).rejects.toMatchObject({ code: 'FRAME_SERVICE_FRAME_CLOSED', type: 'INTERNAL' }),
    vi.advanceTimersByTimeAsync(100),
  ])
  page.open.mockReturnValueOnce(null)
  await expect(service.open()).rejects.toMatchObject({ code: 'FRAME_SERVICE_FRAME_OPEN_FAILED' })
  ending.abort()
  expect(frame.isThere).toBe(false)
})

/** A payer at Venmo's window, and the gateway's answers to how it went, one after the other. */
function aLogin(answers: (Status | Error)[]) {
  const asked: string[] = []
  const ended: string[] = []
  let finish: (result: object) => void = () => undefined
  const finished = new Promise((resolve) => {
    finish = resolve
  })
  const service = {
    ...{ open: () => finished, redirect: vi.fn(), focus: vi.fn(), close: vi.fn() },
    ...{ isFrameClosed: () => false, teardown: vi.fn() },
  }
  const contexts: Contexts = {
    beginCode: () => Promise.reject(new Error('no code is expected')),
    beginApp: () => Promise.reject(new Error('no app is expected')),
    async getState(id) {
      const status = answers[asked.length] ?? 'CREATED'
      asked.push(id)
      if (status instanceof Error) throw status
      return { status, paymentMethodId: 'nonce', userName: 'robin' }
    },
    end: (id, status) => void ended.push(`${id} ${status}`),
  }
  const merchant = new AbortController()
  const login = { service, contexts, id: '1', address: 'https://venmo.test', track: () => undefined }
  const paying = payByLogin(login, merchant.signal)
  paying.catch(() => undefined)
  return { paying, asked, ended, service, merchant, finish: (result: object) => finish(result) }
}

const types = {
  VENMO_TOKENIZATION_FAILED: 'UNKNOWN',
  VENMO_CUSTOMER_CANCELED: 'CUSTOMER',
  VENMO_NETWORK_ERROR: 'NETWORK',
}

test.each([
  [['APPROVED'], 1, undefined],
  [['CREATED', 'SCANNED', 'APPROVED'], 3, undefined],
  [['CREATED', 'CREATED', 'SCANNED', 'APPROVED'], 3, 'VENMO_TOKENIZATION_FAILED'],
  [['CREATED', 'SCANNED', 'EXPIRED', 'APPROVED'], 3, 'VENMO_TOKENIZATION_FAILED'],
  [['FAILED', 'APPROVED'], 1, 'VENMO_TOKENIZATION_FAILED'],
  [['CANCELED', 'APPROVED'], 1, 'VENMO_CUSTOMER_CANCELED'],
  [[new TypeError('no network'), 'APPROVED'], 1, 'VENMO_NETWORK_ERROR'],
] as const)(
  'a payment whose window is done is asked for at most 3 times, and ended if it has not ended: %s (L8.37 L8.38 L8.51 L9.10)',
  async (answers, times, code) => {
    const { paying, asked, ended, finish, service } = aLogin([...answers])
    finish({})
    if (code) await expect(paying).rejects.toMatchObject({ code, type: types[code] })
    else expect(await paying).toMatchObject({ id: '1', status: 'APPROVED', userName: 'robin' })
    expect(asked).toHaveLength(times)
    const hasEnded = ['APPROVED', 'CANCELED', 'FAILED', 'EXPIRED'].includes(`${answers[times - 1]}`)
    expect(ended).toEqual(hasEnded ? [] : ['1 CANCELED'])
    expect(service.close).toHaveBeenCalled()
  },
)

test('beside the window a payer can go back to it, or cancel; the page can give up, too (L2.43 L2.44 L2.45 L2.46 L2.47)', async () => {
  const first = aLogin([])
  expect(elements.flatMap(({ textContent }) => textContent || [])).toEqual([
    'Venmo',
    'What would you like to do?',
    'Tap cancel payment to cancel and return to the business.',
    'Continue payment will relaunch the payment window.',
    'Continue payment',
    'Cancel payment',
  ])
  press('venmo-popup-continue-button')
  expect(first.service.focus).toHaveBeenCalled()
  press('venmo-popup-cancel-button')
  const canceled = { code: 'VENMO_CUSTOMER_CANCELED', type: 'CUSTOMER' }
  await expect(first.paying).rejects.toMatchObject(canceled)
  expect(first.ended).toEqual(['1 CANCELED'])
  expect(findElement('venmo-desktop-web-backdrop').isThere).toBe(false)

  const second = aLogin([])
  second.merchant.abort(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT'))
  await expect(second.paying).rejects.toMatchObject({ code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT' })
  expect(second.ended).toEqual(['1 CANCELED'])
  expect(second.service.close).toHaveBeenCalled()

  const third = aLogin(['APPROVED'])
  third.finish({})
  third.merchant.abort(venmoError('VENMO_TOKENIZATION_CANCELED_BY_MERCHANT'))
  await expect(third.paying).rejects.toMatchObject({ code: 'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT' })
  expect(third.ended).toEqual(['1 CANCELED'])
})
