import { z } from 'zod'
import { payerIdOf } from '../approvals/paypal.ts'
import { accountOf } from '../approvals/paypal-account.ts'
import { besides, type Caller } from '../callers/authorization.ts'
import type { Means } from '../instruments/means.ts'
import { Refused, refuse } from '../platform/errors.ts'
import { type Gateway, newId } from '../platform/gateway.ts'
import { offersOf } from '../platform/offers.ts'
import { flag, optionalText } from '../platform/requests.ts'
import { understandWhole } from '../platform/whole-requests.ts'
import { addWalletNonce, cardInWallet, cardOfNetwork } from './wallet-cards.ts'

const GoogleRequest = z.object({
  ...besides,
  android_pay_card: z
    .object({
      card_network: optionalText,
      last_four: optionalText,
      /** A test card of its own, in place of the network's. */
      number: optionalText,
      is_network_tokenized: flag,
    })
    .default({ is_network_tokenized: false }),
  /** The shopper paid with PayPal, inside of Google Pay. */
  paypal_account: z.object({ email: z.email() }).optional(),
})

/**
 * What Google's servers do when a shopper has chosen a card, with the Google authorization of the configuration or
 * the page's own: gives the content of the token that Google hands to the page.
 */
export async function tokenizeGooglePay(gateway: Gateway, caller: Caller, body: unknown) {
  const { android_pay_card: asked, paypal_account: account } = understandWhole(GoogleRequest, body)
  const offer = offersOf(gateway.merchant).google_pay
  if (!offer.enabled) refuse('83708', 'google_pay')
  if (account) {
    if (!offer.paypal) throw new Refused([], 'PayPal is not offered inside of Google Pay.')
    const nonce = await payPalNonce(gateway, caller, account.email)
    return { paypalAccounts: [nonce] }
  }
  const { card_network = '', number, last_four, is_network_tokenized } = asked
  const ofNetwork = cardOfNetwork(gateway, card_network, offer.networks)
  const card = ofNetwork && number ? cardInWallet(gateway, number) : ofNetwork
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

/** Of a PayPal account Google tells the page its nonce, and nothing else. */
async function payPalNonce(gateway: Gateway, caller: Caller, email: string) {
  const payer = { email, payerId: payerIdOf(email), usesCredit: false }
  const { nonce, type, description } = await addWalletNonce(gateway, caller, accountOf(payer, {}))
  return { nonce, type, description }
}
