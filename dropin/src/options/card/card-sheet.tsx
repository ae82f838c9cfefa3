import { useEffect, useRef } from 'react'
import { brands, isTakenByGateway } from '#agreed/brands.ts'
import type { FieldKey } from '#agreed/fields.ts'
import { fieldFacts } from '../../hosted-fields/fields.ts'
import { dispatch, type ViewProps } from '../../model/running.ts'
import { knownBrand } from '../../model/state.ts'
import { classes, group } from '../../ui/aria.ts'
import { brandIcon, headerBrands, Icon, unadvertised } from '../../ui/icons.tsx'
import type { FieldContainers } from './card-option.ts'

export type CardSheetProps = ViewProps & {
  /** Called once the containers of the hosted fields are on the page. */
  mounted: (sheet: Element, containers: FieldContainers) => void
}

export function CardSheet({ running, state, mounted }: CardSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const containers = useRef<FieldContainers>({})
  useEffect(() => {
    if (sheet.current) mounted(sheet.current, containers.current)
  }, [mounted])
  const { messages } = running
  const { settings, card } = state
  const fieldProps = (field: FieldKey) => ({
    running,
    state,
    field,
    keep: (element: HTMLElement | null) => {
      if (element) containers.current[field] = element
    },
  })
  const has = (field: FieldKey) => settings.fieldKeys.includes(field)
  const size = knownBrand(state)?.code.size ?? 3
  return (
    <div
      ref={sheet}
      data-braintree-id="card"
      {...group(messages.payWithCard)}
      aria-busy={card.phase === 'sending'}
      className={classes(
        'braintree-card braintree-form braintree-sheet',
        card.phase === 'sending' && 'braintree-sheet--loading',
        card.phase === 'tokenized' && 'braintree-sheet--tokenized',
      )}
    >
      <CardHeader running={running} state={state} />
      <div className="braintree-sheet__content braintree-sheet__content--form">
        {has('cardholderName') && <Field {...fieldProps('cardholderName')} />}
        <Field {...fieldProps('number')} icon={<NumberIcon running={running} state={state} />} />
        <div className="braintree-form__flexible-fields">
          <Field {...fieldProps('expirationDate')} descriptor={messages.expirationDateLabelSubheading} />
          {has('cvv') && (
            <Field
              {...fieldProps('cvv')}
              descriptor={
                size === 4 ? messages.cvvFourDigitLabelSubheading : messages.cvvThreeDigitLabelSubheading
              }
              icon={
                <div data-braintree-id="cvv-icon" className="braintree-form__field-secondary-icon">
                  <Icon id="cvv-icon-svg" name={size === 4 ? 'iconCVVFront' : 'iconCVVBack'} />
                </div>
              }
            />
          )}
          {has('postalCode') && <Field {...fieldProps('postalCode')} />}
          <div className="braintree-form__notice-of-collection">
            <a href="https://www.paypal.com/us/legalhub/home" target="_blank" rel="noreferrer">
              {messages.noticeOfCollection}
            </a>
          </div>
        </div>
        {settings.card.vault?.allowVaultCardOverride === true && !settings.isGuest && (
          <SaveCard running={running} state={state} />
        )}
      </div>
    </div>
  )
}

function CardHeader({ running: { messages }, state }: ViewProps) {
  const taken = headerBrands.filter(
    (type) => !unadvertised.includes(type) && isTakenByGateway(type, state.settings.supportedCardTypes),
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

function NumberIcon({ state }: ViewProps) {
  const brand = state.card.fields.number?.isEmpty === false ? knownBrand(state)?.type : undefined
  return (
    <div
      data-braintree-id="card-number-icon"
      className={classes('braintree-form__field-secondary-icon', brand && 'braintree-form__icon--brand')}
    >
      <Icon id="card-number-icon-svg" name={brandIcon(brand)} />
    </div>
  )
}

type FieldProps = ViewProps & {
  field: FieldKey
  keep: (element: HTMLElement | null) => void
  descriptor?: string
  icon?: React.ReactNode
}

function Field({ running, state, field, keep, descriptor, icon }: FieldProps) {
  const { messages, fields } = running
  const { dom, className, label } = fieldFacts[field]
  const problem = state.card.problems[field]
  const known = state.card.fields[field]
  const brandKnown = field === 'number' && known?.isEmpty === false && knownBrand(state)
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
      <label htmlFor={`braintree__card-view-input__${dom}`} onClick={() => fields?.focus(field)}>
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
            ref={keep}
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
      <div data-braintree-id={`${dom}-field-error`} className="braintree-form__field-error" role="alert">
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

function SaveCard({ running, state }: ViewProps) {
  return (
    <div data-braintree-id="save-card-field-group" className="braintree-form__field-group">
      <label className="braintree-form__checkbox">
        <input
          type="checkbox"
          data-braintree-id="save-card-input"
          checked={state.saveCard}
          onChange={(event) =>
            dispatch(running, { type: 'save-card-chosen', saveCard: event.currentTarget.checked })
          }
        />
        <span className="braintree-form__label">{running.messages.saveCardLabel}</span>
      </label>
    </div>
  )
}
