import type { ReactNode } from 'react'
import { classes, group } from '../ui/aria.ts'
import { Icon } from '../ui/icons.tsx'
import type { SheetProps } from './way-to-pay.ts'

type Props = SheetProps & {
  /** The payment option, and its name in ids. */
  way: string
  part: string
  name: string
  icon: string
  /** A payer is elsewhere by the button. */
  isAway?: boolean
  children: ReactNode
}

/** A sheet with nothing but a button in it, whose place is handed in. */
export function ButtonSheet({ state, mounted, way, part, name, icon, isAway, children }: Props) {
  const isSent = isAway || (state.screen.view === way && state.request === 'sent')
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
      <div className="braintree-sheet__content braintree-sheet__content--button">{children}</div>
    </div>
  )
}
