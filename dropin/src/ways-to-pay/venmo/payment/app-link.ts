import { framesUrl, type Gateway, sdkVersion } from '../../../gateway/gateway.ts'
import { pageAddress } from '../../../gateway/third-party-addresses.ts'
import { isDesktop } from './browser-support.ts'
import type { Context } from './contexts.ts'
import type { Shop } from './shop.ts'

/** The address that opens the app with a payment, or Venmo's login page on a computer. */
export function linkFor({ gateway, options, browser }: Shop, context?: Context) {
  const { configuration, meta } = gateway
  const isWebLogin = isDesktop(browser) && options.allowDesktopWebLogin
  const isByHand = browser.isInFrame || options.requireManualReturn
  const here = isByHand ? undefined : window.location.href.replace(/#.*/, '')
  const back = isWebLogin
    ? `${framesUrl(configuration.assetsUrl)}/redirect-frame.html`
    : (options.deepLinkReturnUrl ?? here)
  const { payWithVenmo } = configuration
  const isOlder = !options.paymentMethodUsage
  const token = payWithVenmo?.accessToken
  const parameters = {
    'x-success': back ? `${back}#venmoSuccess=1` : 'NOOP',
    'x-cancel': back ? `${back}#venmoCancel=1` : 'NOOP',
    'x-error': back ? `${back}#venmoError=1` : 'NOOP',
    ua: browser.userAgent,
    allowAndroidRecreation: options.allowAndroidRecreation === false ? '0' : '1',
    braintree_merchant_id: options.profileId ?? payWithVenmo?.merchantId,
    braintree_access_token: context && isOlder ? `${token}|pcid:${context.id}` : token,
    braintree_environment: payWithVenmo?.environment,
    braintree_sdk_data: btoa(JSON.stringify({ _meta: describe(meta) })),
    // The login popup identifies its payment by this alone.
    resource_id: context && (!isOlder || isWebLogin) ? context.id : undefined,
  }
  const page = options.mobileWebFallBack ? 'venmoAppOrWeb' : 'venmoApp'
  const link = new URL(pageAddress(isWebLogin ? 'venmoWeb' : page, configuration))
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) link.searchParams.set(name, value)
  return link.href
}

function describe({ integration, sessionId }: Gateway['meta']) {
  return { version: sdkVersion, integration, platform: 'web', sessionId }
}

/** The app's result in the URL fragment. */
export type AppResult = {
  end: 'success' | 'error' | 'cancel'
  nonce?: string
  username?: string
  id?: string
  error?: { message: string | undefined; code: string | undefined }
}

/** Undefined without a result. */
export function readAppResult(hash: string): AppResult | undefined {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, '')))
    parameters.set(name.replace(/\W/g, ''), value)
  const end = readEnd(parameters)
  if (!end) return undefined
  const [nonce, username] = ['paymentMethodNonce', 'username'].map((name) => parameters.get(name))
  const id = parameters.get('resource_id') || parameters.get('resourceId') || parameters.get('id')
  const error = { message: parameters.get('errorMessage'), code: parameters.get('errorCode') }
  return {
    end,
    ...(nonce && { nonce }),
    ...(username && { username }),
    ...(id && { id }),
    ...(end === 'error' && { error }),
  }
}

function readEnd(parameters: Map<string, string>) {
  if (parameters.has('venmoSuccess')) return 'success'
  if (parameters.has('venmoError')) return 'error'
  return parameters.has('venmoCancel') ? 'cancel' : undefined
}
