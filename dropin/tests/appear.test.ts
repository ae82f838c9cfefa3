import { expect, test, vi } from 'vitest'
import { appear } from '../src/appear.ts'
import { createDropin } from '../src/create.tsx'
import { dispatch } from '../src/model/running.ts'
import type { Status } from '../src/model/state.ts'
import { aNetwork } from './network.ts'
import { aBeginning, aCard } from './running.ts'

/** A widget whose two options end so, with what its analytics told. */
function beginning(card: Status, paypal: Status) {
  const calls = aNetwork(() => ({ paymentMethods: [aCard('saved')] }))
  const running = aBeginning({ offered: ['card', 'paypal'] })
  dispatch(running, { type: 'dependency-settled', dependency: 'card', status: card })
  dispatch(running, { type: 'dependency-settled', dependency: 'paypal', status: paypal })
  const told = () => calls.flatMap(({ body }) => (body.analytics as { kind: string }[] | undefined) ?? [])
  return { running, told: () => told().map(({ kind }) => kind.replace('web.dropin.', '')) }
}

test('the widget appears when one option has loaded, with the saved methods (L4.41)', async () => {
  const { running, told } = beginning('failed', 'done')

  await appear(running, [])

  expect(running.store.read()).toMatchObject({ screen: { view: 'methods' }, selected: { nonce: 'saved' } })
  await expect.poll(told).toEqual(['appeared', 'vaulted-card.appear', 'vaulted-card.preselect'])
})

test('when every option fails to load the creation ends, with the first reason inside (L4.42 L8.66)', async () => {
  const { running, told } = beginning('failed', 'failed')
  const reason = new Error('no frames')

  await expect(appear(running, [reason])).rejects.toMatchObject({
    name: 'DropinError',
    message: 'All payment options failed to load.',
    cause: reason,
  })
  expect(running.store.read().screen.view).toBe('loading')
  await expect.poll(told).toEqual(['load-error'])
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
