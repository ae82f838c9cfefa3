import { type ReactNode, useSyncExternalStore } from 'react'
import type { MessageKey } from '../messages/messages.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { PaymentOption } from '../payment-methods/payment-method.ts'
import { ways } from '../payment-methods/ways-to-pay.ts'
import { DropinError, noPaymentMethod } from '../platform/errors.ts'
import { createStore, type Store } from '../platform/store.ts'
import { classNames, labelledGroup } from '../ui/aria.ts'
import { Icon } from '../ui/icons.tsx'
import type { OpenWay, SheetProps } from './way-to-pay.ts'

/** Whether the payer is in another window. */
export type AwayStore = Store<boolean, boolean>

export type OpenButton = Omit<OpenWay, 'Sheet' | 'request'> & { press?: () => void }

/** The lazily loaded code of a button. */
type Code<Way> = { openButton: (running: Running, way: Way, away: AwayStore) => OpenButton }

export type ButtonOptions<Way> = {
  way: Way
  /** Its name in element ids, and its chunk's name if that differs. */
  part: string
  code?: string
  /** Error of a request while the sheet is open. */
  mustBeUsed: MessageKey
  draw: (press: () => void) => ReactNode
}

/** A way to pay by a button alone; its code is a lazy chunk. */
export function openButtonWay<Way extends PaymentOption>(
  running: Running,
  options: ButtonOptions<Way>,
): OpenWay {
  const { way, part, code = part, mustBeUsed, draw } = options
  const { name, icon } = ways[way]
  const away = createStore(false, (_, next: boolean) => next)
  let button: OpenButton | undefined
  return {
    Sheet: (props) => (
      <ButtonSheet {...props} {...options} name={running.messages[name]} icon={icon} away={away}>
        {draw(() => button?.press?.())}
      </ButtonSheet>
    ),
    async load(sheet, styled) {
      const { openButton } = (await running.loadCode(code)) as Code<Way>
      running.ended.throwIfAborted()
      button = openButton(running, way, away)
      await button.load(sheet, styled)
    },
    appeared: () => button?.appeared?.(),
    async request() {
      if (running.store.read().request === 'none')
        dispatch(running, { type: 'sheet-failed', error: mustBeUsed })
      throw new DropinError(noPaymentMethod, { view: way })
    },
    configure: (key, value) => button?.configure(key, value),
    close: () => button?.close(),
  }
}

type Props = SheetProps & {
  way: string
  part: string
  name: string
  icon: string
  away: AwayStore
  children: ReactNode
}

function ButtonSheet({ state, mounted, way, part, name, icon, away, children }: Props) {
  const isAway = useSyncExternalStore(away.subscribe, away.read)
  const isOpen = state.screen.view === way
  const isSent = isAway || (isOpen && state.request === 'sent')
  return (
    <div
      ref={mounted}
      data-braintree-id={way}
      {...labelledGroup(name)}
      aria-busy={isSent}
      className={classNames(
        `braintree-${way} braintree-sheet`,
        isOpen && 'braintree-sheet--open',
        isSent && 'braintree-sheet--loading',
      )}
    >
      <div data-braintree-id={`${part}-sheet-header`} className="braintree-sheet__header">
        <div className="braintree-sheet__header-label">
          <div className="braintree-sheet__logo--header">
            <Icon name={icon} />
          </div>
          <div className="braintree-sheet__label">{name}</div>
        </div>
      </div>
      <div className="braintree-sheet__content braintree-sheet__content--button">{children}</div>
    </div>
  )
}
