import { addressAnswer } from '../payment-instruments/addresses.ts'
import type { Card } from '../payment-instruments/cards.ts'
import { cardFor } from '../payment-instruments/means.ts'
import { imageUrl, meansAnswer, methodGlobalId } from '../payment-instruments/means-answer.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { listVerifications, verificationAnswer } from './verifications.ts'

/** With their verifications, in two statements. */
export async function methodAnswers(gateway: Gateway, rows: PaymentMethod[]): Promise<XmlValue[]> {
  const checks = await listVerifications(
    gateway,
    rows.map((row) => row.token),
  )
  return rows.map((row) => ({
    ...meansAnswer(row.means),
    token: row.token,
    globalId: methodGlobalId(row.means, row.token),
    imageUrl: imageUrl(gateway, row.means),
    customerId: row.customerId,
    default: row.isDefault,
    expired: isExpired(cardFor(row.means)),
    billingAddress: row.billing ? addressAnswer(row.billing) : undefined,
    subscriptions: [],
    verifications: (checks.get(row.token) ?? []).map(verificationAnswer),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }))
}

function isExpired(card: Card | undefined): boolean | undefined {
  if (!card) return undefined
  const now = new Date()
  const monthEnd = Date.UTC(Number(card.expirationYear), Number(card.expirationMonth), 1)
  return monthEnd <= now.getTime()
}
