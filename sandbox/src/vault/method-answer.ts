import { addressAnswer } from '../instruments/addresses.ts'
import type { Card } from '../instruments/cards.ts'
import { cardOf } from '../instruments/means.ts'
import { imageUrl, meansAnswer, methodGlobalId } from '../instruments/means-answer.ts'
import type { Gateway } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/xml.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { verificationAnswer, verificationsOf } from './verifications.ts'

/** Vaulted methods as XML shows them, their verifications with them, in two statements whatever their number. */
export async function methodAnswers(gateway: Gateway, rows: PaymentMethod[]): Promise<XmlValue[]> {
  const checks = await verificationsOf(
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
    expired: isExpired(cardOf(row.means)),
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
  const endOfMonth = Date.UTC(Number(card.expirationYear), Number(card.expirationMonth), 1)
  return endOfMonth <= now.getTime()
}
