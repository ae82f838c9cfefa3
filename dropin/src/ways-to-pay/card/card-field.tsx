import type { ReactNode } from 'react'
import type { SheetField } from '#agreed/fields.ts'
import { fieldSpecs } from '../../hosted-fields/fields.ts'
import { classNames } from '../../ui/aria.ts'
import { brandIcon, Icon } from '../../ui/icons.tsx'
import type { Card } from './card.ts'
import { descriptorFor } from './card-fields.ts'
import { type CardForm, knownBrand } from './card-form.ts'
import { FieldError } from './field-error.tsx'

export type PartProps = { card: Card; form: CardForm }

export function NumberIcon({ form }: { form: CardForm }) {
  const brand = form.fields.number?.isEmpty === false ? knownBrand(form)?.type : undefined
  return (
    <div
      data-braintree-id="card-number-icon"
      className={classNames('braintree-form__field-secondary-icon', brand && 'braintree-form__icon--brand')}
    >
      <Icon id="card-number-icon-svg" name={brandIcon(brand)} />
    </div>
  )
}

type FieldProps = PartProps & {
  field: SheetField
  icon?: ReactNode
  /** Distinguishes the same field in another place. */
  place?: string
}

export function Field({ card, form, field, icon, place = '' }: FieldProps) {
  const { messages } = card.running
  const { dom, className, label } = fieldSpecs[field]
  const problem = form.problems[field]
  const known = form.fields[field]
  const descriptor = descriptorFor(field, messages, knownBrand(form)?.code.size)
  const brandKnown = field === 'number' && known?.isEmpty === false && knownBrand(form)
  return (
    <div
      data-braintree-id={`${place}${dom}-field-group`}
      className={classNames(
        'braintree-form__field-group',
        problem && 'braintree-form__field-group--has-error',
        known?.isFocused && 'braintree-form__field-group--is-focused',
        brandKnown && 'braintree-form__field-group--card-type-known',
      )}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control is in a frame, which keyboards reach by Tab */}
      <label htmlFor={`braintree__card-view-input__${dom}`} onClick={() => card.fields?.focus(field)}>
        <div className="braintree-form__label">
          {messages[label]}
          {descriptor && (
            <>
              {' '}
              <span
                className="braintree-form__descriptor"
                data-braintree-id={field === 'cvv' ? `${place}cvv-label-descriptor` : undefined}
              >
                {descriptor}
              </span>
            </>
          )}
        </div>
        <div className="braintree-form__field">
          <div
            ref={(element) => {
              if (element) card.containers[field] = element
            }}
            className={classNames(
              `braintree-form-${className} braintree-form__hosted-field`,
              known?.isFocused && 'braintree-hosted-fields-focused',
              known?.isPotentiallyValid === false && 'braintree-hosted-fields-invalid',
              known?.isValid && 'braintree-hosted-fields-valid',
              known?.isValid && !problem && 'braintree-form__field--valid',
            )}
          />
          <div className="braintree-form__icon-container" aria-hidden="true">
            {icon}
          </div>
        </div>
      </label>
      <FieldError {...{ form, field, messages }} dom={place + dom} />
    </div>
  )
}

export function CvvIcon({ form, place = '' }: { form: CardForm; place?: string }) {
  const isInFront = knownBrand(form)?.code.size === 4
  return (
    <div data-braintree-id={`${place}cvv-icon`} className="braintree-form__field-secondary-icon">
      <Icon id={`${place}cvv-icon-svg`} name={isInFront ? 'iconCVVFront' : 'iconCVVBack'} />
    </div>
  )
}
