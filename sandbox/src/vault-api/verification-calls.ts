import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { CardRequest, readCard } from '../payment-instruments/cards.ts'
import { RiskData } from '../payment-instruments/fraud-data.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { found, Refused } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { checkCvv } from '../processor/outcome.ts'
import { checkBilling } from '../vault/billing.ts'
import { verifications } from '../vault/vault.tables.ts'
import { useNonce } from '../vault/vaulting.ts'
import { readCheckRequest } from '../vault/verification-options.ts'
import { keepingVerification, verificationAnswer, verifyCard } from '../vault/verifications.ts'

const Body = z.object({
  verification: z
    .object({
      credit_card: CardRequest.nullish(),
      payment_method_nonce: optionalText,
      risk_data: RiskData.nullish(),
      options: z.object({ amount: optionalText, merchant_account_id: optionalText }).nullish(),
    })
    .default({}),
})

/** Braintree's CreditCardVerification: Create. */
export async function createVerification(gateway: Gateway, request: unknown): Promise<XmlValue> {
  const { verification } = parseStrictly(Body, request)
  const check = readCheckRequest(verification.options ?? {}, ['verification'])
  const verified = await keepingVerification(gateway, () =>
    inTransaction(gateway, async (within) => {
      const instrument = await readInstrument(within, verification)
      const { customerId, token } = instrument
      const known = { customerId: customerId ?? undefined, token: token ?? undefined }
      return verifyCard(within, instrument, { ...check, ...known })
    }),
  )
  return verificationAnswer(found(verified, 'card to verify'))
}

/** Braintree's CreditCardVerification: Find. */
export async function findVerification(gateway: Gateway, id: string): Promise<XmlValue> {
  const isIt = and(eq(verifications.merchantId, gateway.merchant.id), eq(verifications.id, id))
  const [row] = await gateway.db.select().from(verifications).where(isIt)
  return verificationAnswer(found(row, `verification ${id}`))
}

async function readInstrument(
  gateway: Gateway,
  verification: z.infer<typeof Body>['verification'],
): Promise<Instrument> {
  const at = ['verification', 'credit_card']
  const card = verification.credit_card ?? {}
  if (verification.payment_method_nonce !== undefined) {
    const instrument = await useNonce(gateway, verification.payment_method_nonce, ['verification'])
    return { ...instrument, billing: checkBilling(card.billing_address, at) ?? instrument.billing }
  }
  const read = readCard(card, gateway.secrets.hashKey, ...at)
  if (!('card' in read)) throw new Refused(read)
  return {
    means: { kind: 'credit_card', card: read.card },
    billing: checkBilling(card.billing_address, at),
    cvvCode: checkCvv(card.cvv),
    customerId: null,
    token: null,
  }
}
