import type { VenmoOptions } from '../../../public-types/venmo.ts'

const amounts = ['subTotalAmount', 'discountAmount', 'taxAmount', 'shippingAmount', 'totalAmount'] as const

export function codeInput(options: VenmoOptions, profileId: string) {
  const { displayName } = options
  return {
    intent: 'PAY_FROM_APP',
    paymentMethodUsage: toUsage(options),
    customerClient: 'DESKTOP',
    merchantProfileId: profileId,
    ...(displayName && { displayName }),
  }
}

export function appInput(options: VenmoOptions) {
  const { displayName } = options
  return {
    paymentMethodUsage: toUsage(options),
    intent: 'CONTINUE',
    customerClient: 'MOBILE_WEB',
    ...(displayName && { displayName }),
    paysheetDetails: toPaysheet(options),
  }
}

const toUsage = ({ paymentMethodUsage }: VenmoOptions) => paymentMethodUsage?.toUpperCase()

function toPaysheet(options: VenmoOptions) {
  const { collectCustomerBillingAddress = false, collectCustomerShippingAddress = false } = options
  const transactionDetails = toTransaction(options)
  const hasDetails = Object.keys(transactionDetails).length > 0
  return {
    collectCustomerBillingAddress,
    collectCustomerShippingAddress,
    ...(hasDetails && { transactionDetails }),
  }
}

function toTransaction(options: VenmoOptions) {
  const provided = amounts.flatMap((amount) => (options[amount] ? [[amount, options[amount]] as const] : []))
  const lineItems = options.lineItems?.map((item) => ({ ...item, unitTaxAmount: item.unitTaxAmount ?? '0' }))
  return { ...Object.fromEntries(provided), ...(lineItems && { lineItems }) }
}
