import type { PaymentMethodPayload, PaymentOption } from '../payment-methods/payment-method.ts'
import type { Options } from '../public-types/dropin.ts'
import type { CardOptions } from './card-options.ts'
import type { ThreeDSecureSettings } from './three-d-secure-settings.ts'

type VaultManagerOptions = {
  /** Asked before a saved method is deleted; `false` keeps it, as does an error. */
  beforeDelete?: (method: PaymentMethodPayload) => boolean | undefined | Promise<boolean | undefined>
}

export type CreateOptions = Pick<Options, Exclude<PaymentOption, 'card'>> & {
  /** A client token or a tokenization key. */
  authorization: string
  /** An empty element, or a selector of one. Give this or `selector`. */
  container?: string | Element
  /** @deprecated the same as `container` */
  selector?: string | Element
  /** The language of the texts, such as `fr_CA`, `fr-ca` or `fr`. */
  locale?: string
  /** Texts of your own, by message key. */
  translations?: Record<string, string>
  /** The folder of our own files, where they are not found by themselves. */
  assetsBase?: string
  /** The page's nonce for styles and scripts, of its Content-Security-Policy. */
  nonce?: string
  /** The options to offer, in this order. */
  paymentOptionPriority?: PaymentOption[]
  card?: boolean | CardOptions
  /** Collects data about the device for those who watch for fraud; requests then carry it as `deviceData`. */
  dataCollector?: boolean | { kount?: boolean; paypal?: boolean }
  /** Has the owner of each card confirmed by its bank before a request gives it. */
  threeDSecure?: boolean | ThreeDSecureSettings
  /** Lets a customer delete saved methods. */
  vaultManager?: boolean | VaultManagerOptions
  /** Only `false` starts with no saved method chosen. */
  preselectVaultedPaymentMethod?: boolean
  /** Only `false` lists saved methods in the gateway's own order. */
  showDefaultPaymentMethodFirst?: boolean
  hiddenVaultedPaymentMethodTypes?: PaymentOption[]
  /** Ends a creation that is under way; what was begun is undone. After that it does nothing. */
  signal?: AbortSignal
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string
}
