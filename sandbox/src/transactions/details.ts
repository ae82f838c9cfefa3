import type { Address } from '../payment-instruments/addresses.ts'
import type { ThreeDSecure } from '../payment-instruments/three-d-secure.ts'
import type { LineItem } from './line-items.ts'

/** Stored with a transaction only; amounts are formatted. */
export type TransactionDetails = {
  customer: Record<string, string | null | Record<string, string | null>>
  createdUsing: 'full_information' | 'token'
  billing?: Address | null
  shipping?: (Address & { shipping_method?: string }) | null
  descriptor?: Descriptor | null
  customFields?: Record<string, string> | null
  deviceData?: string
  channel?: string
  purchaseOrderNumber?: string
  shipsFromPostalCode?: string
  sums?: Partial<Record<Sum, string>>
  taxExempt?: boolean
  isRecurring?: boolean
  lineItems?: LineItem[]
  threeDSecure?: ThreeDSecure | null
  /** The fraud check was skipped. */
  isUnchecked?: boolean
  installmentCount?: number
  paypal?: { payeeId?: string; payeeEmail?: string; customField?: string; description?: string }
  adjustments?: Adjustment[]
  isFinallyCaptured?: boolean
}
export type Descriptor = { name?: string; phone?: string; url?: string }
export type Sum =
  | 'tax_amount'
  | 'discount_amount'
  | 'shipping_amount'
  | 'shipping_tax_amount'
  | 'service_fee_amount'
  | 'surcharge_amount'
type Adjustment = {
  amount: string
  timestamp: string
  success: boolean
  responseCode: string | null
  responseText: string | null
  responseType: string | null
}
export type StatusEvent = { status: string; amount: string; timestamp: string }
