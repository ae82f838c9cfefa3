import { useEffect, useRef } from 'react'
import { dispatch, type ViewProps } from '../model/running.ts'
import { deletionQuestion } from '../payment-methods/payment-method.ts'
import { activeIn, labelledGroup, pressable } from '../ui/aria.ts'
import { Breakable } from '../ui/breakable.tsx'
import { deleteFromList } from '../vault/vault.ts'

export function DeleteConfirmation({ running, state }: ViewProps) {
  const { messages } = running
  const { screen } = state
  const yes = useRef<HTMLDivElement>(null)
  const method = screen.view === 'delete-confirmation' ? screen.deleting : undefined
  useEffect(() => {
    if (!method) return
    const button = yes.current
    button?.focus()
    // The row may be gone: restore the focus to the edit button.
    return () => focusEdit(button)
  }, [method])
  const question = method && deletionQuestion(method, messages)
  const button = 'braintree-delete-confirmation__button'
  return (
    <div
      data-braintree-id="delete-confirmation"
      className="braintree-delete-confirmation braintree-sheet"
      {...labelledGroup(question)}
    >
      <div data-braintree-id="delete-confirmation__message">
        <Breakable text={question} />
      </div>
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
  const active = from && activeIn(from)
  const isLost = !active || active === document.body || active?.closest('.braintree-delete-confirmation')
  if (isLost && edit instanceof HTMLElement) edit.focus()
}
