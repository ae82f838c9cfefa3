import { wait, waits } from '../../../platform/waits.ts'
import type { CodeView } from './code-view.ts'
import { type Approved, type Context, type Contexts, lifetimeMs, type Status } from './contexts.ts'
import { venmoError } from './failures.ts'
import { pollUntilFinal } from './poll.ts'

const canceledText = 'The authorization was canceled'
const wrongText = 'Something went wrong'

type Dependencies = {
  contexts: Contexts
  view: CodeView
  profileId: string
  /** Reports `venmo.tokenize.desktop.<kind>` to analytics. */
  track: (kind: string) => void
}

/** Shows QR codes, renewed on request, until a payment is approved or cancelled. */
export async function payByCode({ contexts, view, profileId, track }: Dependencies, ended: AbortSignal) {
  ended.throwIfAborted()
  const leaving = new AbortController()
  const signal = leaving.signal
  let open: Context | undefined
  let askedAgain: () => void = () => undefined

  async function offerCodes(): Promise<Approved> {
    for (;;) {
      view.open()
      const context = await contexts.beginCode()
      if (signal.aborted) contexts.end(context.id, 'CANCELED')
      signal.throwIfAborted()
      open = context
      view.showCode({ id: context.id, merchantId: profileId })
      const state = await pollUntilFinal({
        read: () => contexts.getState(context.id),
        every: waits.venmoCode,
        limit: lifetimeMs(context),
        changed: show,
        signal,
      })
      open = undefined
      if (state?.status === 'APPROVED') return await showApproved({ ...state, id: context.id })
      if (!state) expire(context)
      view.fail(state?.status === 'CANCELED' ? canceledText : wrongText)
      await new Promise<void>((resolve) => {
        askedAgain = resolve
      })
      track('restarted-from-error-view')
    }
  }

  function show(status: Status) {
    track(`status-change.${status.toLowerCase()}`)
    if (status === 'SCANNED') view.showAuthorizing()
  }

  /** Shows the success for a while; closing it early does not cancel the payment. */
  async function showApproved(approved: Approved) {
    view.showAuthorized()
    const closed = new Promise<void>((resolve) =>
      view.setHandlers({ canceled: resolve, askedAgain: nothing, broke: resolve }),
    )
    await Promise.race([wait(waits.venmoApproved), closed])
    return approved
  }

  function expire({ id }: Context) {
    track('status-change.sdk-timeout')
    contexts.end(id, 'EXPIRED')
  }

  const turnedBack = new Promise<never>((_, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason), { signal })
    view.setHandlers({
      askedAgain: () => askedAgain(),
      canceled() {
        track('status-change.canceled-from-modal')
        reject(venmoError('VENMO_DESKTOP_CANCELED'))
      },
      broke() {
        track('unknown-error')
        reject(venmoError('VENMO_DESKTOP_UNKNOWN_ERROR'))
      },
    })
  })
  try {
    return await Promise.race([turnedBack, offerCodes().catch(asUnknown)])
  } catch (problem) {
    if (open) contexts.end(open.id, 'CANCELED')
    throw problem
  } finally {
    leaving.abort()
    view.close()
  }

  function asUnknown(problem: unknown): never {
    if (!signal.aborted) track('unhandled-error')
    throw venmoError('VENMO_DESKTOP_UNKNOWN_ERROR', problem)
  }
}

const nothing = () => undefined
