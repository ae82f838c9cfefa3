import type { PayPal } from '../payment-instruments/means.ts'
import { currency } from '../platform/gateway.ts'
import { parseAmount, printAmount } from '../platform/money.ts'
import type { PayPalAddress, PayPalPayer, ResourceRequest } from './paypal.schema.ts'

export const demoEmail = 'payer@example.com'

/** The approving account, with the data that the request asked for. */
export function payPalAccountFor(
  { email, payerId, usesCredit }: PayPalPayer,
  { request, billingAgreementId }: { request?: ResourceRequest; billingAgreementId?: string },
): PayPal {
  return {
    kind: 'paypal_account',
    email,
    payerId,
    payerInfo: {
      email,
      firstName: 'Pat',
      lastName: 'Demo',
      payerId,
      countryCode: 'US',
      phone: '3125550142',
      billingAddress: homeAddress,
      shippingAddress: request && shippingAddress(request),
    },
    billingAgreementId,
    creditFinancingOffered: usesCredit ? financing(request) : undefined,
  }
}

const homeAddress = {
  line1: '1 Demo Way',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60607',
  countryCode: 'US',
}

/** The page's address, or the account's on request. */
function shippingAddress(request: ResourceRequest) {
  const { shipping_address, line1, line2, city, state, postal_code, country_code, phone, recipient_name } =
    request
  const address: PayPalAddress = shipping_address ?? {
    line1,
    line2,
    city,
    state,
    postal_code,
    country_code,
    phone,
    recipient_name,
  }
  if (address.line1 === undefined)
    return request.experience_profile?.no_shipping === false
      ? { recipientName: 'Pat Demo', ...homeAddress }
      : undefined
  return {
    recipientName: address.recipient_name,
    line1: address.line1,
    line2: address.line2,
    city: address.city,
    state: address.state,
    postalCode: address.postal_code,
    countryCode: address.country_code,
    phone: address.phone,
  }
}

const months = 6

/** PayPal Credit over six payments. */
function financing({ amount = '0', currency_iso_code = currency }: Partial<ResourceRequest> = {}) {
  const cents = parseAmount(amount) ?? 0
  const money = (value: number) => ({ value: printAmount(value), currency: currency_iso_code })
  return {
    cartAmountImmutable: true,
    payerAcceptance: true,
    term: months,
    monthlyPayment: money(Math.ceil(cents / months)),
    totalCost: money(cents),
    totalInterest: money(0),
  }
}
