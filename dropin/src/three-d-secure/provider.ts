import { waits, within } from '../platform/waits.ts'
import { type Cardinal, type CardinalAnswer, type CardinalEvents, isOfBank } from './cardinal.ts'
import { hear } from './ears.ts'
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
  let isSetUp: () => void = () => undefined
  let session = ''
  let challenge: { answered: (answer: Answer) => void; failed: (problem: unknown) => void } | undefined
  const tells = (event: Parameters<typeof emitter.emit>[0]) => () => emitter.emit(event, undefined as never)
  const listeners: CardinalEvents = {
    'payments.setupComplete'({ sessionId }) {
      session = sessionId
      isSetUp()
    },
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
  const { page, ask } = hear(cardinal, listeners, signal)

  return {
    setUp: (jwt: string) =>
      new Promise<void>((resolve) => {
        isSetUp = resolve
        cardinal.setup('init', { jwt })
      }),
    /** Waits until nobody else on the page uses the script, and keeps it from the others until then. */
    async take(over: AbortSignal, until: () => Promise<unknown>) {
      let last: unknown
      while (last !== page.busy) {
        last = page.busy
        await last
      }
      over.throwIfAborted()
      page.busy = until()
    },
    /** The provider's name for this visit: the last that it gave on this page, to whoever set it up. */
    session: () => session,
    /** Lets the bank look at the device; says how long it took, and whether it did. */
    async processBin(bin: string) {
      const begun = Date.now()
      const answered = ask()
      const looking = Promise.resolve().then(() => cardinal.trigger('bin.process', bin))
      const late = () => new Error('The bank is slow.')
      const result = await within(waits.binProcess, looking, late).finally(answered)
      return { elapsed: Date.now() - begun, isDone: result?.Status }
    },
    /** Asks the owner of the card. */
    challenge({ acsUrl, pareq, transactionId }: Order) {
      return new Promise<Answer>((answered, failed) => {
        challenge = { answered, failed }
        ask()
        const order = { OrderDetails: { TransactionId: transactionId } }
        cardinal.continue('cca', { AcsUrl: acsUrl, Payload: pareq }, order)
      })
    },
  }
}
