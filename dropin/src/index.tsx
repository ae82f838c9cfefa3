import { either } from './callback.ts'
import { createDropin } from './create.tsx'
import stylesheetUrl from './dropin.css?url&no-inline'
import type { CreateOptions } from './options.ts'

export type { Callback } from './callback.ts'
export { BraintreeError, DropinError } from './errors.ts'
export type { CardEvent, DropinEvents } from './events.ts'
export { VERSION } from './gateway.ts'
export type { Dropin } from './instance.ts'
export type { CardOptions, CreateOptions, FieldOverrides, FieldStyles } from './options.ts'
export type { PaymentMethodPayload, PaymentOption } from './payment-method.ts'

/**
 * Builds a payment widget in an empty element. Gives a promise of it, or takes a callback as second argument.
 * Rejects with a DropinError whose message says what is wrong; nothing is left in the element then, so that
 * the same element can be tried again.
 */
export const create = either((options: CreateOptions) => createDropin(options, stylesheetUrl))
