import type { PartOptions } from './client.ts'
import type { binData, Payload } from './payload.ts'

type BrandName =
  | ('visa' | 'mastercard' | 'american-express' | 'diners-club' | 'discover' | 'jcb')
  | ('union-pay' | 'maestro' | 'elo' | 'mir' | 'hiper' | 'hipercard')

export type HostedFieldsField = {
  selector?: string | undefined
  container?: string | Element | undefined
  placeholder?: string | undefined
  type?: string | undefined
  iframeTitle?: string | undefined
  internalLabel?: string | undefined
  formatInput?: boolean | undefined
  maskInput?: boolean | { character?: string | undefined; showLastFour?: boolean | undefined } | undefined
  select?: boolean | { options: string[] } | undefined
  maxCardLength?: number | undefined
  maxlength?: number | undefined
  minlength?: number | undefined
  prefill?: string | undefined
  rejectUnsupportedCards?: boolean | undefined
  supportedCardBrands?: { [Brand in BrandName]?: boolean | undefined } | undefined
}

export type BillingAddressField =
  | ('firstName' | 'lastName' | 'company' | 'streetAddress' | 'extendedAddress')
  | ('locality' | 'region' | 'postalCode' | 'countryCodeAlpha2')

export type cardCreateOptions = {
  /** Adds the name field above the number; required only when this says so. */
  cardholderName?: boolean | { required?: boolean | undefined } | undefined
  overrides?:
    | {
        /** `cvv: null` and `postalCode: null` remove the field. */
        fields?:
          | {
              number?: HostedFieldsField | undefined
              expirationDate?: HostedFieldsField | undefined
              cvv?: HostedFieldsField | null | undefined
              postalCode?: HostedFieldsField | null | undefined
              cardholderName?: HostedFieldsField | undefined
            }
          | undefined
        /** By CSS selector: rules, `null` to remove a default, or a class of the page to copy. */
        styles?: object | undefined
      }
    | undefined
  /** Asks for a billing address, which goes to the gateway with the card. */
  billingAddress?:
    | {
        /** In this order. A postal code that the gateway requires is asked for once. */
        fields: BillingAddressField[]
        /** Required ones; none by default. */
        required?: BillingAddressField[] | undefined
      }
    | undefined
  /** Only `false` keeps the values after tokenization. */
  clearFieldsAfterTokenization?: boolean | undefined
  /** `true` keeps all but the CVV, for `editPaymentMethod` after a decline. */
  keepAfterTokenization?: boolean | undefined
  vault?:
    | {
        /** `true` lets a customer choose whether the card is saved. */
        allowVaultCardOverride?: boolean | undefined
        /** Only `false` leaves a customer's card unsaved. */
        vaultCard?: boolean | undefined
        /** `true` asks for the CVV of a saved card again: its nonce is `cvvNonce` of the result. */
        askCvv?: boolean | undefined
      }
    | undefined
}

export type cardPaymentMethodPayload = Payload<
  'CreditCard',
  {
    bin: string
    cardType: string
    expirationMonth: string
    expirationYear: string
    cardholderName: string
    lastFour: string
    lastTwo: string
  }
> & {
  description?: string | undefined
  binData: binData
  /** For a saved card with `askCvv`: send it with the card's token. */
  cvvNonce?: string | undefined
  liabilityShifted?: boolean | undefined
  liabilityShiftPossible?: boolean | undefined
  threeDSecureInfo?: { [fact: string]: unknown } | undefined
}

export type HostedFieldsFieldName =
  | ('cardholderName' | 'number' | 'cvv' | 'postalCode')
  | ('expirationDate' | 'expirationMonth' | 'expirationYear')

/** State of the card form. `fields` has those on the page; values stay in their frames. */
export type HostedFieldsState = {
  cards: { type: string; niceType: string; code: { name: string; size: number }; supported: boolean }[]
  fields: {
    [Field in HostedFieldsFieldName]?: {
      container: HTMLElement
      isEmpty: boolean
      isFocused: boolean
      isPotentiallyValid: boolean
      isValid: boolean
    }
  }
}

