import { type Gateway, globalId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/xml.ts'
import { addressAnswer } from './addresses.ts'
import type { Card } from './cards.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { verificationAnswer, verificationsOf } from './verifications.ts'

/** Cards as XML shows them, their verifications with them, in two statements whatever their number. */
export async function cardAnswers(gateway: Gateway, rows: PaymentMethod[]): Promise<XmlValue[]> {
  const checks = await verificationsOf(
    gateway,
    rows.map((row) => row.token),
  )
  return rows.map((row) => ({
    ...cardAnswer(row.card),
    token: row.token,
    globalId: globalId('paymentmethod_cc', row.token),
    customerId: row.customerId,
    default: row.isDefault,
    expired: isExpired(row.card),
    billingAddress: row.billing ? addressAnswer(row.billing) : undefined,
    subscriptions: [],
    verifications: (checks.get(row.token) ?? []).map(verificationAnswer),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }))
}

/** What a card shows everywhere, in a transaction too. */
export function cardAnswer(card: Card) {
  return {
    bin: card.bin,
    last_4: card.last4,
    cardType: card.brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    cardholderName: card.cardholderName ?? null,
    customerLocation: 'US',
    uniqueNumberIdentifier: card.numberHash,
    ...card.indicators,
  }
}

function isExpired(card: Card): boolean {
  const now = new Date()
  const endOfMonth = Date.UTC(Number(card.expirationYear), Number(card.expirationMonth), 1)
  return endOfMonth <= now.getTime()
}
