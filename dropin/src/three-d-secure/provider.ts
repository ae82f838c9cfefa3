import { waits, within } from '../platform/waits.ts'
import {
  type Cardinal,
  type CardinalAnswer,
  type CardinalEvents,
  type CardinalSettings,
  isOfBank,
} from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { placeInline } from './inline.ts'

/** What the provider answers to a challenge, with the proof of it for the gateway. */
export type Answer = { told: CardinalAnswer; jwt: string | undefined }

export type Order = { acsUrl: string; pareq: string | undefined; transactionId: string }

/** The provider's script at work. */
export type Provider = ReturnType<typeof openProvider>

type Hears = {
  emitter: ThreeDSecureEmitter
  /** Hears of a failure that is none of a challenge. */
  failed: (told: CardinalAnswer) => void
  /** Ends it: the provider is not heard any more. */
  signal: AbortSignal
}

/** The shopper's, which may come for a challenge that nobody waits for any more. */
const canceled = 10011

/** Listens to the provider's script, and asks it. */
export function openProvider(cardinal: Cardinal, { emitter, failed, signal }: Hears) {
  let isSetUp: (sessionId: string) => void = () => undefined
  let challenge: { answered: (answer: Answer) => void; failed: (problem: unknown) => void } | undefined
  const tells = (event: Parameters<typeof emitter.emit>[0]) => () => emitter.emit(event, undefined as never)
  const listeners: CardinalEvents = {
    'payments.setupComplete': ({ sessionId }) => isSetUp(sessionId),
    'ui.render': tells('authentication-modal-render'),
    'ui.close': tells('authentication-modal-close'),
    'ui.renderHidden': tells('authentication-modal-render-hidden'),
    'ui.loading.render': tells('authentication-modal-loader-render'),
    'ui.loading.close': tells('authentication-modal-loader-close'),
    'ui.inline.setup': (html, details, resolve, reject) =>
      placeInline(html, details, { emitter, signal }).then(resolve, (problem) => {
        reject(problem)
        challenge?.failed(problem)
      }),
    'payments.validated': (told, jwt) => {
      if (challenge) challenge.answered({ told, jwt })
      else if (!isOfBank(told) && told.ErrorNumber !== canceled) failed(told)
    },
  }
  for (const [event, listener] of Object.entries(listeners))
    cardinal.on(event as keyof CardinalEvents, listener as never)
  signal.addEventListener('abort', () => {
    for (const event of Object.keys(listeners)) cardinal.off(event as keyof CardinalEvents)
  })

  return {
    /** Gives the provider's name for this visit. */
    setUp: (settings: CardinalSettings, jwt: string) =>
      new Promise<string>((resolve) => {
        isSetUp = resolve
        cardinal.configure(settings)
        cardinal.setup('init', { jwt })
      }),
    /** Lets the bank look at the device; says how long it took, and whether it did. */
    async processBin(bin: string) {
      const begun = Date.now()
      const looking = Promise.resolve(cardinal.trigger('bin.process', bin))
      const late = () => new Error('The bank looked at the device for too long.')
      const result = await within(waits.binProcess, looking, late)
      return { elapsed: Date.now() - begun, isDone: result?.Status }
    },
    /** Asks the owner of the card. */
    challenge({ acsUrl, pareq, transactionId }: Order) {
      return new Promise<Answer>((answered, failed) => {
        challenge = { answered, failed }
        const order = { OrderDetails: { TransactionId: transactionId } }
        cardinal.continue('cca', { AcsUrl: acsUrl, Payload: pareq }, order)
      })
    },
  }
}
