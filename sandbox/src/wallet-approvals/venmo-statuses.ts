/** Statuses of a Venmo payment, and its data. */
export const openStatuses = ['CREATED', 'SCANNED'] as const
const ended = ['APPROVED', 'CANCELED', 'FAILED', 'EXPIRED'] as const
export const venmoStatuses = [...openStatuses, ...ended] as const
export type VenmoStatus = (typeof venmoStatuses)[number]

/** Display data, and the payer data to collect. */
export type PaysheetDetails = {
  collectCustomerBillingAddress?: boolean
  collectCustomerShippingAddress?: boolean
  transactionDetails?: {
    subTotalAmount?: string
    discountAmount?: string
    taxAmount?: string
    shippingAmount?: string
    totalAmount?: string
    lineItems?: { unitAmount: string; unitTaxAmount?: string }[]
  }
}
type VenmoAddress = {
  fullName?: string
  addressLine1?: string
  addressLine2?: string
  adminArea1?: string
  adminArea2?: string
  postalCode?: string
  countryCode?: string
}
export type VenmoPayer = {
  userName: string
  externalId: string
  firstName?: string
  lastName?: string
  email?: string
  phoneNumber?: string
  billingAddress?: VenmoAddress
  shippingAddress?: VenmoAddress
}
