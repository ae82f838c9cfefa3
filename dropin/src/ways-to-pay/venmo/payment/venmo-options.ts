import type { VenmoOptions } from '../../../public-types/venmo.ts'

const amounts = ['subTotalAmount', 'discountAmount', 'taxAmount', 'shippingAmount', 'totalAmount'] as const

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
