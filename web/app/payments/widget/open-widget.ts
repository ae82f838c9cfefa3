import type { Dropin, DropinError, Options } from '@courtside/dropin'
import { isSetupFault, type PayerContact, threeDSecureDetails } from '#payments/bank.ts'
import { decimal } from '#platform/format/money.ts'
import { callApi, wait } from '#platform/http/call-api.ts'
import type { PaymentOffer, PaymentOption } from '#platform/settings/payment-options.ts'
import type { PaymentForm } from './payment-attempt.ts'

/** The public key for guests, and the gateway's URL where the key does not contain it. */
export type GuestKey = { authorization: string; gatewayUrl?: string | undefined }

/** `shop`: the payee's name in the windows of PayPal and others. `signal`: aborted when the form closes. */
type Shown = {
  container: HTMLElement
  offer: PaymentOffer
  amountCents: number
  shop: string
  signal: AbortSignal
  keepsPayPal: () => boolean
}

/** After a decline everything but the CVV is restored. */
const card = { cardholderName: true, keepAfterTokenization: true } satisfies Options['card']

/** With the account's saved cards; a PayPal account is saved only if asked for. */
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

/** Without a public key by a token, which allows 3-D Secure. */
export async function openForGuest(shown: Shown, guest: GuestKey | undefined): Promise<Dropin> {
  const [{ create }, key] = await Promise.all([loadDropin(), guest ?? guestToken(), haveDevice(shown.offer)])
  return create({ ...optionsFor(shown, 'checkout'), ...key, card })
}

/** In a task of its own: requesting its files takes a phone a while. */
const loadDropin = async () => {
  await wait(0)
  return import('@courtside/dropin')
}

/** The widget looks for wallets when it opens, so the script that simulates them is loaded first. */
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
      // By a QR code on a computer; at Venmo's page on a phone without the app.
      allowDesktop: true,
      mobileWebFallBack: true,
      // The filled-in form lives in this tab.
      allowNewBrowserTab: false,
    },
    applePay: { displayName: shop, paymentRequest: amounts.applePay },
    googlePay: { googlePayVersion: 2, transactionInfo: amounts.googlePay, ...(merchantId && { merchantId }) },
    ...(offer.threeDSecure !== 'off' && { threeDSecure: true }),
  } satisfies Partial<Options>
}

/** The widget offers a wallet only where the device supports it. */
const walletsFirst = (options: PaymentOption[]) =>
  options.toSorted((left, right) => Number(isWallet(right)) - Number(isWallet(left)))

const isWallet = (option: PaymentOption) => option === 'applePay' || option === 'googlePay'

export function reportFault(problem: unknown): void {
  const { code } = (problem as Partial<DropinError>)._braintreeWebError ?? {}
  if (isSetupFault(code)) callApi('/report-form-fault', { code }).catch(() => undefined)
}

export const amountKeys = {
  paypal: 'amount',
  paypalCredit: 'amount',
  applePay: 'paymentRequest',
  googlePay: 'transactionInfo',
} as const
export type AmountOption = keyof typeof amountKeys

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
type PaymentDetails = { offer: PaymentOffer; amountCents: number; payer: PayerContact }

export function paymentForm(
  widget: Widget,
  details: () => PaymentDetails,
  focus: () => void,
): PaymentForm & { forgetOtherAmount(): void } {
  let confirmedCents: number | undefined
  return {
    async requestPaymentMethod(asksPayer) {
      const { offer, amountCents, payer } = details()
      if (offer.threeDSecure === 'off') return widget.requestPaymentMethod()
      const threeDSecure = threeDSecureDetails(amountCents, payer, asksPayer)
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
    /** A 3-D Secure confirmation is valid for one amount only. */
    forgetOtherAmount() {
      if (confirmedCents === undefined || confirmedCents === details().amountCents) return
      confirmedCents = undefined
      widget.clearSelectedPaymentMethod()
    },
  }
}
