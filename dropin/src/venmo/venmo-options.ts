/** What a page may say of payments with Venmo. */
export type VenmoOptions = {
  /** Offers a QR code on a computer. */
  allowDesktop?: boolean
  /** Offers a window to log in to Venmo on a computer, instead of a QR code. */
  allowDesktopWebLogin?: boolean
  /** Only `false` leaves out browsers to which the app leads back in a new tab. */
  allowNewBrowserTab?: boolean
  /** Only `false` leaves out browsers inside of apps. */
  allowWebviews?: boolean
  /** Whether the account pays once or may be kept. */
  paymentMethodUsage?: 'single_use' | 'multi_use'
  /** The profile under which the payer sees the merchant, if not the merchant's default. */
  profileId?: string
  /** Where the app leads the payer back to, if not to the page. */
  deepLinkReturnUrl?: string
  /** The payer comes back by themselves: the page waits for the app's approval. */
  requireManualReturn?: boolean
  /** Without the app the payer pays at Venmo's page. */
  mobileWebFallBack?: boolean
  /** On iOS the page itself goes to the app, instead of a new tab. */
  useRedirectForIOS?: boolean
  allowAndroidRecreation?: boolean
  /** Leaves what the app told in the address of the page. */
  ignoreHistoryChanges?: boolean
  /** The merchant's name in the app. */
  displayName?: string
  collectCustomerBillingAddress?: boolean
  collectCustomerShippingAddress?: boolean
  subTotalAmount?: string
  discountAmount?: string
  taxAmount?: string
  shippingAmount?: string
  totalAmount?: string
  lineItems?: VenmoLineItem[]
}

type VenmoLineItem = {
  name: string
  kind: string
  quantity: number
  unitAmount: string
  unitTaxAmount?: string
  description?: string
  productCode?: string
  url?: string
}

const amounts = ['subTotalAmount', 'discountAmount', 'taxAmount', 'shippingAmount', 'totalAmount'] as const

/** What is asked of the gateway to begin a payment by QR code. */
export function codeInput(options: VenmoOptions, profileId: string) {
  const { displayName } = options
  return {
    intent: 'PAY_FROM_APP',
    paymentMethodUsage: usageOf(options),
    customerClient: 'DESKTOP',
    merchantProfileId: profileId,
    ...(displayName && { displayName }),
  }
}

/** What is asked of the gateway to begin a payment in the app or in Venmo's window. */
export function appInput(options: VenmoOptions) {
  const { displayName } = options
  return {
    paymentMethodUsage: usageOf(options),
    intent: 'CONTINUE',
    customerClient: 'MOBILE_WEB',
    ...(displayName && { displayName }),
    paysheetDetails: paysheetOf(options),
  }
}

const usageOf = ({ paymentMethodUsage }: VenmoOptions) => paymentMethodUsage?.toUpperCase()

function paysheetOf(options: VenmoOptions) {
  const { collectCustomerBillingAddress = false, collectCustomerShippingAddress = false } = options
  const transactionDetails = transactionOf(options)
  const isTold = Object.keys(transactionDetails).length > 0
  return {
    collectCustomerBillingAddress,
    collectCustomerShippingAddress,
    ...(isTold && { transactionDetails }),
  }
}

function transactionOf(options: VenmoOptions) {
  const told = amounts.flatMap((amount) => (options[amount] ? [[amount, options[amount]] as const] : []))
  const lineItems = options.lineItems?.map((item) => ({ ...item, unitTaxAmount: item.unitTaxAmount ?? '0' }))
  return { ...Object.fromEntries(told), ...(lineItems && { lineItems }) }
}
