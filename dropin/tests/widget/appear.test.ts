import { expect, test, vi } from 'vitest'
import { appear } from '../../src/appear.ts'
import { createDropin } from '../../src/create.tsx'
import { dispatch } from '../../src/model/running.ts'
import type { Status } from '../../src/model/state.ts'
import { wait } from '../../src/platform/waits.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'
import { aBeginning, aCard } from '../running.ts'

/** A widget whose two options end so, with what its analytics told. */
function beginning(card: Status, paypal: Status) {
  const calls = aNetwork(() => ({ paymentMethods: [aCard('saved')] }))
  const running = aBeginning({ offered: ['card', 'paypal'] })
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: card })
  dispatch(running, { type: 'dependency-settled', dependency: 'paypal', status: paypal })
  return { running, events: () => kindsIn(calls) }
}

/** Kinds of analytics events. */
const kindsIn = (calls: Call[]) =>
  calls
    .flatMap(({ body }) => (body.analytics as { kind: string }[] | undefined) ?? [])
    .map(({ kind }) => kind)

test('the widget appears when one option has loaded, with the saved methods (L4.41)', async () => {
  const { running, events } = beginning('failed', 'done')

  await appear(running, [])

  expect(running.store.read()).toMatchObject({ screen: { view: 'methods' }, selected: { nonce: 'saved' } })
  await expect
    .poll(events)
    .toEqual(
      ['appeared', 'vaulted-card.appear', 'vaulted-card.preselect'].map((kind) => `web.dropin.${kind}`),
    )
})

test('while an option loads nothing can be requested, though saved methods be there by then (L4.70)', async () => {
  const calls = aNetwork(() => ({ paymentMethods: [aCard('saved')] }))
  const running = aBeginning()
  const listener = vi.fn()
  running.emitter.on('paymentMethodRequestable', listener)

  const appearing = appear(running, [])
  await wait(20) // by then the saved methods have come
  expect(calls).toHaveLength(1)
  expect(listener).not.toHaveBeenCalled()
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: 'done' })
  await appearing
  expect(listener).toHaveBeenCalledTimes(1)
  await expect.poll(() => kindsIn(calls)).toHaveLength(3)
})

test('when every option fails to load the creation ends, with the first reason inside (L4.42 L8.66)', async () => {
  const { running, events } = beginning('failed', 'failed')
  const reason = new Error('no frames')

  await expect(appear(running, [reason])).rejects.toMatchObject({
    name: 'DropinError',
    message: 'All payment options failed to load.',
    cause: reason,
  })
  expect(running.store.read().screen.view).toBe('loading')
  await expect.poll(events).toEqual(['web.dropin.load-error'])
})

test('without an authorization, or with a wrong one, nothing is created (L5.1 L8.64 L8.65)', async () => {
  vi.stubGlobal('reportError', console.error)
  const container = { nodeType: 1, innerHTML: '', isConnected: false } as Element

  await expect(createDropin({ authorization: '', container }, undefined)).rejects.toThrow(
    'options.authorization is required.',
  )
  await expect(createDropin({ authorization: 'nonsense', container }, undefined)).rejects.toMatchObject({
    message: 'There was an error creating Drop-in.',
    _braintreeWebError: { code: 'CLIENT_INVALID_AUTHORIZATION' },
  })
})

test('a widget that begins and finds no place is told to analytics as the drop-in’s (L7.25)', async () => {
  vi.stubGlobal('reportError', console.error)
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('window', { location: { host: 'shop.test' } })
  const { configuration } = aGateway()
  const configUrl = 'https://gateway.test/configuration'
  const calls = aNetwork(({ url }) => (url.href.startsWith(configUrl) ? configuration : {}))
  const authorization = btoa(JSON.stringify({ authorizationFingerprint: 'f', configUrl }))

  await expect(createDropin({ authorization, container: '#nowhere' }, undefined)).rejects.toThrow(
    'valid DOM node',
  )
  const kinds = ['web.dropin.configuration-error', 'web.dropin.started.client-token']
  await expect.poll(() => kindsIn(calls).sort()).toEqual(kinds)
})
