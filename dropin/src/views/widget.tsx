import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { report } from '../gateway/gateway.ts'
import { fill } from '../messages/messages.ts'
import { deleteQuestion, sourceOf } from '../methods/payment-method.ts'
import { dispatch, type Running, type ViewProps } from '../model/running.ts'
import { canToggle, type State } from '../model/state.ts'
import { CardSheet, type CardSheetProps } from '../options/card/card-sheet.tsx'
import { classes, group, pressable } from '../ui/aria.ts'
import { Icon, IconSprite } from '../ui/icons.tsx'
import { deleteFromList } from '../vault/vault.ts'
import { MethodsView } from './methods-view.tsx'
import { OptionsView } from './options-view.tsx'

type Props = { running: Running; wrapper: HTMLElement; cardMounted: CardSheetProps['mounted'] }

/** The whole widget. All views stay on the page, since frames would reload; classes say which is seen. */
export function Widget({ running, wrapper, cardMounted }: Props) {
  const state = useSyncExternalStore(running.store.subscribe, running.store.read)
  useLayoutEffect(() => {
    wrapper.className = wrapperClass(state)
  })
  const { messages } = running
  const { screen, error, loading, card, options } = state
  const starting = screen.view === 'loading'
  const optionsBelow = screen.view === 'methods' && screen.optionsBelow
  const sheetIsOpen = starting || 'underMethods' in screen
  return (
    <>
      <IconSprite />
      <div
        className={classes(
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
          {!optionsBelow && <OptionsView running={running} state={state} />}
          <div
            data-braintree-id="sheet-container"
            className={classes('braintree-sheet__container', sheetIsOpen && 'braintree-sheet--active')}
          >
            {options.some(({ id }) => id === 'card') && (
              <CardSheet running={running} state={state} mounted={cardMounted} />
            )}
            <div data-braintree-id="sheet-error" className="braintree-sheet__error" role="alert">
              {error && (
                <>
                  <div className="braintree-sheet__error-icon">
                    <Icon name="iconError" />
                  </div>
                  <div data-braintree-id="sheet-error-text" className="braintree-sheet__error-text">
                    {messages[error]}
                  </div>
                </>
              )}
            </div>
          </div>
        </div>
        <div
          data-braintree-id="lower-container"
          className={classes('braintree-test-class braintree-options', !optionsBelow && 'braintree-hidden')}
        >
          <div data-braintree-id="other-ways-to-pay" className="braintree-heading">
            {messages.otherWaysToPay}
          </div>
          {optionsBelow && <OptionsView running={running} state={state} />}
        </div>
        <div
          {...pressable(() => dispatch(running, { type: 'toggled' }))}
          data-braintree-id="toggle"
          className={classes(
            'braintree-large-button braintree-toggle',
            !canToggle(state) && 'braintree-hidden',
          )}
        >
          <span>{messages.chooseAnotherWayToPay}</span>
        </div>
      </div>
      <div
        data-braintree-id="disable-wrapper"
        className={classes('braintree-dropin__disabled', card.phase !== 'sending' && 'braintree-hidden')}
      />
    </>
  )
}

function wrapperClass({ screen, loading }: State) {
  if (screen.view === 'loading') return 'braintree-loading'
  if (screen.view === 'delete-confirmation' && loading) return ''
  const both = 'underMethods' in screen && screen.underMethods
  const below = screen.view === 'methods' && screen.optionsBelow
  const shown = [both && 'methods', screen.view, below && 'options']
  return shown.flatMap((view) => (view ? [`braintree-show-${view}`] : [])).join(' ')
}

function Headings({ running, state }: ViewProps) {
  const { messages, options } = running
  const { screen, selected } = state
  const editing = screen.view === 'methods' && screen.editing
  const canEdit = options.vaultManager === true && !state.settings.isGuest
  function toggleEdit() {
    dispatch(running, { type: 'edit-toggled' })
    if (!editing) report(running.gateway, 'manager.appeared')
  }
  const paying = screen.view === 'methods' && selected
  const chosen = paying
    ? fill(messages.payingWith, { paymentSource: sourceOf(paying, messages) })
    : messages.chooseAWayToPay
  return (
    <>
      <div
        data-braintree-id="methods-label"
        className={classes(
          'braintree-heading',
          !paying && !editing && 'braintree-no-payment-method-selected',
        )}
      >
        {editing ? messages.editPaymentMethods : chosen}
      </div>
      <div
        {...pressable(toggleEdit)}
        data-braintree-id="methods-edit"
        className={classes('braintree-heading', !canEdit && 'braintree-hidden')}
      >
        {editing ? messages.doneEditing : messages.edit}
      </div>
      <div data-braintree-id="choose-a-way-to-pay" className="braintree-heading">
        {messages.chooseAWayToPay}
      </div>
    </>
  )
}

function Loader() {
  return (
    <div data-braintree-id="loading-container" className="braintree-loader__container">
      <div data-braintree-id="loading-indicator" className="braintree-loader__indicator" />
    </div>
  )
}

function DeleteConfirmation({ running, state }: ViewProps) {
  const { messages } = running
  const { screen } = state
  const yes = useRef<HTMLDivElement>(null)
  const method = screen.view === 'delete-confirmation' ? screen.deleting : undefined
  useEffect(() => {
    if (!method) return
    const button = yes.current
    button?.focus()
    // The row that was pressed may be gone: the focus goes back to where editing began.
    return () => focusEdit(button)
  }, [method])
  const question = method && deleteQuestion(method, messages)
  const button = 'braintree-delete-confirmation__button'
  return (
    <div
      data-braintree-id="delete-confirmation"
      className="braintree-delete-confirmation braintree-sheet"
      {...group(question)}
    >
      <div data-braintree-id="delete-confirmation__message">{question}</div>
      <div className="braintree-delete-confirmation__button-container">
        <div
          {...pressable(() => dispatch(running, { type: 'delete-cancelled' }))}
          data-braintree-id="delete-confirmation__no"
          className={button}
        >
          {messages.deleteCancelButton}
        </div>
        <div
          {...pressable(() => {
            if (method) deleteFromList(running, method).catch(reportError)
          })}
          ref={yes}
          data-braintree-id="delete-confirmation__yes"
          className={button}
        >
          {messages.deleteConfirmationButton}
        </div>
      </div>
    </div>
  )
}

function focusEdit(from: Element | null) {
  const edit = from?.closest('.braintree-dropin')?.querySelector('[data-braintree-id=methods-edit]')
  const active = document.activeElement
  const isLost = active === document.body || active?.closest('.braintree-delete-confirmation')
  if (isLost && edit instanceof HTMLElement) edit.focus()
}
