import { beforeEach, expect, test, vi } from 'vitest'
import { createInstance } from '../../src/instance.ts'
import type { Assets } from '../../src/merchant-page/assets.ts'
import { addMethod, dispatch, type Running } from '../../src/model/running.ts'
import { beginLifetime } from '../../src/platform/life.ts'
import { openAuthentication } from '../../src/request-payment-method/authentication.ts'
import type { OpenWay } from '../../src/ways-to-pay/way-to-pay.ts'
import { aNetwork } from '../network.ts'
import { aBeginning, aCard, aWay, aWidget } from '../running.ts'

type LoadLocale = Assets['loadLocale']
const saved = aCard('saved', { vaulted: true })

beforeEach(() => {
  aNetwork(() => ({ paymentMethods: [] }))
})

/** An instance, with the events and calls since. */
function anInstance(
  setup: Parameters<typeof aWidget>[0] = {},
  ways = new Map<string, OpenWay>(),
  loadLocale: LoadLocale = async () => ({ messages: {} }),
) {
  const life = beginLifetime()
  const running = aWidget({ ...setup, ended: life.ended })
  async function* places() {
    yield { loadLocale }
  }
  const widget = createInstance(running, ways, life, {
    places,
    authentication: openAuthentication(running),
    deviceData: () => undefined,
  })
  const events: string[] = []
  widget.on('paymentMethodRequestable', (payload) => events.push(JSON.stringify(payload)))
  widget.on('noPaymentMethodRequestable', () => events.push('none'))
  return { running, widget, life, events }
}

const fillIn = (running: Running, complete: boolean) =>
  dispatch(running, { type: 'sheet-completed', option: 'card', complete })

test('nothing is told before the widget has appeared, though a form be filled in by then (L4.70)', () => {
  const running = aBeginning()
  const listener = vi.fn()
  running.emitter.on('paymentMethodRequestable', listener)

  fillIn(running, true)
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: 'done' })
  expect(listener).not.toHaveBeenCalled()
  dispatch(running, { type: 'initialized', methods: [] })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the page hears that it can pay when that changes or another method is chosen, and only then (L4.72)', () => {
  const [a, b] = [aCard('a', { vaulted: true }), aCard('b', { vaulted: true })]
  const { running, widget, events } = anInstance({ methods: [a, b] })

  expect(events).toEqual([])
  expect(widget.isPaymentMethodRequestable()).toBe(true)
  dispatch(running, { type: 'method-chosen', method: a })
  expect(events).toEqual([])
  dispatch(running, { type: 'method-chosen', method: b })
  dispatch(running, { type: 'edit-toggled' })
  dispatch(running, { type: 'edit-toggled' })

  const listed = '{"type":"CreditCard","paymentMethodIsSelected":true}'
  expect(events).toEqual([listed, 'none', listed])
})

test('the page hears of the list again when a method is chosen in it or it can be edited, but not when that ends or more options come below it', () => {
  const [a, b] = [aCard('a', { vaulted: true }), aCard('b', { vaulted: true })]
  const { running, widget } = anInstance({ methods: [a, b], offered: ['card', 'paypal'] })
  const views: object[] = []
  widget.on('changeActiveView', (payload) => views.push(payload))

  dispatch(running, { type: 'other-ways-opened' })
  expect(views).toEqual([])
  const again = { previousViewId: 'methods', newViewId: 'methods' }
  dispatch(running, { type: 'method-chosen', method: b })
  expect(views).toEqual([again])
  dispatch(running, { type: 'edit-toggled' })
  dispatch(running, { type: 'edit-toggled' })
  expect(views).toEqual([again, again])
})

test('a setting that changes, or a selection that is cleared, tells nothing of the first view while that is there', () => {
  vi.stubGlobal('reportError', console.error)
  const views: object[] = []
  const ways = new Map([['paypal', aWay()]])
  const { widget } = anInstance({ offered: ['card', 'paypal'] }, ways)
  widget.on('changeActiveView', (payload) => views.push(payload))

  widget.updateConfiguration('paypal', 'amount', '27.00')
  widget.clearSelectedPaymentMethod()
  expect(views).toEqual([])
})

test('a form that is filled in can pay, until it is not; on its way and until it is listed nothing more is told (L4.72)', async () => {
  vi.useFakeTimers()
  const { running, widget, events } = anInstance()

  for (const complete of [true, true, false, true]) fillIn(running, complete)
  const typed = '{"type":"CreditCard","paymentMethodIsSelected":false}'
  expect(events).toEqual([typed, 'none', typed])

  dispatch(running, { type: 'request-sent' })
  addMethod(running, aCard('fresh'))
  fillIn(running, false)
  expect(events).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(200)
  expect(events.at(-1)).toBe('{"type":"CreditCard","paymentMethodIsSelected":true}')
  expect(widget.isPaymentMethodRequestable()).toBe(true)
  vi.useRealTimers()
})

