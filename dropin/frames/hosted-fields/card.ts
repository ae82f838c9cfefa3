import type { FieldKey } from '#agreed/fields.ts'
import { parseExpiration } from './expiration.ts'

export type TokenizationRequest = {
  vault?: boolean
  fieldsToTokenize?: FieldKey[]
  billingAddress?: Record<string, string>
  cardholderName?: string
  authenticationInsight?: { merchantAccountId?: string }
}

export function toCard(values: Partial<Record<FieldKey, string>>, request: TokenizationRequest) {
  const { month, year } = parseDate(values)
  const billingAddress = {
    ...request.billingAddress,
    ...(values.postalCode && { postalCode: values.postalCode }),
  }
  return {
    number: values.number?.replace(/\D/g, ''),
    expirationMonth: month?.padStart(2, '0'),
    expirationYear: year?.length === 2 ? `20${year}` : year,
    cvv: values.cvv,
    cardholderName: values.cardholderName ?? request.cardholderName,
    billingAddress: Object.keys(billingAddress).length > 0 ? billingAddress : undefined,
  }
}

function parseDate({ expirationDate, expirationMonth, expirationYear }: Partial<Record<FieldKey, string>>) {
  if (expirationDate === undefined) return { month: expirationMonth, year: expirationYear }
  return parseExpiration(expirationDate)
}

export type Card = ReturnType<typeof toCard>