/** Events and their payloads. */
export type HostedFieldsEvents = {
  [Name in
    | ('blur' | 'focus' | 'empty' | 'notEmpty')
    | ('validityChange' | 'cardTypeChange' | 'inputSubmitRequest')]: HostedFieldsState & {
    emittedBy: HostedFieldsFieldName
  }
} & { binAvailable: { bin: string } }

export type HostedFieldsTokenizeOptions = {
  /** Saves the card for the client token's customer. */
  vault?: boolean | undefined
  /** The fields to send; all by default. */
  fieldsToTokenize?: HostedFieldsFieldName[] | undefined
  cardholderName?: string | undefined
  /** By the gateway's names, such as `streetAddress`. */
  billingAddress?: Record<string, string> | undefined
  authenticationInsight?: { merchantAccountId: string } | undefined
}

export type HostedFieldsTokenizePayload = {
  /** Good for one transaction. */
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string | undefined
  binData?: Record<string, string> | undefined
}

type Callback<Result = void> = (error: Error | null, result?: Result) => void
type Attribute = { field: HostedFieldsFieldName; attribute: string }

/** Card fields in elements of the page. After teardown every method fails. */
export type HostedFields = {
  /** Tokenizes the typed card. Fails with a BraintreeError whose `code` begins with `HOSTED_FIELDS_`. */
  tokenize(options?: HostedFieldsTokenizeOptions): Promise<HostedFieldsTokenizePayload>
  tokenize(callback: Callback<HostedFieldsTokenizePayload>): void
  tokenize(options: HostedFieldsTokenizeOptions, callback: Callback<HostedFieldsTokenizePayload>): void
  getState(): HostedFieldsState
  on<Event extends keyof HostedFieldsEvents>(
    event: Event,
    listener: (payload: HostedFieldsEvents[Event]) => void,
  ): void
  off<Event extends keyof HostedFieldsEvents>(
    event: Event,
    listener: (payload: HostedFieldsEvents[Event]) => void,
  ): void
  hasListener(event: keyof HostedFieldsEvents): boolean
  focus(field: HostedFieldsFieldName, callback?: Callback): Promise<void>
  clear(field: HostedFieldsFieldName, callback?: Callback): Promise<void>
  addClass(field: HostedFieldsFieldName, name: string, callback?: Callback): Promise<void>
  removeClass(field: HostedFieldsFieldName, name: string, callback?: Callback): Promise<void>
  /** Sets `aria-invalid`, `aria-required`, `disabled` or `placeholder`. */
  setAttribute(options: Attribute & { value: string | number | boolean }, callback?: Callback): Promise<void>
  removeAttribute(options: Attribute, callback?: Callback): Promise<void>
  setPlaceholder(field: HostedFieldsFieldName, placeholder: string, callback?: Callback): Promise<void>
  /** A description of a field for screen readers; an empty text removes it. */
  setMessage(options: { field: HostedFieldsFieldName; message: string }): void
  /** The names of twelve months, where `expirationMonth` is a list. */
  setMonthOptions(months: string[], callback?: Callback): Promise<void>
  /** Required besides number and date: `cvv`, `postal_code`. */
  getChallenges(): Promise<string[]>
  getChallenges(callback: Callback<string[]>): void
  getSupportedCardTypes(): Promise<string[]>
  getSupportedCardTypes(callback: Callback<string[]>): void
  teardown(): Promise<void>
  teardown(callback: Callback): void
}

export type HostedFieldsOptions = PartOptions & {
  /** The fields, each with an element of the page as `container`, or its selector. */
  fields: { [Field in HostedFieldsFieldName]?: HostedFieldsField | undefined }
  /** By CSS selector: rules, or a class of the page to copy. */
  styles?: object | undefined
  /** `true` disables autofill. */
  preventAutofill?: boolean | undefined
}

/** Inserts card fields into elements of the page; resolves when they can be typed into. */
export declare function create(options: HostedFieldsOptions): Promise<HostedFields>
export declare function create(
  options: HostedFieldsOptions,
  callback: (error: Error | null, hostedFields: HostedFields | undefined) => void,
): void

/** Always true: every supported browser formats typed values. */
export declare function supportsInputFormatting(): boolean

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const hostedFields: {
  create: typeof create
  supportsInputFormatting: typeof supportsInputFormatting
  VERSION: string
}
export default hostedFields
