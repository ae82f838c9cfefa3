import { useSyncExternalStore } from 'react'
import type { Store } from '../../platform/store.ts'
import { pressable } from '../../ui/aria.ts'
import { ButtonSheet } from '../button-sheet.tsx'
import type { SheetProps } from '../way-to-pay.ts'

type Props = SheetProps & {
  name: string
  icon: string
  /** Whether a payer is at Venmo. */
  busy: Pick<Store<boolean, boolean>, 'read' | 'subscribe'>
  press: () => void
}

/** The button that leads to Venmo. */
export function VenmoSheet({ busy, press, name, ...sheet }: Props) {
  const isAway = useSyncExternalStore(busy.subscribe, busy.read)
  return (
    <ButtonSheet {...sheet} way="venmo" part="venmo" name={name} isAway={isAway}>
      <div {...pressable(press)} data-braintree-id="venmo-button" className="braintree-sheet__button--venmo">
        {name}
      </div>
    </ButtonSheet>
  )
}
