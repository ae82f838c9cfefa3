import { waits, withTimeout } from '../platform/waits.ts'
import { type Cardinal, type CardinalAnswer, type CardinalEvents, isBankAnswer } from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { placeInline } from './inline.ts'
import { listen } from './provider-listeners.ts'

/** With the JWT that proves it to the gateway. */
export type ChallengeAnswer = { result: CardinalAnswer; jwt: string | undefined }

export type ChallengeOrder = { acsUrl: string; pareq: string | undefined; transactionId: string }

export type Provider = ReturnType<typeof openProvider>

type Options = {
  emitter: ThreeDSecureEmitter
  failed: (result: CardinalAnswer) => void
  signal: AbortSignal
}

/** Cancelled by the shopper; may arrive after the challenge has ended. */
const cancelCode = 10011

export function openProvider(cardinal: Cardinal, { emitter, failed, signal }: Options) {
  let isSetUp: () => void = () => undefined
  let session = ''
  let challenge:
    | { answered: (answer: ChallengeAnswer) => void; failed: (problem: unknown) => void }
    | undefined
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
    'payments.validated': (result, jwt) => {
      if (challenge) challenge.answered({ result, jwt })
      else if (!isBankAnswer(result) && result.ErrorNumber !== cancelCode) failed(result)
    },
  }
  const { page, ask } = listen(cardinal, listeners, signal)

  return {
    setUp: (jwt: string) =>
      new Promise<void>((resolve) => {
        isSetUp = resolve
        cardinal.setup('init', { jwt })
      }),
    /** Exclusive use of the script, until `until` settles. */
    async take(over: AbortSignal, until: () => Promise<unknown>) {
      let last: unknown
      while (last !== page.busy) {
        last = page.busy
        await last
      }
      over.throwIfAborted()
      page.busy = until()
    },
    /** The provider's session id: the latest on this page, whoever set it up. */
    session: () => session,
    /** The bank's device check: duration and success. */
    async processBin(bin: string) {
      const start = Date.now()
      const endQuestion = ask()
      const looking = Promise.resolve().then(() => cardinal.trigger('bin.process', bin))
      const late = () => new Error('The bank is slow.')
      const result = await withTimeout(waits.binProcess, looking, late).finally(endQuestion)
      return { elapsed: Date.now() - start, isDone: result?.Status }
    },
    challenge({ acsUrl, pareq, transactionId }: ChallengeOrder) {
      return new Promise<ChallengeAnswer>((answered, failed) => {
        challenge = { answered, failed }
        ask()
        const order = { OrderDetails: { TransactionId: transactionId } }
        cardinal.continue('cca', { AcsUrl: acsUrl, Payload: pareq }, order)
      })
    },
  }
}
