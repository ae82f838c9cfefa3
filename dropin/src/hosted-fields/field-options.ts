/** Options of one hosted field, as in Braintree's hosted fields. */
export type FieldOverrides = {
  selector?: string
  container?: string | Element
  placeholder?: string
  type?: string
  formatInput?: boolean
  maskInput?: boolean | { character?: string; showLastFour?: boolean }
  minlength?: number
  maxlength?: number
  prefill?: string
  internalLabel?: string
  iframeTitle?: string
  supportedCardBrands?: Record<string, boolean>
  rejectUnsupportedCards?: boolean
}

/** Styles inside the card fields, by CSS selector; `null` removes a default, a string names a class of the page. */
export type FieldStyles = Record<string, Record<string, string> | string | null>
