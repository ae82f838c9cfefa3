import type { Client } from '../../gateway/client.ts'
import { scriptAddress } from '../../gateway/foreign-scripts.ts'
import { loadScript } from '../../page/foreign-script.ts'
import { payPalError } from '../../paypal-checkout/failures.ts'
import type { Approval } from '../../paypal-checkout/payment.ts'
import {
  openPayPalCheckout,
  type PayPalAccount,
  type PayPalCheckout,
} from '../../paypal-checkout/paypal-checkout.ts'
import { waits } from '../../platform/waits.ts'
import type { PayPalOptions } from '../../settings/paypal-options.ts'

/** A button of PayPal's for one way to pay of a widget. */
export type PayPalButton = {
  client: Client
  isCredit: boolean
  locale: string | undefined
  nonce: string | undefined
  /** The shop's options as they are now. */
  options: () => PayPalOptions
  ended: AbortSignal
  /** A payer begins, or has turned back: nothing is wrong. */
  mended: () => void
  /** A payer has approved: a nonce is on its way. */
  approved: () => void
  paid: (account: PayPalAccount) => void
  failed: (problem: unknown) => void
}

/** What PayPal's script brings to the page. */
type PayPalScript = {
  FUNDING: Record<string, string>
  Button?: { render: (options: object, place: Element) => Promise<unknown> }
}

/** The button whose payer is at PayPal: one at a time on the whole page. */
let busy: PayPalButton | undefined

/** Loads PayPal's script and draws its button; resolves when that can be pressed. */
export async function showButton(place: Element, button: PayPalButton) {
  const { client, isCredit, locale, ended } = button
  const checkout = openPayPalCheckout(client)
  const paypal = await loadPayPal(button)
  ended.throwIfAborted()
  ended.addEventListener('abort', () => leave(button))
  const { environment } = client.getConfiguration().gatewayConfiguration
  const { buttonStyle, commit } = button.options()
  await paypal.Button?.render(
    {
      env: environment === 'production' ? 'production' : 'sandbox',
      style: { ...buttonStyle, ...(isCredit && { label: 'credit' }) },
      commit,
      ...(locale && { locale }),
      funding: { disallowed: othersThan(isCredit, paypal.FUNDING) },
      ...listeners(button, checkout),
    },
    place,
  )
}

async function loadPayPal({ client, nonce, options }: PayPalButton): Promise<PayPalScript> {
  const page = globalThis as { paypal?: PayPalScript }
  if (page.paypal?.Button) return page.paypal
  await loadScript({
    src: scriptAddress('paypalButton', client.getConfiguration().gatewayConfiguration),
    id: 'braintree-dropin-paypal-checkout-script',
    attributes: { 'data-log-level': options().logLevel ?? 'warn' },
    nonce,
    limit: waits.paypal,
  })
  if (!page.paypal?.Button) throw new Error("PayPal's script brought no button.")
  return page.paypal
}

/** PayPal's script would also offer what is not asked for. */
function othersThan(isCredit: boolean, funding: Record<string, string>) {
  const own = isCredit ? ['PAYPAL', 'CREDIT'] : ['PAYPAL']
  return Object.entries(funding).flatMap(([name, source]) => (own.includes(name) ? [] : [source]))
}

function listeners(button: PayPalButton, checkout: PayPalCheckout) {
  /** Told already when PayPal's script hands it back, in whatever form. */
  let failure: unknown

  function fail(problem: unknown) {
    failure = problem
    button.failed(problem)
    return problem
  }

  return {
    onClick() {
      if (busy) button.failed(inProgress())
    },
    async payment() {
      failure = undefined
      if (busy && busy !== button) throw fail(inProgress())
      busy = button
      button.mended()
      try {
        return await checkout.createPayment(paymentOf(button))
      } catch (problem) {
        throw fail(problem)
      }
    },
    async onAuthorize(approval: Approval) {
      if (button.ended.aborted) return
      button.approved()
      const vault = button.options().vault?.vaultPayPal !== false
      try {
        button.paid(await checkout.tokenizePayment({ ...approval, vault }))
      } catch (problem) {
        button.failed(problem)
      }
      leave(button)
    },
    onCancel() {
      leave(button)
      button.mended()
    },
    onError(problem: unknown) {
      leave(button)
      if (failure === undefined) button.failed(problem)
    },
  }
}

const inProgress = () => payPalError('PAYPAL_TOKENIZATION_REQUEST_ACTIVE')

function paymentOf({ options, isCredit, locale }: PayPalButton) {
  return { ...options(), offerCredit: isCredit, ...(locale && { locale }) }
}

function leave(button: PayPalButton) {
  if (busy === button) busy = undefined
}
