import { useSyncExternalStore } from 'react'
import { brandTypeFor } from '#agreed/brands.ts'
import { chosenMethod, isCvvRequested } from '../../model/requestable.ts'
import type { State } from '../../model/state.ts'
import type { PaymentMethod } from '../../payment-methods/payment-method.ts'
import { classNames } from '../../ui/aria.ts'
import type { Card } from './card.ts'
import { CvvIcon, Field } from './card-field.tsx'

/** CVV of the selected saved card. Stays in the DOM, since its frame would reload. */
export function SavedCvv({ card, state }: { card: Card; state: State }) {
  const form = useSyncExternalStore(card.form.subscribe, card.form.read)
  const chosen = chosenMethod(state)
  const isRequested = chosen !== undefined && isCvvRequested(state, chosen)
  return (
    <div
      ref={(element) => {
        if (element) card.place = element
      }}
      data-braintree-id="saved-cvv"
      className={classNames('braintree-saved-cvv braintree-form', !isRequested && 'braintree-hidden')}
    >
      <Field
        card={card}
        form={form}
        field="cvv"
        place="saved-"
        icon={<CvvIcon form={form} place="saved-" />}
      />
    </div>
  )
}

/** Clears the CVV when another card is selected. */
export function watchSelection(card: Card) {
  const { store } = card.running
  let last: PaymentMethod | undefined
  function look() {
    const { selected } = store.read()
    if (selected === last) return
    last = selected
    card.fields?.clear('cvv')
    card.fields?.setBrand(brandTypeFor(`${selected?.details.cardType ?? ''}`))
  }
  look()
  return store.subscribe(look)
}
