import { classes, group } from '../../ui/aria.ts'
import { Icon } from '../../ui/icons.tsx'
import type { SheetProps } from '../way-to-pay.ts'
import type { PayPalWay } from './paypal.ts'

type Props = SheetProps & { way: PayPalWay; name: string; icon: string }

/** The place for PayPal's own button. */
export function PayPalSheet({ state, mounted, way, name, icon }: Props) {
  const isSent = state.screen.view === way && state.request === 'sent'
  const part = way === 'paypal' ? 'paypal' : 'paypal-credit'
  return (
    <div
      ref={mounted}
      data-braintree-id={way}
      {...group(name)}
      aria-busy={isSent}
      className={classes(`braintree-${way} braintree-sheet`, isSent && 'braintree-sheet--loading')}
    >
      <div data-braintree-id={`${part}-sheet-header`} className="braintree-sheet__header">
        <div className="braintree-sheet__header-label">
          <div className="braintree-sheet__logo--header">
            <Icon name={icon} />
          </div>
          <div className="braintree-sheet__label">{name}</div>
        </div>
      </div>
      <div className="braintree-sheet__content braintree-sheet__content--button">
        <div data-braintree-id={`${part}-button`} className="braintree-sheet__button--paypal" />
      </div>
    </div>
  )
}
