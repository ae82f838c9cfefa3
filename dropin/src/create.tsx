import { createRoot } from 'react-dom/client'
import { isGuest } from './gateway/authorization.ts'
import { type Gateway, openGateway, report } from './gateway/gateway.ts'
import { type Dropin, instanceOf } from './instance.ts'
import { messagesOf } from './messages/messages.ts'
import { kindOf } from './methods/payment-method.ts'
import type { DropinEvents } from './model/events.ts'
import { dispatch, type Running } from './model/running.ts'
import { initialState } from './model/state.ts'
import { createStore } from './model/store.ts'
import { fieldsOf } from './options/card/card-fields.ts'
import { type FieldContainers, loadCard } from './options/card/card-option.ts'
import { takePlace } from './page/page.ts'
import { createEmitter } from './platform/emitter.ts'
import { BraintreeError, DropinError } from './platform/errors.ts'
import {
  type CreateOptions,
  cardOptionsOf,
  resolveContainer,
  supportedOptions,
} from './settings/create-options.ts'
import { loadMethods } from './vault/vault.ts'
import { Widget } from './views/widget.tsx'

/** Builds a widget in its container and waits until it can be used; after a failure nothing is left there. */
export async function createDropin(options: CreateOptions, stylesheetUrl: string): Promise<Dropin> {
  if (!options?.authorization) throw new DropinError('options.authorization is required.')
  const gateway = await opened(options)
  report(gateway, `started.${gateway.authorization.kind}`)
  const container = checkedContainer(options, gateway)
  const running = start(options, gateway)
  const place = takePlace(container, stylesheetUrl)
  const root = createRoot(place.wrapper)
  function leave() {
    place.leave()
    // The page may be rendering itself just now, and React does not unmount inside of that.
    queueMicrotask(() => root.unmount())
  }
  try {
    const card = new Promise<[Element, FieldContainers]>((mounted) => {
      const cardMounted = (sheet: Element, containers: FieldContainers) => mounted([sheet, containers])
      root.render(<Widget running={running} wrapper={place.wrapper} cardMounted={cardMounted} />)
    })
    const loading = card.then(([sheet, containers]) =>
      place.styleReady.then(() => loadCard(running, sheet, containers)),
    )
    await appear(running, loading)
    return instanceOf(running, leave)
  } catch (problem) {
    running.ended = true
    running.fields?.close()
    leave()
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

function start(options: CreateOptions, gateway: Gateway): Running {
  const { challenges, creditCards } = gateway.configuration
  const card = cardOptionsOf(options)
  const supported = supportedOptions(options, creditCards.supportedCardTypes)
  const state = initialState(supported, {
    fieldKeys: fieldsOf(challenges, card),
    card,
    supportedCardTypes: creditCards.supportedCardTypes,
    isGuest: isGuest(gateway.authorization),
    preselect: options.preselectVaultedPaymentMethod !== false,
  })
  return {
    options: { ...options },
    gateway,
    messages: messagesOf({}, options.translations),
    store: createStore(state),
    emitter: createEmitter<DropinEvents>(),
    ended: false,
  }
}

/** Shows the first view once every option has loaded or failed, if at least one has loaded. */
async function appear(running: Running, loadingCard: Promise<void>) {
  const { gateway, store } = running
  const [methods, failure] = await Promise.all([loadMethods(running), failureOf(loadingCard)])
  if (failure) console.error(failure)
  dispatch(running, { type: 'option-loaded', option: 'card', status: failure ? 'failed' : 'done' })
  if (store.read().options.every((option) => option.status === 'failed')) {
    report(gateway, 'load-error')
    throw new DropinError('All payment options failed to load.', failure)
  }
  dispatch(running, { type: 'appeared', methods })
  report(gateway, 'appeared')
  for (const kind of new Set(methods.map((method) => kindOf(method.type))))
    report(gateway, `vaulted-${kind}.appear`)
  if (store.read().selected) report(gateway, 'vaulted-card.preselect')
}

/** A payment option that fails to load must not keep the others from working. */
async function failureOf(loading: Promise<void>) {
  try {
    await loading
  } catch (problem) {
    if (problem instanceof BraintreeError) return problem
    throw problem
  }
}
