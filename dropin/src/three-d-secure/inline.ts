import type { InlineDetails } from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { threeDSecureError } from './failures.ts'

/**
 * Places elements of the provider's: technical ones hidden, the challenge where the page wants it. Resolves when
 * inserted; removed by the signal.
 */
export async function placeInline(
  html: string,
  details: InlineDetails | undefined,
  { emitter, signal }: { emitter: ThreeDSecureEmitter; signal: AbortSignal },
) {
  const event = 'authentication-iframe-available'
  const mode = details?.paymentType === 'CCA' ? details.data?.mode : undefined
  const wrong = (message?: string) =>
    threeDSecureError('THREEDS_INLINE_IFRAME_DETAILS_INCORRECT', undefined, message)
  if (mode !== 'static' && mode !== 'suppress') throw wrong()
  if (mode === 'static' && !emitter.hasListener(event)) throw wrong(`Nobody listens to ${event}.`)
  const element = document.createElement('div')
  element.innerHTML = html
  signal.addEventListener('abort', () => element.remove())
  if (mode === 'static') return await new Promise<void>((next) => emitter.emit(event, { element }, next))
  element.style.display = 'none'
  document.body.append(element)
}
