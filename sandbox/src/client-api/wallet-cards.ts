import type { Caller } from '../merchant-access/authorization.ts'
import { customerIdFor } from '../merchant-access/authorization.ts'
import { type Card, readCard } from '../payment-instruments/cards.ts'
import type { Means } from '../payment-instruments/means.ts'
import type { Gateway } from '../platform/gateway.ts'
import { nonceAnswer } from '../vault/nonce-answer.ts'
import { addNonce } from '../vault/nonces.ts'

export type WalletCard = {
  name: string
  number: string
  network: string
  /** The shop gets the network's number instead of the card's. */
  isNetworkTokenized?: true
  /** The gateway cannot read its token. */
  isRefused?: true
}

/** Cards of the stand-in wallets. */
export const walletCards: WalletCard[] = [
  { name: 'Visa 1111', number: '4111111111111111', network: 'visa' },
  { name: 'Mastercard 4444', number: '5555555555554444', network: 'mastercard', isNetworkTokenized: true },
  { name: 'American Express 0005', number: '378282246310005', network: 'amex', isNetworkTokenized: true },
  { name: 'Visa 2503, whose bank asks for a code', number: '4000000000002503', network: 'visa' },
  { name: 'Visa 1115, which the bank declines', number: '4000111111111115', network: 'visa' },
  {
    name: 'Visa 0002, which the gateway cannot read',
    number: '4000000000000002',
    network: 'visa',
    isRefused: true,
  },
]

const networkCards: Record<string, string> = {
  visa: '4111111111111111',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
}

/** Undefined when the merchant does not accept the network. */
export function cardForNetwork(gateway: Gateway, network: string, taken: string[]): Card | undefined {
  const number = taken.includes(network.toLowerCase()) ? networkCards[network.toLowerCase()] : undefined
  return number ? cardInWallet(gateway, number) : undefined
}

/** Wallet cards are not verified before: a failing verification declines the payment. */
export function cardInWallet(gateway: Gateway, number: string): Card | undefined {
  const expiration_date = `12/${new Date().getFullYear() + 3}`
  const read = readCard({ number, expiration_date }, gateway.secrets.hashKey)
  if (!('card' in read)) return undefined
  const { card } = read
  return card.conduct === 'verification_declined' ? { ...card, conduct: 'declined' } : card
}

export async function addWalletNonce(gateway: Gateway, caller: Caller, means: Means) {
  const customerId = customerIdFor(caller) ?? null
  const nonce = await addNonce(gateway, { means, cvvCode: 'I', customerId, token: null })
  return nonceAnswer(nonce, { means }, false)
}
