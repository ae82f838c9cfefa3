import { useSyncExternalStore } from 'react'
import { brands } from '#agreed/brands.ts'
import type { SheetField } from '#agreed/fields.ts'
import { fieldFacts } from '../../hosted-fields/fields.ts'
import { classes, group } from '../../ui/aria.ts'
import { brandIcon, headerBrands, Icon, unadvertised } from '../../ui/icons.tsx'
import type { SheetProps } from '../way-to-pay.ts'
import { type Card, change } from './card.ts'
import { AddressFields } from './card-address-fields.tsx'
import { descriptorOf, isTaken } from './card-fields.ts'
import { type CardForm, knownBrand } from './card-form.ts'

type PartProps = { card: Card; form: CardForm }

export function CardSheet({ card, state, mounted }: SheetProps & { card: Card }) {
  const form = useSyncExternalStore(card.form.subscribe, card.form.read)
  const { messages } = card.running
  const { keys, card: own } = form.settings
  const part = { card, form }
  const size = knownBrand(form)?.code.size ?? 3
  const isOpen = state.screen.view === 'card'
  const isSent = isOpen && state.request === 'sent'
  return (
    <div
      ref={mounted}
      data-braintree-id="card"
      {...group(messages.payWithCard)}
      aria-busy={isSent}
      className={classes(
        'braintree-card braintree-form braintree-sheet',
        isSent && 'braintree-sheet--loading',
        isOpen && state.request === 'made' && 'braintree-sheet--tokenized',
      )}
    >
      <CardHeader {...part} />
      <div className="braintree-sheet__content braintree-sheet__content--form">
        {keys.includes('cardholderName') && <Field {...part} field="cardholderName" />}
        <Field {...part} field="number" icon={<NumberIcon form={form} />} />
        <div className="braintree-form__flexible-fields">
          <Field {...part} field="expirationDate" />
          {keys.includes('cvv') && (
            <Field
              {...part}
              field="cvv"
              icon={
                <div data-braintree-id="cvv-icon" className="braintree-form__field-secondary-icon">
                  <Icon id="cvv-icon-svg" name={size === 4 ? 'iconCVVFront' : 'iconCVVBack'} />
                </div>
              }
            />
          )}
          {keys.includes('postalCode') && <Field {...part} field="postalCode" />}
          <div className="braintree-form__notice-of-collection">
            <a href="https://www.paypal.com/us/legalhub/home" target="_blank" rel="noreferrer">
              {messages.noticeOfCollection}
            </a>
          </div>
        </div>
        {form.settings.addressFields.length > 0 && (
          <AddressFields {...part} disabled={isSent} locale={state.locale} />
        )}
        {own.vault?.allowVaultCardOverride === true && !state.settings.isGuest && <SaveCard {...part} />}
      </div>
    </div>
  )
}

function CardHeader({ card, form }: PartProps) {
  const { messages } = card.running
  const taken = headerBrands.filter(
    (type) =>
      !unadvertised.includes(type) && isTaken(type, form.settings.card, form.settings.supportedCardTypes),
  )
  return (
    <div className="braintree-sheet__header" data-braintree-id="card-sheet-header">
      <div className="braintree-sheet__header-label">
        <div className="braintree-sheet__logo--header" aria-hidden="true">
          <Icon name="iconCardFront" />
        </div>
        <div className="braintree-sheet__text">{messages.payWithCard}</div>
      </div>
      <div
        className="braintree-sheet__icons"
        data-braintree-id="card-view-icons"
        role="img"
        aria-label={taken.map((type) => messages[brands[type].cardType]).join(', ')}
      >
        {headerBrands.map((type) => (
          <div
            key={type}
            data-braintree-id={`${type}-card-icon`}
            className={classes('braintree-sheet__card-icon', !taken.includes(type) && 'braintree-hidden')}
          >
            <Icon name={`icon-${type}`} />
          </div>
        ))}
      </div>
    </div>
  )
}

function NumberIcon({ form }: { form: CardForm }) {
  const brand = form.fields.number?.isEmpty === false ? knownBrand(form)?.type : undefined
  return (
    <div
      data-braintree-id="card-number-icon"
      className={classes('braintree-form__field-secondary-icon', brand && 'braintree-form__icon--brand')}
    >
      <Icon id="card-number-icon-svg" name={brandIcon(brand)} />
    </div>
  )
}

type FieldProps = PartProps & {
  field: SheetField
  icon?: React.ReactNode
}

function Field({ card, form, field, icon }: FieldProps) {
  const { messages } = card.running
  const { dom, className, label } = fieldFacts[field]
  const problem = form.problems[field]
  const known = form.fields[field]
  const descriptor = descriptorOf(field, messages, knownBrand(form)?.code.size)
  const brandKnown = field === 'number' && known?.isEmpty === false && knownBrand(form)
  return (
    <div
      data-braintree-id={`${dom}-field-group`}
      className={classes(
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
                data-braintree-id={field === 'cvv' ? 'cvv-label-descriptor' : undefined}
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
            className={classes(
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
      <div
        data-braintree-id={`${dom}-field-error`}
        className="braintree-form__field-error"
        role={form.unspoken.includes(field) ? undefined : 'alert'}
      >
        {problem && (
          <>
            <Icon name="iconError" />
            <span>{messages[problem]}</span>
          </>
        )}
      </div>
    </div>
  )
}

function SaveCard({ card, form }: PartProps) {
  return (
    <div data-braintree-id="save-card-field-group" className="braintree-form__field-group">
      <label className="braintree-form__checkbox">
        <input
          type="checkbox"
          data-braintree-id="save-card-input"
          checked={form.saveCard}
          onChange={(event) =>
            change(card, { type: 'save-card-chosen', saveCard: event.currentTarget.checked })
          }
        />
        <span className="braintree-form__label">{card.running.messages.saveCardLabel}</span>
      </label>
    </div>
  )
}
