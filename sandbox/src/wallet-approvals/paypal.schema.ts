import { z } from 'zod'
import { authorizationMembers } from '../merchant-access/authorization.ts'
import { flag, optionalText } from '../platform/http/requests.ts'

const address = {
  line1: optionalText,
  line2: optionalText,
  city: optionalText,
  state: optionalText,
  postal_code: optionalText,
  country_code: optionalText,
  phone: optionalText,
  recipient_name: optionalText,
}
const PayPalAddress = z.object(address)
export type PayPalAddress = z.infer<typeof PayPalAddress>

/** As sent by `braintree-web`. */
export const ResourceRequest = z.object({
  ...authorizationMembers,
  return_url: z.url(),
  cancel_url: z.url(),
  offer_paypal_credit: flag,
  offer_pay_later: flag,
  merchant_account_id: optionalText,
  experience_profile: z
    .object({
      brand_name: optionalText,
      locale_code: optionalText,
      no_shipping: flag,
      address_override: flag,
      landing_page_type: optionalText,
    })
    .nullish(),
  amount: optionalText,
  currency_iso_code: optionalText,
  intent: optionalText,
  request_billing_agreement: flag,
  billing_agreement_details: z.object({ description: optionalText }).nullish(),
  description: optionalText,
  /** Address of a one-time payment; a billing agreement sends `shipping_address`. */
  ...address,
  shipping_address: PayPalAddress.nullish(),
  shipping_options: z.array(z.unknown()).nullish(),
  line_items: z.array(z.unknown()).nullish(),
  vault_initiated_checkout_payment_method_token: optionalText,
  correlation_id: optionalText,
})
export type ResourceRequest = z.infer<typeof ResourceRequest>

export type PayPalPayer = { email: string; payerId: string; usesCredit: boolean }

/** What may be patched before the approval. */
export const PatchRequest = ResourceRequest.pick({
  amount: true,
  currency_iso_code: true,
  line_items: true,
  shipping_options: true,
}).extend({ ...authorizationMembers, merchant_account_id: optionalText, payment_id: z.string() })

export const AccountRequest = z.object({
  ...authorizationMembers,
  merchant_account_id: optionalText,
  paypal_account: z
    .object({
      correlation_id: optionalText,
      payment_token: optionalText,
      billing_agreement_token: optionalText,
      payer_id: optionalText,
      unilateral: flag,
      intent: optionalText,
      /** Older SDKs: an agreement or one payment made at PayPal. */
      consent_code: optionalText,
      access_token: optionalText,
      options: z.object({ validate: flag.optional() }).nullish(),
    })
    .optional(),
})
export type AccountRequest = NonNullable<z.infer<typeof AccountRequest>['paypal_account']>
