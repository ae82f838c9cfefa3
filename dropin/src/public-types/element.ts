import type { Dropin, DropinEvents, Options } from './dropin.ts'

/** Options of `create`, without those that are attributes. */
export type PaymentDropinOptions = Omit<
  Options,
  'authorization' | 'container' | 'selector' | 'locale' | 'signal'
>

/**
 * `<payment-dropin authorization locale>`: a widget while connected. Another `authorization`, or other `options`, make
 * another widget; another `locale` changes its language. Events carry the listeners' payload as `detail`: `ready` the
 * widget, `failed` the error.
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
