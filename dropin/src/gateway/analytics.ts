import { waits } from '../platform/waits.ts'
import { credentialOf } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'

/** Tells the gateway's analytics what happened (`web.dropin.<kind>`); nobody waits for it. */
export function report({ authorization, meta, configuration }: Gateway, kind: string) {
  const body = JSON.stringify({
    analytics: [{ kind: `web.dropin.${kind}`, timestamp: Math.floor(Date.now() / 1000) }],
    _meta: meta,
    braintreeLibraryVersion: sdkVersion,
    ...credentialOf(authorization),
  })
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(waits.analytics)
  fetch(configuration.analytics.url, { method: 'POST', headers, body, signal, keepalive: true }).catch(
    () => undefined, // analytics never disturb a payment
  )
}
