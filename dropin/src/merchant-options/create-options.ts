import type { PaymentMethodPayload, PaymentOption } from '../payment-methods/payment-method.ts'
import type { Options } from '../public-types/dropin.ts'
import type { CardOptions } from './card-options.ts'
import type { ThreeDSecureSettings } from './three-d-secure-settings.ts'

type VaultManagerOptions = {
  beforeDelete?: (method: PaymentMethodPayload) => boolean | undefined | Promise<boolean | undefined>
}

export type CreateOptions = Pick<Options, Exclude<PaymentOption, 'card'>> & {
  authorization: string
  container?: string | Element
  /** @deprecated the same as `container` */
  selector?: string | Element
  locale?: string
  translations?: Record<string, string>
  assetsBase?: string
  nonce?: string
  paymentOptionPriority?: PaymentOption[]
  card?: boolean | CardOptions
  dataCollector?: boolean | { kount?: boolean; paypal?: boolean }
  threeDSecure?: boolean | ThreeDSecureSettings
  vaultManager?: boolean | VaultManagerOptions
  preselectVaultedPaymentMethod?: boolean
  showDefaultPaymentMethodFirst?: boolean
  hiddenVaultedPaymentMethodTypes?: PaymentOption[]
  signal?: AbortSignal
  gatewayUrl?: string
}
