import { z } from 'zod'
import { AddressRequest } from '../payment-instruments/addresses.ts'
import { CardRequest } from '../payment-instruments/cards.ts'
import { fraudData, riskData } from '../payment-instruments/fraud-data.ts'
import { flag, optionalAmount, optionalText } from '../platform/http/requests.ts'
import { CustomerFields } from '../vault/customers.ts'

export const DescriptorRequest = z.object({ name: optionalText, phone: optionalText, url: optionalText })
export const ShippingRequest = AddressRequest.extend({ shipping_method: optionalText })
const PayPalOptions = { payee_id: optionalText, payee_email: optionalText }

/** Taken by a sale, and again by its submission for settlement. */
export const enhancedData = {
  purchase_order_number: optionalText,
  tax_amount: optionalText,
  tax_exempt: flag,
  discount_amount: optionalText,
  shipping_amount: optionalText,
  shipping_tax_amount: optionalAmount,
  ships_from_postal_code: optionalText,
  line_items: z.unknown().optional(),
}

const Options = z.object({
  submit_for_settlement: flag,
  store_in_vault: flag,
  store_in_vault_on_success: flag,
  add_billing_address_to_payment_method: flag,
  store_shipping_address_in_vault: flag,
  skip_avs: flag,
  skip_cvv: flag,
  skip_advanced_fraud_checking: flag,
  three_d_secure: z.object({ required: flag }).nullish(),
  credit_card: z.object({ account_type: optionalText }).nullish(),
  paypal: z.object({ ...PayPalOptions, custom_field: optionalText, description: optionalText }).nullish(),
  ...PayPalOptions,
})

const PassThru = z.object({
  eci_flag: optionalText,
  cavv: optionalText,
  xid: optionalText,
  three_d_secure_version: optionalText,
  authentication_response: optionalText,
  directory_response: optionalText,
  cavv_algorithm: optionalText,
  ds_transaction_id: optionalText,
})

const CustomFields = z
  .record(z.string(), z.coerce.string().nullable())
  .transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
    ),
  )

/** Braintree's Transaction: Sale and Transaction: Credit, every member that the official SDK lets through. */
export const SaleRequest = z.object({
  transaction: z.object({
    type: optionalText,
    amount: optionalText,
    order_id: optionalText,
    channel: optionalText,
    merchant_account_id: optionalText,
    payment_method_nonce: optionalText,
    payment_method_token: optionalText,
    customer_id: optionalText,
    shared_payment_method_nonce: optionalText,
    shared_payment_method_token: optionalText,
    shared_customer_id: optionalText,
    shared_billing_address_id: optionalText,
    shared_shipping_address_id: optionalText,
    credit_card: CardRequest.extend({ token: optionalText }).nullish(),
    customer: CustomerFields.nullish(),
    billing: AddressRequest.nullish(),
    billing_address_id: optionalText,
    shipping: ShippingRequest.nullish(),
    shipping_address_id: optionalText,
    ...fraudData,
    descriptor: DescriptorRequest.nullish(),
    custom_fields: CustomFields.or(z.literal('')).nullish(),
    ...enhancedData,
    service_fee_amount: optionalText,
    surcharge_amount: optionalAmount,
    recurring: flag,
    transaction_source: optionalText,
    accept_partial_authorization: flag,
    exchange_rate_quote_id: optionalText,
    sca_exemption: optionalText,
    installments: z.object({ count: z.coerce.number().int() }).nullish(),
    risk_data: z
      .object({
        customer_device_id: optionalText,
        customer_location_zip: optionalText,
        customer_tenure: optionalText,
        ...riskData,
      })
      .nullish(),
    external_vault: z
      .object({ status: optionalText, previous_network_transaction_id: optionalText })
      .nullish(),
    three_d_secure_token: z.unknown().optional(),
    three_d_secure_authentication_id: optionalText,
    three_d_secure_pass_thru: PassThru.nullish(),
    paypal_account: z.object(PayPalOptions).nullish(),
    options: Options.nullish(),
  }),
})
export type Sale = z.infer<typeof SaleRequest>['transaction']
