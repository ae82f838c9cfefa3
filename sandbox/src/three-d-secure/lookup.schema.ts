import { z } from 'zod'
import { besides } from '../callers/authorization.ts'
import { flag, optionalText, text } from '../platform/requests.ts'

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, optionalText]))
const ofAddress = ['given_name', 'surname', 'line1', 'line2', 'line3', 'city', 'state', 'postal_code']
const addressOf = (name: 'billing' | 'shipping') =>
  texts(...[...ofAddress, 'country_code'].map((member) => `${name}_${member}`))

/** What a page may tell the bank of its shopper, as the official package sends its `additionalInformation`. */
const AdditionalInfo = z.object({
  ...texts('email', 'mobile_phone_number', 'work_phone_number', 'billing_phone_number', 'shipping_phone'),
  ...addressOf('billing'),
  ...addressOf('shipping'),
  ...texts('shipping_method', 'shipping_method_indicator', 'shipping_name_indicator', 'address_match'),
  ...texts('shipping_address_usage_indicator', 'shipping_address_usage_date'),
  ...texts('product_code', 'order_description', 'tax_amount', 'delivery_timeframe', 'delivery_email'),
  ...texts('reorder_indicator', 'reorderindicator', 'preorder_indicator', 'preorder_date'),
  ...texts('gift_card_amount', 'gift_card_currency_code', 'gift_card_count'),
  ...texts('account_id', 'account_age_indicator', 'account_create_date', 'account_purchases'),
  ...texts('account_change_indicator', 'account_change_date'),
  ...texts('account_pwd_change_indicator', 'account_pwd_change_date'),
  ...texts('payment_account_indicator', 'payment_account_age', 'add_card_attempts', 'fraud_activity'),
  ...texts('transaction_count_day', 'transaction_count_year', 'authentication_indicator'),
  ...texts('installment', 'purchase_date', 'recurring_end', 'recurring_frequency'),
  ...texts('acs_window_size', 'sdk_max_timeout', 'ip_address', 'user_agent'),
})

const browser = {
  browser_color_depth: optionalText,
  browser_java_enabled: flag,
  browser_javascript_enabled: flag,
  browser_language: optionalText,
  browser_screen_height: optionalText,
  browser_screen_width: optionalText,
  browser_time_zone: optionalText,
  device_channel: optionalText,
}

/** A lookup, every member that the official package sends: the sandbox's bank decides by card and amount alone. */
export const LookupRequest = z.object({
  ...besides,
  ...browser,
  amount: optionalText,
  additional_info: AdditionalInfo.nullish(),
  account_type: z.enum(['credit', 'debit']).nullish(),
  challenge_requested: flag,
  requested_exemption_type: z.enum(['low_value', 'transaction_risk_analysis']).nullish(),
  exemption_requested: flag,
  data_only_requested: flag,
  request_visa_daf: flag,
  card_add: flag,
  custom_fields: z.record(z.string(), text).nullish(),
  bin: optionalText,
  merchant_name: optionalText,
  df_reference_id: optionalText,
  client_metadata: z
    .object({
      ...texts('requested_three_dsecure_version', 'sdk_version'),
      ...texts('cardinal_device_data_collection_time_elapsed', 'issuer_device_data_collection_time_elapsed'),
      issuer_device_data_collection_result: flag,
    })
    .nullish(),
})

export const JwtRequest = z.object({ ...besides, jwt: z.string(), payment_method_nonce: optionalText })
