import { type BrandType, choiceOfMerchant, isTakenByGateway } from '#agreed/brands.ts'
import type { FieldOptions } from '#agreed/fields.ts'
import type { Client } from './client.ts'

/** Whether the merchant takes this card type: the gateway's list, overlaid by the merchant's own map. */
export function isSupported(type: BrandType, client: Client | undefined, options: FieldOptions = {}) {
  const names = client?.gatewayConfiguration.creditCards?.supportedCardTypes ?? []
  return choiceOfMerchant(type, options.supportedCardBrands) ?? isTakenByGateway(type, names)
}
