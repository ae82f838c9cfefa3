import { report } from '../gateway/analytics.ts'
import { interpolate } from '../messages/messages.ts'
import { dispatch, type ViewProps } from '../model/running.ts'
import type { PaymentOption } from '../payment-methods/payment-method.ts'
import { ways } from '../payment-methods/ways-to-pay.ts'
import { classNames, labelledGroup, pressable } from '../ui/aria.ts'
import { Icon } from '../ui/icons.tsx'

export function OptionsView({ running, state }: ViewProps) {
  const { screen, options } = state
  const below = screen.view === 'methods'
  return (
    <div
      data-braintree-id="options"
      className={classNames('braintree-test-class braintree-options', !below && 'braintree-options-initial')}
    >
      <div data-braintree-id="payment-options-container" className="braintree-options-list">
        {options.map((option) => (
          <OptionRow key={option} option={option} running={running} state={state} />
        ))}
      </div>
    </div>
  )
}

function OptionRow({ option, running, state }: ViewProps & { option: PaymentOption }) {
  const { name, icon } = ways[option]
  const title = running.messages[name]
  const failed = state.dependencies[option] === 'failed'
  function press() {
    if (failed) return
    dispatch(running, { type: 'option-chosen', option })
    running.emitter.emit('paymentOptionSelected', { paymentOption: option })
    report(running.gateway, `selected.${option}`)
  }
  return (
    <div
      {...pressable(press)}
      aria-disabled={failed || undefined}
      className={classNames(`braintree-option braintree-option__${option}`, failed && 'braintree-disabled')}
    >
      <div className="braintree-option__logo">
        <Icon name={icon} />
      </div>
      <div
        {...labelledGroup(interpolate(running.messages.payingWith, { paymentSource: title }))}
        className="braintree-option__label"
      >
        {title}
        <div className="braintree-option__disabled-message">{failed && running.messages.developerError}</div>
      </div>
    </div>
  )
}
