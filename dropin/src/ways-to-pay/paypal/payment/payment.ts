export type PaymentOptions = {
  flow: 'checkout' | 'vault'
  amount?: string | number
  currency?: string
  intent?: string
  offerCredit?: boolean
  displayName?: string
  locale?: string
  enableShippingAddress?: boolean
  shippingAddressEditable?: boolean
  shippingAddressOverride?: object
  shippingOptions?: object[]
  lineItems?: object[]
  landingPageType?: string
  requestBillingAgreement?: boolean
  billingAgreementDetails?: object
  billingAgreementDescription?: string
  riskCorrelationId?: string
}

/** Required by PayPal, but never visited with PayPal's script. */
const unusedReturnUrl = 'https://www.paypal.com/checkoutnow/error'

export const endpoints = {
  checkout: 'paypal_hermes/create_payment_resource',
  vault: 'paypal_hermes/setup_billing_agreement',
}

export function paymentBody(
  options: PaymentOptions,
  shop: { name: string | null; merchantAccountId?: string },
) {
  const common = {
    returnUrl: unusedReturnUrl,
    cancelUrl: unusedReturnUrl,
    offerPaypalCredit: options.offerCredit === true,
    merchantAccountId: shop.merchantAccountId,
    experienceProfile: {
      brandName: options.displayName || shop.name,
      localeCode: options.locale,
      noShipping: `${!options.enableShippingAddress}`,
      addressOverride: options.shippingAddressEditable === false,
      landingPageType: options.landingPageType,
    },
    shippingOptions: options.shippingOptions,
    correlationId: options.riskCorrelationId,
  }
  if (options.flow === 'vault') {
    const description = options.billingAgreementDescription
    return { ...common, description, shippingAddress: options.shippingAddressOverride }
  }
  return {
    ...common,
    amount: options.amount,
    currencyIsoCode: options.currency,
    // The gateway's name of PayPal's "capture".
    intent: options.intent === 'capture' ? 'sale' : options.intent,
    requestBillingAgreement: options.requestBillingAgreement,
    billingAgreementDetails: options.billingAgreementDetails,
    lineItems: options.lineItems,
    ...options.shippingAddressOverride,
  }
}

export type Approval = {
  paymentToken?: string
  paymentID?: string
  orderID?: string
  billingToken?: string
  payerID?: string
  intent?: string
  vault?: boolean
}

type ApprovedPayment = { intent: string | undefined; riskCorrelationId: string | undefined }

/** Body that turns an approval into a nonce. */
export function accountBody(
  approval: Approval,
  payment: ApprovedPayment,
  { isKey, unvettedMerchant }: { isKey: boolean; unvettedMerchant: boolean },
) {
  const { billingToken, paymentToken, paymentID, orderID, payerID, vault = true } = approval
  const correlationId = payment.riskCorrelationId ?? billingToken ?? paymentToken
  if (billingToken && !paymentID)
    return { correlationId, options: { validate: !isKey && vault }, billingAgreementToken: billingToken }
  return {
    correlationId,
    options: { validate: false },
    paymentToken: paymentID ?? orderID,
    payerId: payerID,
    unilateral: unvettedMerchant,
    intent: approval.intent ?? payment.intent,
  }
}
