import { report } from '../gateway/gateway.ts'
import { fill, type MessageKey } from '../messages/messages.ts'
import type { PaymentOption } from '../methods/payment-method.ts'
import { dispatch, type ViewProps } from '../model/running.ts'
import { classes, group, pressable } from '../ui/aria.ts'
import { Icon } from '../ui/icons.tsx'

const names: Record<PaymentOption, { name: MessageKey; icon: string }> = {
  card: { name: 'Card', icon: 'iconCardFront' },
  paypal: { name: 'PayPal', icon: 'logoPayPal' },
  paypalCredit: { name: 'PayPal Credit', icon: 'logoPayPalCredit' },
  venmo: { name: 'Venmo', icon: 'logoVenmo' },
  applePay: { name: 'Apple Pay', icon: 'logoApplePay' },
  googlePay: { name: 'Google Pay', icon: 'logoGooglePay' },
}

const developerError = 'Developer Error: Something went wrong. Check the console for details.'

export function OptionsView({ running, state }: ViewProps) {
  const { screen, options } = state
  const below = screen.view === 'methods'
  return (
    <div
      data-braintree-id="options"
      className={classes('braintree-test-class braintree-options', !below && 'braintree-options-initial')}
    >
      <div data-braintree-id="payment-options-container" className="braintree-options-list">
        {options.map(({ id, status }) => (
          <OptionRow key={id} option={id} failed={status === 'failed'} running={running} state={state} />
        ))}
      </div>
    </div>
  )
}

function OptionRow({ option, failed, running }: ViewProps & { option: PaymentOption; failed: boolean }) {
  const { name, icon } = names[option]
  const title = running.messages[name]
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
      className={classes(`braintree-option braintree-option__${option}`, failed && 'braintree-disabled')}
    >
      <div className="braintree-option__logo">
        <Icon name={icon} />
      </div>
      <div
        {...group(fill(running.messages.payingWith, { paymentSource: title }))}
        className="braintree-option__label"
      >
        {title}
        <div className="braintree-option__disabled-message">{failed && developerError}</div>
      </div>
    </div>
  )
}
