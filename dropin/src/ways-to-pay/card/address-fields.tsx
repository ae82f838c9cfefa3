import type { AddressField } from '../../merchant-options/card-options.ts'
import type { MessageKey } from '../../messages/messages.ts'
import { classNames, labelledGroup } from '../../ui/aria.ts'
import type { AddressProps } from './card.ts'
import { countriesIn } from './countries.ts'
import { FieldError } from './field-error.tsx'

type PartSpec = { label: MessageKey; dom: string; autocomplete: string }

/** DOM name, message key and autofill token of each part. */
const specs: Record<AddressField, PartSpec> = {
  firstName: { label: 'firstNameLabel', dom: 'first-name', autocomplete: 'given-name' },
  lastName: { label: 'lastNameLabel', dom: 'last-name', autocomplete: 'family-name' },
  company: { label: 'companyLabel', dom: 'company', autocomplete: 'organization' },
  streetAddress: { label: 'streetAddressLabel', dom: 'street-address', autocomplete: 'address-line1' },
  extendedAddress: { label: 'extendedAddressLabel', dom: 'extended-address', autocomplete: 'address-line2' },
  locality: { label: 'localityLabel', dom: 'locality', autocomplete: 'address-level2' },
  region: { label: 'regionLabel', dom: 'region', autocomplete: 'address-level1' },
  postalCode: { label: 'postalCodeLabel', dom: 'postal-code', autocomplete: 'postal-code' },
  countryCodeAlpha2: { label: 'countryLabel', dom: 'country', autocomplete: 'country' },
}

/** No card data, so typed into the page itself. A lazy chunk without hooks, since their renderer is in the script. */
export function AddressFields(props: AddressProps) {
  const { messages, form } = props
  return (
    <div
      data-braintree-id="billing-address"
      className="braintree-form__address"
      {...labelledGroup(messages.billingAddressLabel)}
    >
      <div className="braintree-form__address-title">{messages.billingAddressLabel}</div>
      {form.settings.addressFields.map((field) => (
        <AddressPart key={field} {...props} field={field} />
      ))}
    </div>
  )
}

type PartProps = AddressProps & { field: AddressField }

function AddressPart({ id: group, messages, form, field, disabled, locale, keep, type, leave }: PartProps) {
  const id = `${group}-${field}`
  const { dom, label, autocomplete } = specs[field]
  const problem = form.problems[field]
  const control = {
    id,
    ref: (element: HTMLElement | null) => keep(field, element),
    className: 'braintree-form__input',
    autoComplete: `billing ${autocomplete}`,
    value: form.address[field] ?? '',
    disabled,
    'aria-required': form.settings.card.billingAddress?.required?.includes(field) ?? false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-error`,
    onInput: (event: { currentTarget: { value: string } }) => type(field, event.currentTarget.value),
    onBlur: () => leave(field),
  }
  return (
    <div
      data-braintree-id={`billing-${dom}-field-group`}
      className={classNames(
        'braintree-form__field-group',
        problem && 'braintree-form__field-group--has-error',
      )}
    >
      <label htmlFor={id} className="braintree-form__label">
        {messages[label]}
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
      <FieldError {...{ form, field, messages }} dom={`billing-${dom}`} id={`${id}-error`} />
    </div>
  )
}
