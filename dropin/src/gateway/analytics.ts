import { rejectOnAbort, wait, waits } from '../platform/waits.ts'
import { credentialFor } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'

/**
 * Sends `web.dropin.<kind>` to analytics, fire and forget. Deferred until `over` is aborted, for a limited time: other
 * requests go first.
 */
export function report({ authorization, meta, configuration }: Gateway, kind: string, over?: AbortSignal) {
  const event = {
    analytics: [{ kind: `web.dropin.${kind}`, timestamp: Math.floor(Date.now() / 1000) }],
    _meta: meta,
    braintreeLibraryVersion: sdkVersion,
    ...credentialFor(authorization),
  }
  defer(over)
    .then(() => send(configuration.analytics.url, event))
    .catch(() => undefined)
}

async function defer(over?: AbortSignal) {
  if (over) await Promise.race([rejectOnAbort(over), wait(waits.reporting)]).catch(() => undefined)
  await wait(0)
}

/** Sends `web.<kind>` for a module of the SDK. */
export function reportModule({ authorization, meta, configuration }: Gateway, kind: string) {
  send(configuration.analytics.url, {
    analytics: [{ kind: `web.${kind}`, isAsync: false, timestamp: Date.now() }],
    _meta: meta,
    braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
    ...credentialFor(authorization),
  })
}

function send(url: string, event: object) {
  const body = JSON.stringify(event)
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(waits.analytics)
  fetch(url, { method: 'POST', headers, body, signal, keepalive: true }).catch(
    () => undefined, // analytics never disturb a payment
  )
}
