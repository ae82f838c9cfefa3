import { z } from 'zod'
import { authorizationMembers } from '../merchant-access/authorization.ts'
import { WrongMembers } from '../platform/errors.ts'
import { flag, optionalText, text } from '../platform/http/requests.ts'
import { refuseUnknown } from '../platform/http/strict-requests.ts'
import { camelCase } from '../platform/keys.ts'

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, optionalText]))
const shaped = (shape: RegExp, message: string) =>
  z.preprocess((value) => value ?? undefined, text.refine((value) => shape.test(value), message).optional())
const number = shaped(/^-?\d+(\.\d+)?$/, 'must be a number')
const email = shaped(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
const country = shaped(/^[A-Za-z]{2}$/, 'must be a country of two letters')
const oneOf = <const Choice extends string>(...list: Choice[]) =>
  z.enum(list, { error: `must be one of ${list.join(', ')}` }).nullish()

const addressMembers = ['given_name', 'surname', 'line1', 'line2', 'line3', 'city', 'state', 'postal_code']
const addressShape = (name: 'billing' | 'shipping') => ({
  ...texts(...addressMembers.map((member) => `${name}_${member}`)),
  [`${name}_country_code`]: country,
})

/** The official package's `additionalInformation`. */
const AdditionalInfo = z.object({
  ...texts('mobile_phone_number', 'work_phone_number', 'billing_phone_number', 'shipping_phone'),
  ...texts('shipping_phone_number'),
  ...addressShape('billing'),
  ...addressShape('shipping'),
  ...texts('shipping_method', 'shipping_method_indicator', 'shipping_name_indicator', 'address_match'),
  ...texts('shipping_address_usage_indicator', 'shipping_address_usage_date'),
  ...texts('product_code', 'order_description', 'tax_amount', 'delivery_timeframe'),
  ...texts('reorder_indicator', 'reorderindicator', 'preorder_indicator', 'preorder_date'),
  ...texts('gift_card_amount', 'gift_card_currency_code', 'gift_card_count'),
  ...texts('account_id', 'account_age_indicator', 'account_create_date', 'account_purchases'),
  ...texts('account_change_indicator', 'account_change_date'),
  ...texts('account_pwd_change_indicator', 'account_pwd_change_date'),
  ...texts('payment_account_indicator', 'payment_account_age', 'add_card_attempts', 'fraud_activity'),
  ...texts('transaction_count_day', 'transaction_count_year', 'authentication_indicator'),
  ...texts('installment', 'purchase_date', 'recurring_end', 'recurring_frequency'),
  ...texts('sdk_max_timeout', 'ip_address', 'user_agent'),
  email,
  delivery_email: email,
  acs_window_size: oneOf('01', '02', '03', '04', '05'),
})

const browser = {
  browser_color_depth: number,
  browser_java_enabled: flag,
  browser_javascript_enabled: flag,
  browser_language: optionalText,
  browser_screen_height: number,
  browser_screen_width: number,
  browser_time_zone: number,
  device_channel: optionalText,
}

/** Every member that the official package sends. */
const LookupRequest = z.object({
  ...authorizationMembers,
  ...browser,
  amount: optionalText,
  additional_info: AdditionalInfo.nullish(),
  account_type: oneOf('credit', 'debit'),
  challenge_requested: flag,
  requested_exemption_type: oneOf('low_value', 'transaction_risk_analysis'),
  exemption_requested: flag,
  data_only_requested: flag,
  request_visa_daf: flag,
  card_add: flag,
  custom_fields: z.record(z.string(), text).nullish(),
  bin: shaped(/^\d{6,8}$/, 'must have six to eight digits'),
  merchant_name: optionalText,
  df_reference_id: optionalText,
  client_metadata: z
    .object({
      requested_three_dsecure_version: optionalText,
      sdk_version: optionalText,
      cardinal_device_data_collection_time_elapsed: number,
      issuer_device_data_collection_time_elapsed: number,
      issuer_device_data_collection_result: flag,
    })
    .nullish(),
  /** Sent by pages without the provider's script. */
  customer: z.object({ billing_address: z.record(z.string(), text).nullish() }).nullish(),
})
export type LookupRequest = z.infer<typeof LookupRequest>

/** Throws WrongMembers with a sentence for each. */
export function readLookup(body: unknown): LookupRequest {
  refuseUnknown(LookupRequest, body)
  const { data, error } = LookupRequest.safeParse(body)
  if (data) return data
  throw new WrongMembers(error.issues.map(({ path, message }) => wrong(path.map(String), message)))
}

export function wrong(path: string[], rule: string) {
  const message = `${path.map(camelCase).join('.')} ${rule}.`
  return { path: path.slice(0, -1), attribute: path.at(-1) ?? '', message }
}

export const JwtRequest = z.object({
  ...authorizationMembers,
  jwt: z.string(),
  payment_method_nonce: optionalText,
})
