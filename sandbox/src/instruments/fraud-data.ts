import { z } from 'zod'
import { optionalText } from '../platform/requests.ts'

/** What a merchant tells the fraud check of a device. The sandbox has no such check: it is taken and changes nothing. */
export const fraudData = {
  device_data: optionalText,
  device_session_id: optionalText,
  fraud_merchant_id: optionalText,
}
export const riskData = { customer_browser: optionalText, customer_ip: optionalText }
export const RiskData = z.object(riskData)
