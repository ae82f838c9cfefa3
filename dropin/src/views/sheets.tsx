import { useCallback } from 'react'
import type { ViewProps } from '../model/running.ts'
import type { State } from '../model/state.ts'
import { classNames } from '../ui/aria.ts'
import { Icon } from '../ui/icons.tsx'
import type { OpenWay, OpenWays } from '../ways-to-pay/way-to-pay.ts'

type Mounted = (option: string, sheet: Element) => void

export type SheetsProps = ViewProps & {
  ways: OpenWays
  mounted: Mounted
}

/** All sheets, and the error below. */
export function Sheets({ running, state, ways, mounted }: SheetsProps) {
  const { screen, error } = state
  const isOpen = screen.view === 'loading' || 'showsMethodsAbove' in screen
  return (
    <div
      data-braintree-id="sheet-container"
      className={classNames('braintree-sheet__container', isOpen && 'braintree-sheet--active')}
    >
      {[...ways].map(([option, way]) => (
        <Sheet key={option} option={option} way={way} state={state} mounted={mounted} />
      ))}
      <div data-braintree-id="sheet-error" className="braintree-sheet__error" role="alert">
        {error && (
          <>
            <div className="braintree-sheet__error-icon">
              <Icon name="iconError" />
            </div>
            <div data-braintree-id="sheet-error-text" className="braintree-sheet__error-text">
              {running.messages[error]}
            </div>
          </>
        )}
      </div>
    </div>
  )
}

type SheetProps = { option: string; way: OpenWay; state: State; mounted: Mounted }

function Sheet({ option, way, state, mounted }: SheetProps) {
  const place = useCallback(
    (sheet: Element | null) => {
      if (sheet) mounted(option, sheet)
    },
    [option, mounted],
  )
  return <way.Sheet state={state} mounted={place} />
}
