import { uuid } from '#agreed/uuid.ts'
import { type Authorization, readAuthorization } from './authorization.ts'
import type { Configuration, Meta } from './configuration.ts'
import { loadConfiguration } from './load-configuration.ts'

export const VERSION = '1.42.0'
export const sdkVersion = '3.99.0'

export const framesUrl = (assetsUrl: string) => `${assetsUrl}/web/${sdkVersion}/html`

/** `custom`: a module of the SDK that a page uses by itself. */
export type Integration = 'dropin2' | 'custom'

export type Gateway = {
  authorization: Authorization
  text: string
  meta: Meta
  configuration: Configuration
}

const shared = new Map<string, { opened: Promise<Gateway>; users: number }>()

/** Opens the gateway; simultaneous users of one authorization share its configuration. */
export function openGateway(
  text: string,
  gatewayUrl?: string,
  integration: Integration = 'dropin2',
): Promise<Gateway> {
  const key = cacheKey(text, integration)
  const known = shared.get(key) ?? { opened: open(text, gatewayUrl, integration), users: 0 }
  known.users += 1
  shared.set(key, known)
  return known.opened
}

export const isOpen = (text: string, integration: Integration) => shared.has(cacheKey(text, integration))

/** Reference counted: the last one drops the configuration. */
export function leaveGateway(text: string, integration: Integration = 'dropin2') {
  const key = cacheKey(text, integration)
  const known = shared.get(key)
  if (!known) return
  known.users -= 1
  if (known.users === 0) shared.delete(key)
}

const cacheKey = (text: string, integration: Integration) => `${integration} ${text}`

async function open(
  text: string,
  gatewayUrl: string | undefined,
  integration: Integration,
): Promise<Gateway> {
  const authorization = readAuthorization(text)
  const meta = {
    merchantAppId: window.location.host,
    platform: 'web',
    sdkVersion,
    source: 'client',
    integration,
    integrationType: integration,
    sessionId: uuid(),
    ...(integration === 'dropin2' && { dropinVersion: VERSION }),
  }
  return {
    authorization,
    text,
    meta,
    configuration: await loadConfiguration(authorization, meta, gatewayUrl),
  }
}

export function toClientConfiguration({ authorization, text, meta, configuration }: Gateway) {
  const byToken = authorization.kind === 'client-token'
  return {
    authorization: text,
    authorizationType: byToken ? 'CLIENT_TOKEN' : 'TOKENIZATION_KEY',
    authorizationFingerprint: byToken ? authorization.fingerprint : undefined,
    analyticsMetadata: meta,
    gatewayConfiguration: configuration,
  }
}
