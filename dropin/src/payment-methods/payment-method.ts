import { interpolate, type MessageKey, type Messages } from '../messages/messages.ts'
import type { PaymentOption } from '../public-types/dropin.ts'
import { paymentOptions, ways } from './ways-to-pay.ts'

export type { PaymentOption }

/** A saved or new method, good for one payment. `details` depend on the type. */
export type PaymentMethod = {
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string
  binData?: Record<string, string>
  default?: boolean
  hasSubscription?: boolean
  vaulted?: boolean
  /** From the vault: its CVV was typed on an earlier visit. */
  fromVault?: boolean
  /** A nonce of the CVV alone. */
  cvvNonce?: string
  billingAddress?: Record<string, string>
  liabilityShifted?: boolean
  liabilityShiftPossible?: boolean
  threeDSecureInfo?: object
}

/** Result of `requestPaymentMethod`; optional fields where they apply. */
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

const findWay = (type: string) => Object.values(ways).find(({ makes }) => makes === type)

export function filterOffered(
  methods: readonly PaymentMethod[],
  supported: readonly PaymentOption[],
  hidden: readonly string[] = [],
) {
  return methods.filter(({ type }) => {
    const options = optionsFor(type)
    const isHidden = findWay(type)?.isHidden || options.some((option) => hidden.includes(option))
    return !isHidden && options.some((option) => supported.includes(option))
  })
}

export function analyticsKind(type: string) {
  return findWay(type)?.kind ?? 'undefined'
}

export const iconFor = (type: string) => (type === 'CreditCard' ? undefined : findWay(type)?.icon)

export const optionsFor = (type: string) => paymentOptions.filter((option) => ways[option].makes === type)

export function typesFor(option: string) {
  return paymentOptions.flatMap((known) => (known === option ? [ways[known].makes] : []))
}

export function typeFor(option: PaymentOption) {
  return ways[option].makes
}

export function toPayload(method: PaymentMethod): PaymentMethodPayload {
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

export function describeMethod(method: PaymentMethod, messages: Messages) {
  const way = findWay(method.type)
  const name = way ? messages[way.name] : ''
  if (method.type !== 'CreditCard') {
    const identifier = method.details[way?.title ?? '']
    return identifier === undefined
      ? { title: name, subtitle: cardName(method, messages) }
      : { title: `${identifier}`, subtitle: name }
  }
  const title = interpolate(messages.endingIn, { lastFourCardDigits: `${method.details.lastFour}` })
  return { title, subtitle: cardName(method, messages) }
}

export function paymentSource(method: PaymentMethod, messages: Messages) {
  const name = findWay(method.type)?.name ?? 'Card'
  return (method.type === 'CreditCard' && cardName(method, messages)) || messages[name]
}

export function deletionQuestion(method: PaymentMethod, messages: Messages) {
  const identifier = `${method.details[findWay(method.type)?.title ?? ''] ?? ''}`
  if (method.type === 'PayPalAccount')
    return interpolate(messages.PayPalAccountDeleteConfirmationMessage, { identifier })
  if (method.type === 'VenmoAccount')
    return interpolate(messages.VenmoAccountDeleteConfirmationMessage, { identifier })
  if (method.type !== 'CreditCard') return messages.genericDeleteConfirmationMessage
  const secondaryIdentifier = cardName(method, messages)
  return interpolate(messages.CreditCardDeleteConfirmationMessage, { identifier, secondaryIdentifier })
}
