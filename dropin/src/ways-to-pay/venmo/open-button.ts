import { reportModule } from '../../gateway/analytics.ts'
import { callGraphQL } from '../../gateway/call-graphql.ts'
import type { CreateOptions } from '../../merchant-options/create-options.ts'
import { addMethod, dispatch, type Running } from '../../model/running.ts'
import type { AwayStore, OpenButton } from '../button-way.tsx'
import { showFailure } from '../show-failure.ts'
import { supportsVenmo, thisBrowser } from './payment/browser-support.ts'
import { openVenmo, type Venmo } from './payment/venmo.ts'

const readVenmoOptions = ({ venmo }: CreateOptions) => (typeof venmo === 'object' ? venmo : {})

export const isSupported = (options: CreateOptions) => supportsVenmo(thisBrowser(), readVenmoOptions(options))

/** Loaded before its button can be pressed, so that the click opens Venmo at once. */
export function openButton(running: Running, _: 'venmo', away: AwayStore, open = openVenmo): OpenButton {
  const { gateway, ended } = running
  let venmo: Venmo | undefined
  let paying = Promise.resolve()

  async function pay() {
    dispatch(running, { type: 'error-cleared' })
    away.dispatch(true)
    try {
      const account = await venmo?.tokenize()
      if (account) addMethod(running, account)
    } catch (problem) {
      showEnd(running, problem)
    } finally {
      away.dispatch(false)
    }
  }

  return {
    /** A second press restarts: the app may not have opened. */
    press() {
      if (away.read()) venmo?.cancelTokenization()
      paying = paying.then(pay)
    },
    async load() {
      const dependencies = {
        gateway,
        ask: (body: object) => callGraphQL(gateway, body),
        report: (kind: string) => reportModule(gateway, kind),
        ended,
      }
      venmo = await open(dependencies, readVenmoOptions(running.options))
    },
    appeared() {
      if (!venmo?.hasTokenizationResult()) return
      dispatch(running, { type: 'option-chosen', option: 'venmo' })
      paying = pay()
    },
    configure: () => undefined,
    close: () => undefined, // ends with the widget
  }
}

/** Ends that need no message: by the payer in sight of the page, or by the page. */
const silentCodes = [
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

function showEnd(running: Running, problem: unknown) {
  const code = problem instanceof Error && 'code' in problem ? `${problem.code}` : ''
  // Not for payers who have opened another view.
  if (silentCodes.includes(code) || running.store.read().screen.view !== 'venmo') return
  showFailure(running, problem, canceled.includes(code) ? 'venmoCanceledError' : undefined)
}
