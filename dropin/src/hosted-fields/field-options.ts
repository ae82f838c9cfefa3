import type { FieldOptions } from '#agreed/fields.ts'

/** Options of one hosted field, as in Braintree's hosted fields. */
export type FieldOverrides = FieldOptions & {
  selector?: string
  container?: string | Element
  iframeTitle?: string
}

/** Styles inside the card fields, by CSS selector; `null` removes a default, a string names a class of the page. */
export type FieldStyles = Record<string, Record<string, string> | string | null>
