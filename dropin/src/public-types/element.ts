import type { Dropin, DropinEvents, Options } from '@courtside/dropin'

/** What `create` takes, but for what the element says itself. */
export type PaymentDropinOptions = Omit<
  Options,
  'authorization' | 'container' | 'selector' | 'locale' | 'signal'
>

/**
 * `<payment-dropin authorization locale>`: a widget while it stands on the page. Another `authorization`, or other
 * `options`, make another widget; another `locale` changes its language.
 *
 * Its events have what a widget's listener gets as `detail`. `ready` has the widget, `failed` why there is none.
 */
export declare class PaymentDropin extends HTMLElement {
  options: PaymentDropinOptions
  /** The widget, once it can be used. */
  readonly widget: Dropin | null
}

export type PaymentDropinEvents = { ready: Dropin; failed: Error } & DropinEvents

declare global {
  interface HTMLElementTagNameMap {
    'payment-dropin': PaymentDropin
  }
}