test('a setting reaches the option that it is of; what is not on offer or never changes is ignored', () => {
  const configure = vi.fn()
  const ways = new Map([
    ['paypal', aWay({ configure })],
    ['card', aWay({ configure })],
  ])
  const { widget } = anInstance({ offered: ['card', 'paypal'] }, ways)

  for (const option of ['paypal', 'card', 'venmo', 'nonsense'])
    widget.updateConfiguration(option, 'amount', 7)

  expect(configure.mock.calls).toEqual([['amount', 7]])
})

test('a request that is asked for nothing may say so by null', async () => {
  const request = vi.fn(async () => aCard('fresh'))
  const { widget } = anInstance({}, new Map([['card', aWay({ request })]]))

  await widget.requestPaymentMethod(null as never)

  expect(request).toHaveBeenCalledWith({})
})

test('a card just made can be edited after a decline; a saved one cannot', async () => {
  const { running, widget } = anInstance({ methods: [saved] })
  expect(widget.editPaymentMethod()).toBe(false)

  addMethod(running, aCard('fresh'))
  expect(widget.editPaymentMethod()).toBe(true)

  expect(running.store.read()).toMatchObject({ screen: { view: 'card' }, methods: [saved] })
})

test('another language is spoken where the customer stands; the shop keeps its own words', async () => {
  const loadLocale: LoadLocale = async (locale) => ({ messages: { edit: locale, doneEditing: locale } })
  const options = { translations: { doneEditing: 'Ready' } }
  const { running, widget } = anInstance({ options, methods: [saved] }, undefined, loadLocale)
  dispatch(running, { type: 'edit-toggled' })
  const before = running.store.read()

  await widget.setLocale('ar')

  expect(running.store.read()).toEqual({ ...before, locale: 'ar_EG' })
  expect(running.messages).toMatchObject({
    edit: 'ar_EG',
    doneEditing: 'Ready',
    deleteCancelButton: 'Cancel',
  })
})

test('of two languages asked for the last one holds, whichever comes first', async () => {
  const resolvers: (() => void)[] = []
  const { running, widget } = anInstance({}, undefined, async (locale) => {
    await new Promise<void>((resolve) => resolvers.push(resolve))
    return { messages: { edit: locale } }
  })

  const asked = [widget.setLocale('fr'), widget.setLocale('ar')]
  await vi.waitUntil(() => resolvers.length === 2)
  for (const resolve of resolvers.reverse()) resolve()
  await Promise.all(asked)

  expect([running.messages.edit, running.store.read().locale]).toEqual(['ar_EG', 'ar_EG'])
})

test('a language that does not come in 5 seconds leaves the one that stands, and the console says so', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { running, widget } = anInstance({}, undefined, (locale) =>
    locale === 'fr_FR' ? Promise.resolve({ messages: { edit: 'Modifier' } }) : new Promise(() => undefined),
  )
  await widget.setLocale('fr')

  const changing = widget.setLocale('ar')
  await vi.advanceTimersByTimeAsync(5000)
  await changing

  expect([running.messages.edit, running.store.read().locale]).toEqual(['Modifier', 'fr_FR'])
  expect(logged.mock.calls.map(([text]) => text)).toEqual([
    'The texts of ar_EG did not load. The payment widget keeps those that it has.',
  ])
  vi.useRealTimers()
})

test('teardown rejects with what a part could not end; after it every method but the events says so', async () => {
  const { widget, life } = anInstance()
  life.atEnd(() => Promise.reject(new Error('a part broke')))

  await expect(widget.teardown()).rejects.toThrow('a part broke')
  await widget.teardown()

  const gone = expect.objectContaining({ code: 'METHOD_CALLED_AFTER_TEARDOWN' })
  await expect(widget.requestPaymentMethod()).rejects.toThrow(gone)
  await expect(widget.setLocale('fr')).rejects.toThrow(gone)
  for (const call of [
    () => widget.clearSelectedPaymentMethod(),
    () => widget.isPaymentMethodRequestable(),
    () => widget.getAvailablePaymentOptions(),
    () => widget.updateConfiguration('paypal', 'amount', 1),
    () => widget.editPaymentMethod(),
  ])
    expect(call).toThrow(gone)
  expect(widget.hasListener('paymentMethodRequestable')).toBe(true)
})
