import { brandTypeFor } from '#agreed/brands.ts'
import { report } from '../gateway/analytics.ts'
import { dispatch, type ViewProps } from '../model/running.ts'
import { isEditing } from '../model/screens.ts'
import {
  analyticsKind,
  describeMethod,
  iconFor,
  type PaymentMethod,
} from '../payment-methods/payment-method.ts'
import { classNames, pressable } from '../ui/aria.ts'
import { Breakable } from '../ui/breakable.tsx'
import { brandIcon, Icon } from '../ui/icons.tsx'

export function MethodsView({ running, state }: ViewProps) {
  const { screen, methods } = state
  const isActive = screen.view === 'methods'
  return (
    <div data-braintree-id="methods" className="braintree-methods braintree-methods-initial">
      <div
        data-braintree-id="methods-container"
        className={classNames(
          isActive && 'braintree-methods--active',
          isActive && screen.editing && 'braintree-methods--edit',
        )}
      >
        {methods.map((method) => (
          <MethodRow key={method.nonce} method={method} running={running} state={state} />
        ))}
      </div>
    </div>
  )
}

function MethodRow({ method, running, state }: ViewProps & { method: PaymentMethod }) {
  const { screen, selected } = state
  const { title, subtitle } = describeMethod(method, running.messages)
  const editing = isEditing(state)
  const isChosen = screen.view === 'methods' && !editing && selected?.nonce === method.nonce
  function press() {
    if (editing) return dispatch(running, { type: 'delete-asked', method })
    if (method.vaulted) report(running.gateway, `vaulted-${analyticsKind(method.type)}.select`)
    dispatch(running, { type: 'method-chosen', method })
  }
  return (
    <div
      {...pressable(press, editing ? undefined : isChosen)}
      className={classNames(
        'braintree-method',
        isChosen && 'braintree-method--active',
        editing && method.hasSubscription && 'braintree-method--disabled',
      )}
    >
      <div className="braintree-method__logo">
        <Icon name={iconFor(method.type) ?? brandIcon(brandTypeFor(`${method.details.cardType ?? ''}`))} />
      </div>
      <div className="braintree-method__label">
        <Breakable text={title} />
        <br />
        <span className="braintree-method__label--small">{subtitle}</span>
      </div>
      <div className="braintree-method__icon-container braintree-method__delete-container">
        <div className="braintree-method__icon braintree-method__delete">
          {editing && running.messages.deleteConfirmationButton}
        </div>
      </div>
      <div
        className={classNames(
          'braintree-method__icon-container braintree-method__check-container',
          editing && 'braintree-hidden',
        )}
      >
        <div className="braintree-method__icon braintree-method__check" />
      </div>
    </div>
  )
}
