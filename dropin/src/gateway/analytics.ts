import { rejectedBy, wait, waits } from '../platform/waits.ts'
import { credentialOf } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'

/**
 * Tells the gateway's analytics what happened (`web.dropin.<kind>`). Nobody waits for it, so what somebody does goes before
 * it, until the signal says that this is over.
 */
export function report({ authorization, meta, configuration }: Gateway, kind: string, over?: AbortSignal) {
  const event = {
    analytics: [{ kind: `web.dropin.${kind}`, timestamp: Math.floor(Date.now() / 1000) }],
    _meta: meta,
    braintreeLibraryVersion: sdkVersion,
    ...credentialOf(authorization),
  }
  goAfter(over)
    .then(() => send(configuration.analytics.url, event))
    .catch(() => undefined)
}

async function goAfter(over?: AbortSignal) {
  if (over) await Promise.race([rejectedBy(over), wait(waits.reporting)]).catch(() => undefined)
  await wait(0)
}

/** Tells what happened in a part of the SDK (`web.<kind>`), as those do. */
export function reportPart({ authorization, meta, configuration }: Gateway, kind: string) {
  send(configuration.analytics.url, {
    analytics: [{ kind: `web.${kind}`, isAsync: false, timestamp: Date.now() }],
    _meta: meta,
    braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
    ...credentialOf(authorization),
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
