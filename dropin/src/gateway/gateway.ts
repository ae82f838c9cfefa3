import { uuid } from '../../agreed/uuid.ts'
import { type Authorization, readAuthorization } from './authorization.ts'
import { type Configuration, loadConfiguration, type Meta } from './configuration.ts'

export const VERSION = '1.42.0'
export const sdkVersion = '3.99.0'

/** The gateway as this authorization sees it. */
export type Gateway = {
  authorization: Authorization
  text: string
  meta: Meta
  configuration: Configuration
}

const known = new Map<string, Promise<Gateway>>()

/** Opens the gateway for an authorization; the same authorization is asked for its configuration once. */
export function openGateway(text: string, gatewayUrl?: string): Promise<Gateway> {
  const opened = known.get(text) ?? open(text, gatewayUrl)
  known.set(text, opened)
  opened.catch(() => known.delete(text))
  return opened
}

async function open(text: string, gatewayUrl?: string): Promise<Gateway> {
  const authorization = readAuthorization(text)
  const meta = {
    merchantAppId: window.location.host,
    platform: 'web',
    sdkVersion,
    source: 'client',
    integration: 'dropin2',
    integrationType: 'dropin2',
    sessionId: uuid(),
    dropinVersion: VERSION,
  }
  return {
    authorization,
    text,
    meta,
    configuration: await loadConfiguration(authorization, meta, gatewayUrl),
  }
}

/** What the frames need to speak to the gateway (Braintree's `client.getConfiguration()`). */
export function clientOf({ authorization, text, meta, configuration }: Gateway) {
  const byToken = authorization.kind === 'client-token'
  return {
    authorization: text,
    authorizationType: byToken ? 'CLIENT_TOKEN' : 'TOKENIZATION_KEY',
    authorizationFingerprint: byToken ? authorization.fingerprint : undefined,
    analyticsMetadata: meta,
    gatewayConfiguration: configuration,
  }
}
