import { useLayoutEffect, useSyncExternalStore } from 'react'
import { languageAttributes } from '../messages/locales.ts'
import { dispatch, type Running } from '../model/running.ts'
import { canToggle } from '../model/screens.ts'
import type { State } from '../model/state.ts'
import { classNames, pressable } from '../ui/aria.ts'
import { IconSprite } from '../ui/icons.tsx'
import { DeleteConfirmation } from './delete-confirmation.tsx'
import { Headings } from './headings.tsx'
import { keepFocus } from './keep-focus.ts'
import { MethodsView } from './methods-view.tsx'
import { OptionsView } from './options-view.tsx'
import { Sheets, type SheetsProps } from './sheets.tsx'

type Props = { running: Running; wrapper: HTMLElement } & Pick<SheetsProps, 'ways' | 'mounted'>

/** Memoised: rendered once. */
const sprite = <IconSprite />

/** All views stay in the DOM, since frames would reload; classes select the visible one. */
export function Widget({ running, wrapper, ways, mounted }: Props) {
  const state = useSyncExternalStore(running.store.subscribe, running.store.read)
  useLayoutEffect(() => {
    wrapper.className = wrapperClass(state)
    if (state.locale) Object.assign(wrapper, languageAttributes(state.locale))
    keepFocus(wrapper, state.screen)
  })
  const { messages } = running
  const { screen, error, loading } = state
  const isLocked = state.request === 'sent' || state.authenticating
  const starting = screen.view === 'loading'
  const optionsBelow = screen.view === 'methods' && screen.optionsBelow
  return (
    <>
      {sprite}
      <div
        className={classNames(
          'braintree-dropin',
          !starting && 'braintree-loaded',
          loading && 'braintree-loading',
          error && 'braintree-sheet--has-error',
        )}
      >
        <Headings running={running} state={state} />
        <div className="braintree-placeholder" aria-hidden="true">
          <div />
          <div />
          <div />
        </div>
        <div data-braintree-id="upper-container" className="braintree-upper-container">
          <Loader />
          <DeleteConfirmation running={running} state={state} />
          <MethodsView running={running} state={state} />
          {[...ways].map(([option, { BelowMethods }]) => {
            return BelowMethods && <BelowMethods key={option} state={state} />
          })}
          {!optionsBelow && <OptionsView running={running} state={state} />}
          <Sheets running={running} state={state} ways={ways} mounted={mounted} />
        </div>
        <div
          data-braintree-id="lower-container"
          className={classNames(
            'braintree-test-class braintree-options',
            !optionsBelow && 'braintree-hidden',
          )}
        >
          <div data-braintree-id="other-ways-to-pay" className="braintree-heading">
            {messages.otherWaysToPay}
          </div>
          {optionsBelow && <OptionsView running={running} state={state} />}
        </div>
        <div
          {...pressable(() => dispatch(running, { type: 'other-ways-opened' }))}
          data-braintree-id="toggle"
          className={classNames(
            'braintree-large-button braintree-toggle',
            !canToggle(state) && 'braintree-hidden',
          )}
        >
          <span>{messages.chooseAnotherWayToPay}</span>
        </div>
      </div>
      <div
        data-braintree-id="disable-wrapper"
        className={classNames('braintree-dropin__disabled', !isLocked && 'braintree-hidden')}
      />
    </>
  )
}

export function wrapperClass({ screen, loading }: State) {
  if (screen.view === 'loading') return 'braintree-loading'
  if (screen.view === 'delete-confirmation' && loading) return ''
  const showsMethods = 'showsMethodsAbove' in screen && screen.showsMethodsAbove
  const below = screen.view === 'methods' && screen.optionsBelow
  const shown = [showsMethods && 'methods', screen.view, below && 'options']
  return shown.flatMap((view) => (view ? [`braintree-show-${view}`] : [])).join(' ')
}

function Loader() {
  return (
    <div data-braintree-id="loading-container" className="braintree-loader__container">
      <div data-braintree-id="loading-indicator" className="braintree-loader__indicator" />
    </div>
  )
}
