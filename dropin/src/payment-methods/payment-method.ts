import { fill, type MessageKey, type Messages } from '../messages/messages.ts'
import type { PaymentOption } from '../public-types/dropin.ts'
import { paymentOptions, ways } from './ways-to-pay.ts'

export type { PaymentOption }

/** A method that can pay once: saved in the vault, or just made. `details` depend on the type. */
export type PaymentMethod = {
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string
  binData?: Record<string, string>
  default?: boolean
  hasSubscription?: boolean
  vaulted?: boolean
  /** Read from the vault: whoever saved it typed its CVV another time. */
  fromVault?: boolean
  /** Stands for the CVV alone, which was typed again. */
  cvvNonce?: string
  /** Where the owner of a card lives, as it was typed with it. */
  billingAddress?: Record<string, string>
  /** What strong authentication says of it. */
  liabilityShifted?: boolean
  liabilityShiftPossible?: boolean
  threeDSecureInfo?: object
}

/** What `requestPaymentMethod` gives: always nonce, type and details; the rest where it applies. */
export type PaymentMethodPayload = Pick<
  PaymentMethod,
  | 'nonce'
  | 'type'
  | 'details'
  | 'vaulted'
  | 'description'
  | 'binData'
  | 'cvvNonce'
  | 'liabilityShifted'
  | 'liabilityShiftPossible'
  | 'threeDSecureInfo'
> & { deviceData?: string; readonly rawPaymentData?: unknown }

/** The first way to pay that makes methods of a type. */
const wayTo = (type: string) => Object.values(ways).find(({ makes }) => makes === type)

/** The saved methods that this widget offers: of a supported option, and not hidden. */
export function offered(
  methods: readonly PaymentMethod[],
  supported: readonly PaymentOption[],
  hidden: readonly string[] = [],
) {
  return methods.filter(({ type }) => {
    const options = optionsOf(type)
    const isHidden = wayTo(type)?.isUnlisted || options.some((option) => hidden.includes(option))
    return !isHidden && options.some((option) => supported.includes(option))
  })
}

export function kindOf(type: string) {
  return wayTo(type)?.kind ?? 'undefined'
}

/** The symbol of a type that has one for all its methods. */
export const iconOf = (type: string) => (type === 'CreditCard' ? undefined : wayTo(type)?.icon)

/** The payment options that make methods of a type. */
export const optionsOf = (type: string) => paymentOptions.filter((option) => ways[option].makes === type)

/** The types of methods that a payment option makes. */
export function typesOf(option: string) {
  return paymentOptions.flatMap((known) => (known === option ? [ways[known].makes] : []))
}

/** What a request makes of a filled-in sheet. */
export function typeMadeBy(option: PaymentOption) {
  return ways[option].makes
}

/** The result that pages get: only what is there. */
export function payloadOf(method: PaymentMethod): PaymentMethodPayload {
  const { nonce, details, type, vaulted, description, binData, cvvNonce, threeDSecureInfo } = method
  const { liabilityShifted, liabilityShiftPossible } = method
  return {
    nonce,
    details,
    type,
    ...(vaulted !== undefined && { vaulted }),
    ...(type === 'CreditCard' && description && { description }),
    ...(liabilityShiftPossible !== undefined && { liabilityShifted, liabilityShiftPossible }),
    ...(threeDSecureInfo && { threeDSecureInfo }),
    ...(binData && { binData }),
    ...(cvvNonce && { cvvNonce }),
  }
}

function cardName(method: PaymentMethod, messages: Messages) {
  const cardType = `${method.details.cardType ?? ''}`
  return Object.hasOwn(messages, cardType) ? messages[cardType as MessageKey] : cardType
}

/** How a row of the list names a method: what tells it apart, and its kind. */
export function namesOf(method: PaymentMethod, messages: Messages) {
  const way = wayTo(method.type)
  const name = way ? messages[way.name] : ''
  if (method.type !== 'CreditCard') {
    const own = method.details[way?.title ?? '']
    return own === undefined
      ? { title: name, subtitle: cardName(method, messages) }
      : { title: `${own}`, subtitle: name }
  }
  const title = fill(messages.endingIn, { lastFourCardDigits: `${method.details.lastFour}` })
  return { title, subtitle: cardName(method, messages) }
}

/** What "Paying with …" names. */
export function sourceOf(method: PaymentMethod, messages: Messages) {
  const name = wayTo(method.type)?.name ?? 'Card'
  return (method.type === 'CreditCard' && cardName(method, messages)) || messages[name]
}

/** The question before a saved method is deleted. */
export function deleteQuestion(method: PaymentMethod, messages: Messages) {
  const identifier = `${method.details[wayTo(method.type)?.title ?? ''] ?? ''}`
  if (method.type === 'PayPalAccount')
    return fill(messages.PayPalAccountDeleteConfirmationMessage, { identifier })
  if (method.type === 'VenmoAccount')
    return fill(messages.VenmoAccountDeleteConfirmationMessage, { identifier })
  if (method.type !== 'CreditCard') return messages.genericDeleteConfirmationMessage
  const secondaryIdentifier = cardName(method, messages)
  return fill(messages.CreditCardDeleteConfirmationMessage, { identifier, secondaryIdentifier })
}
