import type * as door from '../../src/index.tsx'
import type { Dropin } from '../../src/instance.ts'
import type { CreateOptions } from '../../src/merchant-options/create-options.ts'
import type { RequestOptions } from '../../src/merchant-options/request-options.ts'
import type { DropinEvents } from '../../src/model/events.ts'
import type { ViewId } from '../../src/model/state.ts'
import type { PaymentMethodPayload, PaymentOption } from '../../src/payment-methods/payment-method.ts'
import type * as pages from '../../src/public-types/dropin.ts'
import type * as pagesWithReact from '../../src/public-types/react-component.ts'
import type * as doorForReact from '../../src/react.tsx'

/**
 * The types that pages see, held against what the widget takes and gives: this compiles, or the compiler names what
 * only one of them has.
 */
export type Checks = [
  Nothing<Difference<NamesIn<pages.Options>, NamesIn<CreateOptions>>>,
  Fits<pages.Options, CreateOptions>,
  Nothing<Difference<keyof pages.PaymentMethodOptions, keyof RequestOptions>>,
  Nothing<Difference<keyof pages.Dropin, keyof Dropin>>,
  Fits<Omit<pages.Dropin, Overloaded>, Omit<Dropin, Overloaded>>,
  Nothing<Difference<Exclude<NamesIn<pages.DropinEvents>, DateFields>, NamesIn<DropinEvents>>>,
  Nothing<Difference<AllKeys<pages.PaymentMethodPayload>, keyof PaymentMethodPayload>>,
  Nothing<Difference<pages.PaymentOption, PaymentOption>>,
  Nothing<Difference<pages.ActiveView, ViewId>>,
  Nothing<Difference<keyof typeof pages, keyof typeof door>>,
  Nothing<Difference<keyof typeof pagesWithReact, keyof typeof doorForReact>>,
]

/** A form shows the date as one. */
type DateFields = `${string}.fields.${'expirationMonth' | 'expirationYear'}${string}`

/** Methods whose shapes are only compared by hand. */
type Overloaded = 'requestPaymentMethod' | 'on' | 'off'

type Difference<Public, Internal> = Exclude<Public, Internal> | Exclude<Internal, Public>
type Nothing<Found extends never> = Found
type Fits<Public, Internal extends Public> = Internal

type AllKeys<Whole> = Whole extends unknown ? keyof Whole : never

/** Every name in an options object, with those above it: `card.vault.vaultCard`. */
type NamesIn<Whole> = Whole extends Leaf
  ? never
  : string extends keyof Whole
    ? never
    : { [Name in keyof Whole & string]-?: Name | `${Name}.${NamesIn<Whole[Name]>}` }[keyof Whole & string]

type Leaf =
  | (string | number | boolean | null | undefined)
  | (Element | AbortSignal | readonly unknown[])
  | ((...args: never[]) => unknown)
