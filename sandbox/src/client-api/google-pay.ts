import { z } from 'zod'
import { authorizationMembers, type Caller } from '../merchant-access/authorization.ts'
import type { Means } from '../payment-instruments/means.ts'
import { Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { parseOffers } from '../platform/offers.ts'
import { payerIdFor } from '../wallet-approvals/paypal.ts'
import { payPalAccountFor } from '../wallet-approvals/paypal-account.ts'
import { addWalletNonce, cardForNetwork, cardInWallet } from './wallet-cards.ts'

const GoogleRequest = z.object({
  ...authorizationMembers,
  android_pay_card: z
    .object({
      card_network: optionalText,
      last_four: optionalText,
      /** Instead of the network's test card. */
      number: optionalText,
      is_network_tokenized: flag,
    })
    .default({ is_network_tokenized: false }),
  /** Paid with PayPal inside of Google Pay. */
  paypal_account: z.object({ email: z.email() }).optional(),
})

/**
 * Google's servers: by the Google authorization of the configuration or the page's own, gives the content of the
 * token.
 */
export async function tokenizeGooglePay(gateway: Gateway, caller: Caller, body: unknown) {
  const { android_pay_card: cardRequest, paypal_account: account } = parseStrictly(GoogleRequest, body)
  const offer = parseOffers(gateway.merchant).google_pay
  if (!offer.enabled) refuse('83708', 'google_pay')
  if (account) {
    if (!offer.paypal) throw new Refused([], 'PayPal is not offered inside of Google Pay.')
    const nonce = await payPalNonce(gateway, caller, account.email)
    return { paypalAccounts: [nonce] }
  }
  const { card_network = '', number, last_four, is_network_tokenized } = cardRequest
  const networkCard = cardForNetwork(gateway, card_network, offer.networks)
  const card = networkCard && number ? cardInWallet(gateway, number) : networkCard
  if (!card) throw new Refused([], 'Card network is not accepted.')
  const means: Means = {
    kind: 'android_pay_card',
    card,
    source: { brand: card.brand, last4: last_four ?? card.last4 },
    googleTransactionId: newId(24),
    isNetworkTokenized: is_network_tokenized,
  }
  const nonce = await addWalletNonce(gateway, caller, means)
  return { androidPayCards: [nonce] }
}

/** For a PayPal account, Google gives the page its nonce alone. */
async function payPalNonce(gateway: Gateway, caller: Caller, email: string) {
  const payer = { email, payerId: payerIdFor(email), usesCredit: false }
  const { nonce, type, description } = await addWalletNonce(gateway, caller, payPalAccountFor(payer, {}))
  return { nonce, type, description }
}
