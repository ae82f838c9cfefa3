import type { Candidate, FieldState, SheetField } from '#agreed/fields.ts'
import type { PaymentOption } from '../payment-methods/payment-method.ts'
import type { ViewId } from './state.ts'

type CardEvent = {
  cards: Candidate[]
  emittedBy: SheetField
  fields: Partial<Record<SheetField, FieldState & { container: Element }>>
}

export type CardEventName =
  | 'blur'
  | 'focus'
  | 'empty'
  | 'notEmpty'
  | 'validityChange'
  | 'cardTypeChange'
  | 'inputSubmitRequest'

export type DropinEvents = {
  changeActiveView: { previousViewId: ViewId; newViewId: ViewId }
  paymentMethodRequestable: { paymentMethodIsSelected: boolean; type: string }
  noPaymentMethodRequestable: undefined
  paymentOptionSelected: { paymentOption: PaymentOption }
  'card:binAvailable': { bin: string }
  '3ds:customer-canceled': undefined
  '3ds:authentication-modal-render': undefined
  '3ds:authentication-modal-close': undefined
} & { [Name in `card:${CardEventName}`]: CardEvent }
