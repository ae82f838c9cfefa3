import { createRoot } from 'react-dom/client'
import { report } from './gateway/analytics.ts'
import { isGuest } from './gateway/authorization.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { type Dropin, instanceOf } from './instance.ts'
import { messagesOf } from './messages/messages.ts'
import { kindOf, type PaymentOption } from './methods/payment-method.ts'
import type { DropinEvents } from './model/events.ts'
import { isUsable, whenSettled } from './model/readiness.ts'
import { reduce } from './model/reduce.ts'
import { dispatch, type Running } from './model/running.ts'
import { initialState } from './model/state.ts'
import { offeredOptions, openWays } from './options/table.ts'
import type { OpenWay } from './options/way-to-pay.ts'
import { resolveContainer } from './page/container.ts'
import { takePlace } from './page/page.ts'
import { createEmitter } from './platform/emitter.ts'
import { DropinError } from './platform/errors.ts'
import { createStore } from './platform/store.ts'
import type { CreateOptions } from './settings/create-options.ts'
import { loadMethods } from './vault/vault.ts'
import { Widget } from './views/widget.tsx'

/** Builds a widget in its container and waits until it can be used; after a failure nothing is left there. */
export async function createDropin(options: CreateOptions, stylesheetUrl: string): Promise<Dropin> {
  if (!options?.authorization) throw new DropinError('options.authorization is required.')
  const gateway = await opened(options)
  report(gateway, `started.${gateway.authorization.kind}`)
  const container = checkedContainer(options, gateway)
  const ending = new AbortController()
  const running = start(options, gateway, ending.signal)
  const ways = new Map<string, OpenWay>()
  const place = takePlace(container, stylesheetUrl)
  const root = createRoot(place.wrapper)
  const failures: unknown[] = []

  async function load(option: string, sheet: Element) {
    try {
      await place.styleReady
      await ways.get(option)?.load(sheet)
      dispatch(running, { type: 'dependency-settled', dependency: option as PaymentOption, status: 'done' })
    } catch (problem) {
      if (ending.signal.aborted) return
      console.error(problem)
      failures.push(problem)
      dispatch(running, { type: 'dependency-settled', dependency: option as PaymentOption, status: 'failed' })
    }
  }

  async function end() {
    ending.abort()
    const closing = [...ways.values()].map((way) => way.close())
    place.leave()
    // The page may be rendering itself just now, and React does not unmount inside of that.
    queueMicrotask(() => root.unmount())
    await Promise.all(closing)
  }

  try {
    root.render(<Widget running={running} wrapper={place.wrapper} ways={ways} mounted={load} />)
    const offered = await offeredOptions(options, gateway)
    for (const [option, way] of openWays(running, offered)) ways.set(option, way)
    dispatch(running, { type: 'options-offered', options: offered })
    await appear(running, failures)
    return instanceOf(running, ways, end)
  } catch (problem) {
    await end()
    throw problem
  }
}

async function opened({ authorization, gatewayUrl }: CreateOptions) {
  try {
    return await openGateway(authorization, gatewayUrl)
  } catch (problem) {
    throw new DropinError('There was an error creating Drop-in.', problem)
  }
}

function checkedContainer(options: CreateOptions, gateway: Gateway) {
  try {
    return resolveContainer(options)
  } catch (problem) {
    report(gateway, 'configuration-error')
    throw problem
  }
}

function start(options: CreateOptions, gateway: Gateway, ended: AbortSignal): Running {
  const state = initialState({
    isGuest: isGuest(gateway.authorization),
    preselect: options.preselectVaultedPaymentMethod !== false,
  })
  return {
    options: { ...options },
    gateway,
    messages: messagesOf({}, options.translations),
    store: createStore(state, reduce),
    emitter: createEmitter<DropinEvents>(),
    ended,
  }
}

/** Shows the first view once every option has loaded or failed, if at least one has loaded. */
async function appear(running: Running, failures: unknown[]) {
  const { gateway, store } = running
  const [methods] = await Promise.all([loadMethods(running), whenSettled(running)])
  if (!isUsable(store.read())) {
    report(gateway, 'load-error')
    throw new DropinError('All payment options failed to load.', failures[0])
  }
  dispatch(running, { type: 'appeared', methods })
  report(gateway, 'appeared')
  for (const kind of new Set(methods.map((method) => kindOf(method.type))))
    report(gateway, `vaulted-${kind}.appear`)
  if (store.read().selected) report(gateway, 'vaulted-card.preselect')
}
