import { openBus } from '#agreed/bus.ts'
import { uuid } from '#agreed/uuid.ts'
import { isTrusted } from '../gateway/configuration.ts'
import { framesUrl, type Gateway, sdkVersion, toClientConfiguration } from '../gateway/gateway.ts'
import { type BankTexts, showInline, showInModal } from './bank-modal.ts'
import { threeDSecureError } from './failures.ts'
import type { Framework } from './frameworks.ts'
import type { AuthenticatedCard, LiabilityInfo } from './lookup.ts'

export type Visit = {
  gateway: Gateway
  framework: Framework
  nonce: string
  /** From the gateway's lookup. */
  lookup: { acsUrl: string; pareq: string; md: string; termUrl: string }
  /** EMV code of the challenge's size. */
  acsWindowSize?: string | undefined
  texts: () => BankTexts
  /** With both the page shows the frame itself. */
  addFrame?: ((problem: Error | undefined, frame: HTMLIFrameElement) => void) | undefined
  removeFrame?: (() => void) | undefined
  /** For the inline framework; without it the frame is modal. */
  available?: ((element: Element, next: () => void) => void) | undefined
  signal: AbortSignal
}

export type AuthResponse = {
  success: boolean
  paymentMethod?: AuthenticatedCard
  threeDSecureInfo?: LiabilityInfo
  error?: { message?: string }
}

/**
 * Shows the bank's page in a frame of the gateway's. Rejects with THREEDS_CARDINAL_SDK_CANCELED if the shopper closes
 * it, and with the signal's reason. Cleans up.
 */
export async function visitBank(visit: Visit): Promise<AuthResponse> {
  const { gateway, lookup, signal } = visit
  signal.throwIfAborted()
  if (!isVerified(lookup.termUrl, gateway))
    throw threeDSecureError('THREEDS_TERM_URL_REQUIRES_BRAINTREE_DOMAIN')
  const channel = uuid()
  const frame = buildFrame(visit, channel)
  const origin = new URL(gateway.configuration.assetsUrl).origin
  const bus = openBus(channel, { windows: () => [frame.contentWindow], origin })
  const over = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
      bus.on('BUS_CONFIGURATION_REQUEST', (_, answer) => answer(frameTasks(visit, channel)))
      bus.on('threedsecure:AUTHENTICATION_COMPLETE', (data) => resolve(readAnswer(data)))
      show(visit, frame, {
        over: over.signal,
        close: () => reject(threeDSecureError('THREEDS_CARDINAL_SDK_CANCELED')),
      })
    })
  } finally {
    bus.close()
    over.abort()
  }
}

/** Braintree's domain, or the gateway that the token names. */
function isVerified(termUrl: string, { authorization }: Gateway) {
  const known = authorization.kind === 'client-token' ? new URL(authorization.configUrl).origin : ''
  return isTrusted(termUrl, known)
}

function buildFrame({ gateway, acsWindowSize = '' }: Visit, channel: string) {
  const { width, height } = sizes[acsWindowSize] ?? usual
  const frame = document.createElement('iframe')
  frame.src = `${framesUrl(gateway.configuration.assetsUrl)}/three-d-secure-bank-frame.min.html?showLoader=true`
  frame.name = `braintreethreedsecurelanding_${channel}`
  frame.title = '3D Secure Authorization Frame'
  frame.width = width
  frame.height = height
  return frame
}

const usual = { width: '400', height: '400' }

/** EMV challenge sizes; '03' is the default. */
const sizes: Record<string, { width: string; height: string }> = {
  '01': { width: '250', height: '400' },
  '02': { width: '390', height: '400' },
  '04': { width: '600', height: '400' },
  '05': { width: '100%', height: '100%' },
}

/** Parameters of the frame: the way to the bank and back. */
function frameTasks({ gateway, nonce, lookup }: Visit, channel: string) {
  const { acsUrl, pareq, md } = lookup
  const complete = `${framesUrl(gateway.configuration.assetsUrl)}/three-d-secure-authentication-complete-frame.html`
  const termUrl = new URL(lookup.termUrl)
  termUrl.searchParams.set('three_d_secure_version', sdkVersion)
  termUrl.searchParams.set('authentication_complete_base_url', `${complete}?channel=${channel}&`)
  const [parentUrl] = window.location.href.split('#')
  return {
    clientConfiguration: toClientConfiguration(gateway),
    nonce,
    acsUrl,
    pareq,
    md,
    termUrl: termUrl.href,
    parentUrl,
  }
}

function readAnswer(data: unknown): AuthResponse {
  try {
    return JSON.parse((data as { auth_response: string }).auth_response)
  } catch {
    return { success: false, error: { message: 'The answer of the bank cannot be read.' } }
  }
}

type Stay = { over: AbortSignal; close: () => void }

function show(visit: Visit, frame: HTMLIFrameElement, stay: Stay) {
  const { framework, addFrame, removeFrame, available, texts } = visit
  if (addFrame && removeFrame) {
    addFrame(undefined, frame)
    stay.over.addEventListener('abort', removeFrame)
  } else if (framework === 'inline-iframe' && available) {
    showInline(frame, { ...stay, texts, available })
  } else {
    showInModal(frame, { ...stay, texts, isBootstrap: framework === 'bootstrap3-modal' })
  }
}
