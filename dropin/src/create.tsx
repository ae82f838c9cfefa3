import { createRoot } from 'react-dom/client'
import { appear } from './appear.ts'
import { report } from './gateway/analytics.ts'
import { isGuest, readAuthorization } from './gateway/authorization.ts'
import { type Gateway, leaveGateway, openGateway } from './gateway/gateway.ts'
import { readTokenHints } from './gateway/token-hints.ts'
import { createInstance, type Dropin } from './instance.ts'
import type { CreateOptions } from './merchant-options/create-options.ts'
import { type AssetPlaces, type Assets, assetPlaces } from './merchant-page/assets.ts'
import { resolveContainer } from './merchant-page/container.ts'
import { whenAborted } from './merchant-page/creation-abort.ts'
import { insertWidget } from './merchant-page/page.ts'
import { loadTexts } from './messages/load.ts'
import { mergeMessages } from './messages/messages.ts'
import type { DropinEvents } from './model/events.ts'
import { translate } from './model/language.ts'
import { settle } from './model/readiness.ts'
import { reduce } from './model/reduce.ts'
import { dispatch, type Running } from './model/running.ts'
import { initialState } from './model/state.ts'
import type { PaymentOption } from './payment-methods/payment-method.ts'
import { createEmitter } from './platform/emitter.ts'
import { DropinError } from './platform/errors.ts'
import { firstSuccess } from './platform/first.ts'
import { beginLifetime, type Lifetime } from './platform/life.ts'
import { createStore } from './platform/store.ts'
import { waits } from './platform/waits.ts'
import { openAuthentication } from './request-payment-method/authentication.ts'
import { openDeviceData } from './request-payment-method/device-data.ts'
import { Widget } from './views/widget.tsx'
import { offeredOptions, openWays, prepareWays } from './ways-to-pay/all-ways.ts'
import type { OpenWay } from './ways-to-pay/way-to-pay.ts'

/** Resolves when the widget can be used. After a failure or an abort the container is empty. */
export async function createDropin(input: CreateOptions, assets: Assets[] | undefined): Promise<Dropin> {
  if (!input?.authorization) throw new DropinError('options.authorization is required.')
  const options = withoutNull(input)
  options.signal?.throwIfAborted()
  const life = beginLifetime()
  const over = new AbortController()
  try {
    const aborted = whenAborted(options, over.signal)
    return await Promise.race([build(options, assets, life, over.signal), aborted])
  } catch (problem) {
    await life.end().catch(reportError)
    throw problem
  } finally {
    over.abort()
  }
}

/** Options that are null count as missing. */
const withoutNull = (options: CreateOptions) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as CreateOptions

async function build(
  options: CreateOptions,
  assets: Assets[] | undefined,
  life: Lifetime,
  over: AbortSignal,
): Promise<Dropin> {
  const opening = opened(options, life)
  const places = () => assetPlaces(options.assetsBase, assets, opening)
  const loadingTexts = loadTexts(options.locale, places())
  const ahead = assets || options.assetsBase ? insertEarly(options, places(), life) : undefined
  const prepared = ahead && prepareAhead(options, ahead.container, life)
  const loadCode = (option: string) => firstSuccess(places(), (place) => place.loadCode(option))
  const running = start(options, loadCode, life.ended)
  const ways = new Map<string, OpenWay>()
  const failures: unknown[] = []
  let root: ReturnType<typeof createRoot> | undefined
  if (ahead) drawSoon(ahead.wrapper)
  const gateway = await opening
  running.gateway = gateway
  life.ended.throwIfAborted()
  report(gateway, `started.${gateway.authorization.kind}`, over)
  const place = ahead ?? take(checkedContainer(options, gateway), options, places(), life)
  const device = openDeviceData(running)
  life.atEnd(device.close)
  const authentication = openAuthentication(running)
  life.atEnd(authentication.close)

  function load(option: string, sheet: Element) {
    const loading = Promise.all([place.styled, ways.get(option)?.load(sheet, place.styled)])
    return settle(running, option as PaymentOption, loading, failures)
  }

  /** Shows a placeholder if loading takes long. */
  function drawSoon(wrapper: HTMLElement) {
    setTimeout(() => root || draw(wrapper), waits.placeholder)
  }

  function draw(wrapper: HTMLElement) {
    if (life.ended.aborted) return
    root ??= rootIn(wrapper, life)
    root.render(<Widget running={running} wrapper={wrapper} ways={ways} mounted={load} />)
  }

  if (!ahead) drawSoon(place.wrapper)
  const texts = await loadingTexts
  if (options.locale) translate(running, texts ? options.locale : 'en_US', texts ?? {})
  life.ended.throwIfAborted()
  const offered = await offeredOptions(options, gateway, loadCode)
  life.ended.throwIfAborted()
  for (const [option, way] of openWays(running, offered, prepared)) {
    ways.set(option, way)
    life.atEnd(way.close)
  }
  dispatch(running, { type: 'options-offered', options: offered })
  draw(place.wrapper)
  await Promise.all([place.styled, appear(running, failures), authentication.ready])
  life.ended.throwIfAborted()
  draw(place.wrapper)
  for (const way of ways.values()) way.appeared?.()
  return createInstance(running, ways, life, { places, authentication, deviceData: device.read })
}

function rootIn(wrapper: HTMLElement, life: Lifetime) {
  const root = createRoot(wrapper)
  // The page may be rendering at teardown, when React cannot unmount.
  life.atEnd(() => queueMicrotask(() => root.unmount()))
  return root
}

async function opened({ authorization, gatewayUrl }: CreateOptions, life: Lifetime) {
  life.atEnd(() => leaveGateway(authorization))
  try {
    return await openGateway(authorization, gatewayUrl)
  } catch (problem) {
    throw new DropinError('There was an error creating Drop-in.', problem)
  }
}

/** Fills the container before the configuration is there; a wrong container is reported later, once analytics work. */
function insertEarly(options: CreateOptions, places: AssetPlaces, life: Lifetime) {
  try {
    return take(resolveContainer(options), options, places, life)
  } catch {
    return undefined
  }
}

function take(container: Element, { nonce }: CreateOptions, places: AssetPlaces, life: Lifetime) {
  const place = insertWidget(container, places, nonce)
  life.atEnd(place.leave)
  return { container, ...place }
}

function prepareAhead(options: CreateOptions, container: Element, life: Lifetime) {
  const hints = readTokenHints(options.authorization)
  const prepared = hints && prepareWays(options, hints, container)
  for (const way of prepared?.values() ?? []) life.atEnd(way.close)
  return prepared
}

function checkedContainer(options: CreateOptions, gateway: Gateway) {
  try {
    return resolveContainer(options)
  } catch (problem) {
    report(gateway, 'configuration-error')
    throw problem
  }
}

/** Without the gateway: nobody reads it before there is something to choose. */
function start(options: CreateOptions, loadCode: Running['loadCode'], ended: AbortSignal): Running {
  const state = initialState({
    isGuest: isGuestBy(options.authorization),
    preselect: options.preselectVaultedPaymentMethod !== false,
    askCvv: typeof options.card === 'object' && options.card.vault?.askCvv === true,
  })
  return {
    options: { ...options },
    messages: mergeMessages({}, options.translations),
    store: createStore(state, reduce),
    emitter: createEmitter<DropinEvents>(),
    loadCode,
    ended,
  } as Running
}

/** An invalid authorization is reported by opening the gateway. */
function isGuestBy(authorization: string) {
  try {
    return isGuest(readAuthorization(authorization))
  } catch {
    return true
  }
}
