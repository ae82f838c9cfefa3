import type { FieldKey } from '#agreed/fields.ts'
import { expirationOf } from './expiration.ts'

export type TokenizationRequest = {
  vault?: boolean
  fieldsToTokenize?: FieldKey[]
  billingAddress?: Record<string, string>
  cardholderName?: string
}

/** The card that was typed, as both APIs of the gateway take it. */
export function cardOf(values: Partial<Record<FieldKey, string>>, request: TokenizationRequest) {
  const { month, year } = expirationOf(values.expirationDate ?? '')
  const billingAddress = {
    ...request.billingAddress,
    ...(values.postalCode && { postalCode: values.postalCode }),
  }
  return {
    number: values.number?.replace(/\D/g, ''),
    expirationMonth: month,
    expirationYear: year.length === 2 ? `20${year}` : year,
    cvv: values.cvv,
    cardholderName: values.cardholderName ?? request.cardholderName,
    billingAddress: Object.keys(billingAddress).length > 0 ? billingAddress : undefined,
  }
}
export type Card = ReturnType<typeof cardOf>
