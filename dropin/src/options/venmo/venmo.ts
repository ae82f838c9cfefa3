import { reportPart } from '../../gateway/analytics.ts'
import { callGraphQL } from '../../gateway/call-graphql.ts'
import { keyOfFailure, type MessageKey } from '../../messages/messages.ts'
import { addMethod, dispatch, type Running } from '../../model/running.ts'
import { DropinError, noPaymentMethod } from '../../platform/errors.ts'
import { createStore } from '../../platform/store.ts'
import type { CreateOptions } from '../../settings/create-options.ts'
import type * as code from '../../venmo/venmo.ts'
import type { OpenWay } from '../way-to-pay.ts'

/** What a shop says of Venmo. */
export const venmoOptionsOf = ({ venmo }: CreateOptions) => (typeof venmo === 'object' ? venmo : {})

/** Venmo for one widget. What it needs comes when its sheet is there, so that a pressed button leads there at once. */
export function openVenmoWay(running: Running) {
  const { store, gateway } = running
  const busy = createStore(false, (_, next: boolean) => next)
  let venmo: code.Venmo | undefined
  let paying = Promise.resolve()
  let hasClosed = false

  async function pay() {
    dispatch(running, { type: 'sheet-mended' })
    busy.dispatch(true)
    try {
      const account = await venmo?.tokenize()
      if (account) addMethod(running, account)
    } catch (problem) {
      tellFailure(running, problem)
    } finally {
      busy.dispatch(false)
    }
  }

  return {
    busy,
    /** A payer who presses again begins anew: the app may not have opened. */
    press() {
      if (busy.read()) venmo?.cancelTokenization()
      paying = paying.then(pay)
    },
    way: {
      async load() {
        const { openVenmo } = (await running.loadCode('venmo')) as typeof code
        const means: code.Means = {
          gateway,
          ask: (body) => callGraphQL(gateway, body),
          report: (kind) => reportPart(gateway, kind),
        }
        venmo = await openVenmo(means, venmoOptionsOf(running.options))
        if (hasClosed) venmo.teardown()
      },
      appeared() {
        if (!venmo?.hasTokenizationResult()) return
        dispatch(running, { type: 'option-chosen', option: 'venmo' })
        paying = pay()
      },
      async request() {
        if (store.read().request === 'none')
          dispatch(running, { type: 'sheet-failed', error: 'venmoButtonMustBeUsed' })
        throw new DropinError(noPaymentMethod)
      },
      configure: () => undefined,
      close() {
        hasClosed = true
        venmo?.teardown()
      },
    } satisfies Omit<OpenWay, 'Sheet'>,
  }
}

/** What a payer has done in sight of the page, or the page itself, needs no word. */
const silent = [
  'VENMO_APP_CANCELED',
  'VENMO_DESKTOP_CANCELED',
  'VENMO_TOKENIZATION_CANCELED_BY_MERCHANT',
  'METHOD_CALLED_AFTER_TEARDOWN',
]
const canceled = [
  'VENMO_CUSTOMER_CANCELED',
  'VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED',
  'FRAME_SERVICE_FRAME_CLOSED',
]

function tellFailure(running: Running, problem: unknown) {
  const code = problem instanceof Error && 'code' in problem ? `${problem.code}` : ''
  // A payer who has turned to another way to pay hears nothing of this one.
  if (silent.includes(code) || running.store.read().screen.view !== 'venmo') return
  const error: MessageKey = canceled.includes(code) ? 'venmoCanceledError' : keyOfFailure(problem)
  // What has no text of its own is the shop's to mend.
  if (error === 'genericError') console.error(problem)
  dispatch(running, { type: 'sheet-failed', error })
}
