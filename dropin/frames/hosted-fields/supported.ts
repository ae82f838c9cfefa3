import { type BrandType, isSupportedByGateway, merchantChoice } from '#agreed/brands.ts'
import type { FieldOptions } from '#agreed/fields.ts'
import type { Client } from './client.ts'

export function isSupported(type: BrandType, client: Client | undefined, options: FieldOptions = {}) {
  const names = client?.gatewayConfiguration.creditCards?.supportedCardTypes ?? []
  return merchantChoice(type, options.supportedCardBrands) ?? isSupportedByGateway(type, names)
}
