import type { Client } from './client.ts'
import type { FieldOptions } from './fields.ts'

/** Whether the merchant takes this card type: the gateway's list, overlaid by the merchant's own map. */
export function isSupported(
  type: string,
  client: Client | undefined,
  { supportedCardBrands = {} }: FieldOptions = {},
) {
  const overlaid = supportedCardBrands[spelled[type] ?? type]
  if (overlaid !== undefined) return overlaid
  const names = client?.gatewayConfiguration.creditCards?.supportedCardTypes ?? []
  const taken = names.map((name) =>
    name === 'MasterCard' ? 'master-card' : name.toLowerCase().replaceAll(' ', '-'),
  )
  return taken.includes(type === 'diners-club' ? 'discover' : type)
}

/** Types that merchants spell in another way in `supportedCardBrands`. */
const spelled: Record<string, string> = { 'master-card': 'mastercard', unionpay: 'union-pay' }
