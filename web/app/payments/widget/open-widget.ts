import type { Dropin, DropinError, Options } from '@courtside/dropin'
import { bankFacts, isOwnFault, type Payer } from '#payments/bank.ts'
import { decimal } from '#platform/format/money.ts'
import { callApi, wait } from '#platform/http/call-api.ts'
import type { PaymentOffer, PaymentOption } from '#platform/settings/payment-options.ts'
import type { PaymentForm } from './payment-attempt.ts'

/** The public key by which a guest pays, and the gateway where the key does not name one. */
export type GuestKey = { authorization: string; gatewayUrl?: string | undefined }

/** `shop`: who asks for the money, in the windows of PayPal and others. `signal`: the form was closed. */
type Shown = {
  container: HTMLElement
  offer: PaymentOffer
  amountCents: number
  shop: string
  signal: AbortSignal
  /** Whether who pays by PayPal wants the account to be there the next time. */
  keepsPayPal: () => boolean
}

/** After a decline all but the CVV is there again. */
const card = { cardholderName: true, keepAfterTokenization: true } satisfies Options['card']

/** What an account saves can be used again: a card or a PayPal account, if it says so. */
export async function openForAccount(shown: Shown, userId: string): Promise<Dropin> {
  const [{ create }, { client_token }] = await Promise.all([
    loadDropin(),
    callApi<{ client_token: string }>('/get-card-client-token', { userId }),
    haveDevice(shown.offer),
  ])
  return create({
    ...optionsFor(shown, () => (shown.keepsPayPal() ? 'vault' : 'checkout')),
    authorization: client_token,
    vaultManager: true,
    card: { ...card, vault: { allowVaultCardOverride: true, vaultCard: false } },
  })
}

/** A guest pays once. Without the public key by a token, which lets a bank be asked who pays. */
export async function openForGuest(shown: Shown, guest: GuestKey | undefined): Promise<Dropin> {
  const [{ create }, key] = await Promise.all([loadDropin(), guest ?? guestToken(), haveDevice(shown.offer)])
  return create({ ...optionsFor(shown, 'checkout'), ...key, card })
}

/** In a task of its own: a phone takes a while to ask for its files. */
const loadDropin = async () => {
  await wait(0)
  return import('@courtside/dropin')
}

/** Wallets are looked for when the widget opens: what plays them comes before it. */
function haveDevice({ deviceScript }: PaymentOffer): Promise<void> {
  const isThere = Array.from(document.scripts).some(({ src }) => src === deviceScript)
  if (!deviceScript || isThere) return Promise.resolve()
  const script = Object.assign(document.createElement('script'), { src: deviceScript })
  document.head.append(script)
  return new Promise((resolve) => {
    script.onload = script.onerror = () => resolve()
  })
}

async function guestToken(): Promise<GuestKey> {
  const { client_token } = await callApi<{ client_token: string }>('/get-guest-client-token', {})
  return { authorization: client_token }
}

function optionsFor(
  { container, offer, amountCents, shop, signal }: Shown,
  flow: NonNullable<Options['paypal']>['flow'],
) {
  const amounts = amountOptions(amountCents, shop)
  const paypal = { flow, amount: amounts.paypal, currency: 'USD', displayName: shop }
  const { googleMerchantId: merchantId } = offer
  return {
    container,
    signal,
    paymentOptionPriority: walletsFirst(offer.options),
    ...(offer.deviceData && { dataCollector: { kount: true } }),
    paypal,
    paypalCredit: paypal,
    venmo: {
      paymentMethodUsage: 'single_use',
      displayName: shop,
      // On a computer by a QR code; on a phone without the app at Venmo's page.
      allowDesktop: true,
      mobileWebFallBack: true,
      // What is filled in stands in this tab.
      allowNewBrowserTab: false,
    },
    applePay: { displayName: shop, paymentRequest: amounts.applePay },
    googlePay: { googlePayVersion: 2, transactionInfo: amounts.googlePay, ...(merchantId && { merchantId }) },
    ...(offer.threeDSecure !== 'off' && { threeDSecure: true }),
  } satisfies Partial<Options>
}

/** The widget offers a wallet only where the device says that it can pay with it. */
const walletsFirst = (options: PaymentOption[]) =>
  options.toSorted((left, right) => Number(isWallet(right)) - Number(isWallet(left)))

const isWallet = (option: PaymentOption) => option === 'applePay' || option === 'googlePay'

/** What keeps banks from being asked goes into our log; the payer hears of it in any case. */
export function reportFault(problem: unknown): void {
  const { code } = (problem as Partial<DropinError>)._braintreeWebError ?? {}
  if (isOwnFault(code)) callApi('/report-form-fault', { code }).catch(() => undefined)
}

/** The options of the widget that name the amount, and under which key. */
export const amountKeys = {
  paypal: 'amount',
  paypalCredit: 'amount',
  applePay: 'paymentRequest',
  googlePay: 'transactionInfo',
} as const
export type AmountOption = keyof typeof amountKeys

/** Each of them for an amount. `shop`: who asks for the money. */
export function amountOptions(cents: number, shop: string) {
  const amount = decimal(cents)
  return {
    paypal: amount,
    paypalCredit: amount,
    applePay: { total: { label: shop, amount } },
    googlePay: { currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice: amount },
  } satisfies Record<AmountOption, unknown>
}

type Widget = Pick<Dropin, 'requestPaymentMethod' | 'editPaymentMethod' | 'clearSelectedPaymentMethod'>
type Facts = { offer: PaymentOffer; amountCents: number; payer: Payer }

/** The widget as an attempt to pay asks it: where banks are asked, they hear what is known by then. */
export function paymentForm(
  widget: Widget,
  facts: () => Facts,
  focus: () => void,
): PaymentForm & { forgetOtherAmount(): void } {
  let confirmedCents: number | undefined
  return {
    async requestPaymentMethod(asksPayer) {
      const { offer, amountCents, payer } = facts()
      if (offer.threeDSecure === 'off') return widget.requestPaymentMethod()
      const threeDSecure = bankFacts(amountCents, payer, asksPayer)
      const method = await widget.requestPaymentMethod({ threeDSecure }).catch((problem) => {
        reportFault(problem)
        throw problem
      })
      confirmedCents = 'liabilityShifted' in method ? amountCents : undefined
      return method
    },
    editPaymentMethod() {
      const isTypedAnew = widget.editPaymentMethod()
      if (isTypedAnew) confirmedCents = undefined
      return isTypedAnew
    },
    clearSelectedPaymentMethod: () => widget.clearSelectedPaymentMethod(),
    focus,
    /** What a bank has confirmed is good for its amount alone: the card is then chosen anew. */
    forgetOtherAmount() {
      if (confirmedCents === undefined || confirmedCents === facts().amountCents) return
      confirmedCents = undefined
      widget.clearSelectedPaymentMethod()
    },
  }
}
