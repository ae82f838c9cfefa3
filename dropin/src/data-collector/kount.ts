import { uuid } from '#agreed/uuid.ts'
import type { Configuration } from '../gateway/configuration.ts'
import { scriptAddress } from '../gateway/third-party-addresses.ts'

/** Loads Kount's frame, if the gateway has it. */
export function openKount(configuration: Configuration) {
  if (!configuration.kount) return undefined
  const merchant = configuration.kount.kountMerchantId
  const session = uuid().replaceAll('-', '')
  const frame = document.createElement('iframe')
  frame.title = 'Braintree-Kount-iframe'
  frame.hidden = true
  frame.src = `${scriptAddress('kountFrame', configuration)}?${new URLSearchParams({ m: merchant, s: session })}`
  document.body.append(frame)
  return {
    data: { device_session_id: session, fraud_merchant_id: merchant },
    leave: () => frame.remove(),
  }
}
