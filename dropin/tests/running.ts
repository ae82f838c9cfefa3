import type { CreateOptions } from '../src/merchant-options/create-options.ts'
import { mergeMessages } from '../src/messages/messages.ts'
import type { DropinEvents } from '../src/model/events.ts'
import { reduce } from '../src/model/reduce.ts'
import { dispatch, type Running } from '../src/model/running.ts'
import { initialState } from '../src/model/state.ts'
import type { PaymentMethod, PaymentOption } from '../src/payment-methods/payment-method.ts'
import { createEmitter } from '../src/platform/emitter.ts'
import { createStore } from '../src/platform/store.ts'
import type { OpenWay } from '../src/ways-to-pay/way-to-pay.ts'
import { aGateway } from './gateway.ts'

type Setup = {
  options?: Partial<CreateOptions>
  offered?: PaymentOption[]
  methods?: PaymentMethod[]
  ended?: AbortSignal
  isGuest?: boolean
}

/** A widget at work on no page, which has appeared with these options and saved methods. */
export function aWidget({ methods = [], ...setup }: Setup = {}): Running {
  const running = aBeginning(setup)
  dispatch(running, { type: 'initialized', methods })
  return running
}

/** A widget that is still loading its options. */
export function aBeginning({ options, offered = ['card'], ended, isGuest = false }: Setup = {}): Running {
  const askCvv = typeof options?.card === 'object' && options.card.vault?.askCvv
  const running = {
    options: { authorization: 'token', ...options },
    gateway: aGateway(),
    messages: mergeMessages({}),
    store: createStore(initialState({ isGuest, preselect: true, askCvv }), reduce),
    emitter: createEmitter<DropinEvents>(),
    loadCode: noCode,
    ended: ended ?? new AbortController().signal,
  }
  dispatch(running, { type: 'options-offered', options: offered })
  return running
}

/** No code of a file of its own is expected to be loaded. */
export const noCode = async (name: string): Promise<unknown> => {
  throw new Error(`${name} is not expected`)
}

/** A way to pay that does nothing but what the test says. */
export const aWay = (overrides: Partial<OpenWay> = {}): OpenWay => ({
  Sheet: () => null,
  load: async () => undefined,
  request: () => Promise.reject(new Error('no request is expected')),
  configure: () => undefined,
  close: () => undefined,
  ...overrides,
})

export const aCard = (nonce: string, overrides: Partial<PaymentMethod> = {}): PaymentMethod => ({
  nonce,
  type: 'CreditCard',
  details: { lastFour: '1111', cardType: 'Visa' },
  ...overrides,
})
