import { z } from 'zod'
import { optionalText } from '../platform/http/requests.ts'

/** The sandbox has no fraud check: this is accepted and changes nothing. */
export const fraudData = {
  device_data: optionalText,
  device_session_id: optionalText,
  fraud_merchant_id: optionalText,
}
export const riskData = { customer_browser: optionalText, customer_ip: optionalText }
export const RiskData = z.object(riskData)
