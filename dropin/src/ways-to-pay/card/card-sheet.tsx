import { useSyncExternalStore } from 'react'
import { brands } from '#agreed/brands.ts'
import { classNames, labelledGroup } from '../../ui/aria.ts'
import { headerBrands, Icon, unadvertised } from '../../ui/icons.tsx'
import type { SheetProps } from '../way-to-pay.ts'
import { type Card, updateForm } from './card.ts'
import { CvvIcon, Field, NumberIcon, type PartProps } from './card-field.tsx'
import { isAccepted } from './card-fields.ts'

export function CardSheet({ card, state, mounted }: SheetProps & { card: Card }) {
  const form = useSyncExternalStore(card.form.subscribe, card.form.read)
  const { AddressFields } = card
  const { messages } = card.running
  const { keys, card: options } = form.settings
  const part = { card, form }
  const isOpen = state.screen.view === 'card'
  const isSent = isOpen && state.request === 'sent'
  return (
    <div
      ref={mounted}
      data-braintree-id="card"
      {...labelledGroup(messages.payWithCard)}
      aria-busy={isSent}
      className={classNames(
        'braintree-card braintree-form braintree-sheet',
        isOpen && 'braintree-sheet--open',
        isSent && 'braintree-sheet--loading',
        isOpen && state.request === 'tokenized' && 'braintree-sheet--tokenized',
      )}
    >
      <CardHeader {...part} />
      <div className="braintree-sheet__content braintree-sheet__content--form">
        {keys.includes('cardholderName') && <Field {...part} field="cardholderName" />}
        <Field {...part} field="number" icon={<NumberIcon form={form} />} />
        <div className="braintree-form__flexible-fields">
          <Field {...part} field="expirationDate" />
          {keys.includes('cvv') && <Field {...part} field="cvv" icon={<CvvIcon form={form} />} />}
          {keys.includes('postalCode') && <Field {...part} field="postalCode" />}
          <div className="braintree-form__notice-of-collection">
            <a href="https://www.paypal.com/us/legalhub/home" target="_blank" rel="noreferrer">
              {messages.noticeOfCollection}
            </a>
          </div>
        </div>
        {AddressFields && (
          <AddressFields
            id={card.addressId}
            messages={messages}
            form={form}
            disabled={isSent}
            locale={state.locale}
            keep={(field, element) => {
              if (element) card.addressInputs[field] = element
            }}
            type={(field, text) => updateForm(card, { type: 'address-typed', field, text })}
            leave={(field) => updateForm(card, { type: 'address-left', field })}
          />
        )}
        {options.vault?.allowVaultCardOverride === true && !state.settings.isGuest && <SaveCard {...part} />}
      </div>
    </div>
  )
}

function CardHeader({ card, form }: PartProps) {
  const { messages } = card.running
  const taken = headerBrands.filter(
    (type) =>
      !unadvertised.includes(type) && isAccepted(type, form.settings.card, form.settings.supportedCardTypes),
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
            className={classNames('braintree-sheet__card-icon', !taken.includes(type) && 'braintree-hidden')}
          >
            <Icon name={`icon-${type}`} />
          </div>
        ))}
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
            updateForm(card, { type: 'save-card-chosen', saveCard: event.currentTarget.checked })
          }
        />
        <span className="braintree-form__label">{card.running.messages.saveCardLabel}</span>
      </label>
    </div>
  )
}
