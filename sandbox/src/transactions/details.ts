import type { Address } from '../instruments/addresses.ts'
import type { ThreeDSecure } from '../instruments/three-d-secure.ts'
import type { LineItem } from './line-items.ts'

/** Members that only travel with a transaction; sums of money are written as they are printed. */
export type TransactionDetails = {
  customer: Record<string, string | null | Record<string, string | null>>
  /** Whether the payment method came from the vault by its token, or with the request. */
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
  /** No fraud check was wanted. */
  isUnchecked?: boolean
  installmentCount?: number
  paypal?: { payeeId?: string; payeeEmail?: string; customField?: string; description?: string }
  adjustments?: Adjustment[]
  /** The last part of an authorization was submitted: no other follows. */
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
/** A change of what was authorized, by so much. */
type Adjustment = {
  amount: string
  timestamp: string
  success: boolean
  responseCode: string | null
  responseText: string | null
  responseType: string | null
}
export type StatusEvent = { status: string; amount: string; timestamp: string }
