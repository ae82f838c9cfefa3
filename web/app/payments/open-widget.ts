import type { Dropin, Options } from 'dropin'
import { callApi } from '#platform/call-api.ts'
import { decimal } from '#platform/money.ts'
import type { PaymentOffer } from '#platform/payment-options.ts'

/** The public key by which a guest pays, and the gateway where the key does not name one. */
export type GuestKey = { authorization: string; gatewayUrl?: string | undefined }

/** `shop`: who asks for the money, in PayPal's window. */
type Shown = { container: HTMLElement; offer: PaymentOffer; amountCents: number; shop: string }

/** After a decline all but the CVV is there again. */
const card = { cardholderName: true, keepAfterTokenization: true } satisfies Options['card']

/** What an account saves can be used again: a card if it says so, a PayPal account by agreeing to it at PayPal. */
export async function openForAccount(shown: Shown, userId: string): Promise<Dropin> {
  const [{ create }, { client_token }] = await Promise.all([
    import('dropin'),
    callApi<{ client_token: string }>('/get-card-client-token', { userId }),
  ])
  return create({
    ...optionsFor(shown, 'vault'),
    authorization: client_token,
    vaultManager: true,
    card: { ...card, vault: { allowVaultCardOverride: true, vaultCard: false } },
  })
}

/** A guest pays once. Without the public key by a token, which lets a bank be asked who pays. */
export async function openForGuest(shown: Shown, guest: GuestKey | undefined): Promise<Dropin> {
  const [{ create }, key] = await Promise.all([import('dropin'), guest ?? guestToken()])
  return create({ ...optionsFor(shown, 'checkout'), ...key, card })
}

async function guestToken(): Promise<GuestKey> {
  const { client_token } = await callApi<{ client_token: string }>('/get-guest-client-token', {})
  return { authorization: client_token }
}

function optionsFor({ container, offer, amountCents, shop }: Shown, flow: 'vault' | 'checkout') {
  const paypal = { flow, amount: decimal(amountCents), currency: 'USD', displayName: shop }
  return {
    container,
    paymentOptionPriority: offer.options,
    ...(offer.deviceData && { dataCollector: { kount: true } }),
    paypal,
    paypalCredit: paypal,
  } satisfies Partial<Options>
}
