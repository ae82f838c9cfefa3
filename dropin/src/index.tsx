import { createDropin } from './create.tsx'
import stylesheetUrl from './dropin.css?url&no-inline'
import { either } from './platform/callback.ts'
import type { CreateOptions } from './settings/create-options.ts'

export { VERSION } from './gateway/gateway.ts'
export type { FieldOverrides, FieldStyles } from './hosted-fields/field-options.ts'
export type { Dropin } from './instance.ts'
export type { PaymentMethodPayload, PaymentOption } from './methods/payment-method.ts'
export type { CardEvent, DropinEvents } from './model/events.ts'
export type { Callback } from './platform/callback.ts'
export { BraintreeError, DropinError } from './platform/errors.ts'
export type { CardOptions } from './settings/card-options.ts'
export type { CreateOptions } from './settings/create-options.ts'

/**
 * Builds a payment widget in an empty element. Gives a promise of it, or takes a callback as second argument.
 * Rejects with a DropinError whose message says what is wrong; nothing is left in the element then, so that
 * the same element can be tried again.
 */
export const create = either((options: CreateOptions) => createDropin(options, stylesheetUrl))
