import type { FieldOptions } from '#agreed/fields.ts'

export type FieldOverrides = FieldOptions & {
  selector?: string
  container?: string | Element
  iframeTitle?: string
}

/** By CSS selector; `null` removes a default, a string is a class of the page. */
export type FieldStyles = Record<string, Record<string, string> | string | null>
