import { z } from 'zod'
import { flag, optionalText } from '../platform/requests.ts'

export const ResourceRequest = z.object({
  return_url: z.url(),
  cancel_url: z.url(),
  amount: optionalText,
  currency_iso_code: optionalText,
  intent: optionalText,
})
export type PayPalRequest = z.infer<typeof ResourceRequest>

export const PatchRequest = z.object({ payment_id: z.string(), amount: optionalText })

export const AccountRequest = z.object({
  paypal_account: z
    .object({
      payment_token: optionalText,
      billing_agreement_token: optionalText,
      payer_id: optionalText,
      /** The forms of older SDKs: an agreement, or one payment, that was made at PayPal. */
      consent_code: optionalText,
      access_token: optionalText,
      options: z.object({ validate: flag.optional() }).nullish(),
    })
    .default({}),
})
export type AccountRequest = z.infer<typeof AccountRequest>['paypal_account']
