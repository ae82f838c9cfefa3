import type { FieldKey } from '#agreed/fields.ts'
import type { FieldOverrides, FieldStyles } from '../hosted-fields/field-options.ts'
import { type PaymentOption, paymentOptions } from '../methods/payment-method.ts'
import { DropinError } from '../platform/errors.ts'

export type CardOptions = {
  /** Adds the name field above the number; required only when this says so. */
  cardholderName?: boolean | { required?: boolean }
  overrides?: {
    /** `cvv: null` and `postalCode: null` remove the field. */
    fields?: Partial<Record<FieldKey, FieldOverrides | null>>
    styles?: FieldStyles
  }
  /** Only `false` keeps what was typed after a nonce was made. */
  clearFieldsAfterTokenization?: boolean
  vault?: {
    /** `true` lets a customer choose whether the card is saved. */
    allowVaultCardOverride?: boolean
    /** Only `false` leaves a customer's card unsaved. */
    vaultCard?: boolean
  }
}

export type CreateOptions = {
  /** A client token or a tokenization key. */
  authorization: string
  /** An empty element, or a selector of one. Give this or `selector`. */
  container?: string | Element
  /** @deprecated the same as `container` */
  selector?: string | Element
  locale?: string
  /** Texts of your own, by message key. */
  translations?: Record<string, string>
  /** The options to offer, in this order. */
  paymentOptionPriority?: PaymentOption[]
  card?: boolean | CardOptions
  /** Lets a customer delete saved methods. */
  vaultManager?: boolean
  /** Only `false` starts with no saved method chosen. */
  preselectVaultedPaymentMethod?: boolean
  /** Only `false` lists saved methods in the gateway's own order. */
  showDefaultPaymentMethodFirst?: boolean
  hiddenVaultedPaymentMethodTypes?: PaymentOption[]
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string
}

/** The element that the widget is to fill; every wrong choice has its own DropinError. */
export function resolveContainer({ container, selector }: CreateOptions): Element {
  if (!container && !selector) throw new DropinError('options.container is required.')
  if (container && selector)
    throw new DropinError('Must only have one options.selector or options.container.')
  const given = container ?? selector
  const element = typeof given === 'string' ? document.querySelector(given) : given
  const start = 'options.selector or options.container must reference'
  if (element?.nodeType !== 1) throw new DropinError(`${start} a valid DOM node.`)
  if (element.innerHTML.trim() !== '') throw new DropinError(`${start} an empty DOM node.`)
  return element
}

/** The payment options of this widget, in the merchant's order. */
export function supportedOptions(
  { paymentOptionPriority = [...paymentOptions], card }: CreateOptions,
  supportedCardTypes: readonly string[],
): PaymentOption[] {
  if (!Array.isArray(paymentOptionPriority)) throw new DropinError('paymentOptionPriority must be an array.')
  const asked = [...new Set(paymentOptionPriority)]
  if (!asked.every((option) => paymentOptions.includes(option))) {
    throw new DropinError('paymentOptionPriority: Invalid payment option specified.')
  }
  const enabled = (option: PaymentOption) =>
    option === 'card' && card !== false && supportedCardTypes.length > 0
  const supported = asked.filter(enabled)
  if (supported.length === 0) throw new DropinError('No valid payment options available.')
  return supported
}

export function cardOptionsOf({ card }: CreateOptions): CardOptions {
  return typeof card === 'object' ? card : {}
}
