/** What a payment with Venmo is made of, and the states that it goes through. */
export const openStatuses = ['CREATED', 'SCANNED'] as const
const ended = ['APPROVED', 'CANCELED', 'FAILED', 'EXPIRED'] as const
export const venmoStatuses = [...openStatuses, ...ended] as const
export type VenmoStatus = (typeof venmoStatuses)[number]

/** What the page wants to show and to know in the app. */
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
/** Who approves a payment in the app. */
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
