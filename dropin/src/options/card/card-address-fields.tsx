import { useId } from 'react'
import type { MessageKey } from '../../messages/messages.ts'
import type { AddressField } from '../../settings/card-options.ts'
import { classes, group } from '../../ui/aria.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Card, change } from './card.ts'
import { addressFacts } from './card-address.ts'
import type { CardForm } from './card-form.ts'
import { countriesIn } from './countries.ts'

type Props = { card: Card; form: CardForm; disabled: boolean; locale: string | undefined }

/** The billing address: no card data, so it is typed into the page itself. */
export function AddressFields({ card, form, disabled, locale }: Props) {
  const { messages } = card.running
  return (
    <div
      data-braintree-id="billing-address"
      className="braintree-form__address"
      {...group(messages.billingAddressLabel)}
    >
      <div className="braintree-form__address-title">{messages.billingAddressLabel}</div>
      {form.settings.addressFields.map((field) => (
        <AddressPart
          key={field}
          field={field}
          label={messages[addressFacts[field].label]}
          problem={problemText(card, form.problems[field])}
          card={card}
          form={form}
          disabled={disabled}
          locale={locale}
        />
      ))}
    </div>
  )
}

const problemText = ({ running }: Card, key: MessageKey | undefined) => key && running.messages[key]

type PartProps = Props & { field: AddressField; label: string; problem: string | undefined }

function AddressPart({ card, form, field, label, problem, disabled, locale }: PartProps) {
  const id = useId()
  const { dom, autocomplete } = addressFacts[field]
  const control = {
    id,
    ref: (element: HTMLElement | null) => {
      if (element) card.addressInputs[field] = element
    },
    className: 'braintree-form__input',
    autoComplete: `billing ${autocomplete}`,
    value: form.address[field] ?? '',
    disabled,
    'aria-required': form.settings.card.billingAddress?.required?.includes(field) ?? false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-error`,
    onInput: (event: { currentTarget: { value: string } }) =>
      change(card, { type: 'address-typed', field, text: event.currentTarget.value }),
    onBlur: () => change(card, { type: 'address-left', field }),
  }
  return (
    <div
      data-braintree-id={`billing-${dom}-field-group`}
      className={classes('braintree-form__field-group', problem && 'braintree-form__field-group--has-error')}
    >
      <label htmlFor={id} className="braintree-form__label">
        {label}
      </label>
      {field === 'countryCodeAlpha2' ? (
        <select {...control}>
          <option value="" />
          {countriesIn(locale).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} maxLength={255} />
      )}
      <div
        id={`${id}-error`}
        data-braintree-id={`billing-${dom}-field-error`}
        className="braintree-form__field-error"
        role={form.unspoken.includes(field) ? undefined : 'alert'}
      >
        {problem && (
          <>
            <Icon name="iconError" />
            <span>{problem}</span>
          </>
        )}
      </div>
    </div>
  )
}
