import { report } from '../gateway/analytics.ts'
import { interpolate } from '../messages/messages.ts'
import { dispatch, type ViewProps } from '../model/running.ts'
import { isEditing } from '../model/screens.ts'
import { paymentSource } from '../payment-methods/payment-method.ts'
import { classNames, pressable } from '../ui/aria.ts'

export function Headings({ running, state }: ViewProps) {
  const { messages, options } = running
  const { screen, selected } = state
  const editing = isEditing(state)
  const canEdit = Boolean(options.vaultManager) && !state.settings.isGuest
  function toggleEdit() {
    dispatch(running, { type: 'edit-toggled' })
    if (!editing) report(running.gateway, 'manager.appeared')
  }
  const paying = screen.view === 'methods' && selected
  const chosen = paying
    ? interpolate(messages.payingWith, { paymentSource: paymentSource(paying, messages) })
    : messages.chooseAWayToPay
  return (
    <>
      <div
        data-braintree-id="methods-label"
        className={classNames(
          'braintree-heading',
          !paying && !editing && 'braintree-no-payment-method-selected',
        )}
      >
        {editing ? messages.editPaymentMethods : chosen}
      </div>
      <div
        {...pressable(toggleEdit)}
        data-braintree-id="methods-edit"
        className={classNames('braintree-heading', !canEdit && 'braintree-hidden')}
      >
        {editing ? messages.doneEditing : messages.edit}
      </div>
      <div data-braintree-id="choose-a-way-to-pay" className="braintree-heading">
        {messages.chooseAWayToPay}
      </div>
    </>
  )
}
