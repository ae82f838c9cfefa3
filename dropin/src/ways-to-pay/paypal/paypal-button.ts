import type { Gateway } from '../../gateway/gateway.ts'
import { scriptAddress } from '../../gateway/third-party-addresses.ts'
import type { Scripts } from '../../merchant-page/third-party-script.ts'
import { waits } from '../../platform/waits.ts'
import type { PayPalPayment, paypalCreateOptions } from '../../public-types/paypal-checkout.ts'
import { payPalError } from './payment/failures.ts'
import type { Approval } from './payment/payment.ts'
import { openPayPalCheckout, type PayPalAccount, type PayPalCheckout } from './payment/paypal-checkout.ts'

export type PayPalButton = {
  gateway: Gateway
  post: (endpoint: string, data: object) => Promise<unknown>
  scripts: Scripts
  isCredit: boolean
  locale: () => string | undefined
  nonce: string | undefined
  /** The shop's current options, with the flow of the payer who has begun. */
  options: () => paypalCreateOptions & Pick<PayPalPayment, 'flow'>
  ended: AbortSignal
  /** Clears errors. */
  began: () => void
  /** The payer closed the window or cancelled. */
  canceled: () => void
  /** Approved: a nonce follows. */
  approved: () => void
  paid: (account: PayPalAccount) => void
  failed: (problem: unknown) => void
}

type PayPalScript = {
  FUNDING: Record<string, string>
  Button?: { render: (options: object, place: Element) => Promise<unknown> }
}

/** Button with an open PayPal window: one at a time on the whole page. */
let busy: PayPalButton | undefined

/** Resolves when the button can be pressed, with a function that redraws it. */
export async function showButton(place: Element, button: PayPalButton) {
  const checkout = openPayPalCheckout(button)
  const paypal = await loadPayPal(button)
  const { ended } = button
  ended.throwIfAborted()
  ended.addEventListener('abort', () => leave(button))
  const handlers = listeners(button, checkout)

  async function draw() {
    // Redrawing would close the payer's window.
    if (busy === button || ended.aborted) return
    const drawn = document.createElement('div')
    place.replaceChildren(drawn)
    await paypal.Button?.render({ ...buttonLooks(button, paypal), ...handlers }, drawn)
  }

  await draw()
  return { draw }
}

function buttonLooks({ gateway, isCredit, locale, options }: PayPalButton, { FUNDING }: PayPalScript) {
  const { buttonStyle, commit } = options()
  return {
    env: gateway.configuration.environment === 'production' ? 'production' : 'sandbox',
    style: { ...buttonStyle, ...(isCredit && { label: 'credit' }) },
    commit,
    ...(locale() && { locale: locale() }),
    funding: { disallowed: othersThan(isCredit, FUNDING) },
  }
}

async function loadPayPal({ gateway, scripts, nonce, options }: PayPalButton): Promise<PayPalScript> {
  const page = globalThis as { paypal?: PayPalScript }
  if (page.paypal?.Button) return page.paypal
  await scripts.loadScript({
    src: scriptAddress('paypalButton', gateway.configuration),
    id: 'braintree-dropin-paypal-checkout-script',
    attributes: { 'data-log-level': options().logLevel ?? 'warn' },
    nonce,
    limit: waits.paypal,
  })
  if (!page.paypal?.Button) throw new Error("PayPal's script brought no button.")
  return page.paypal
}

/** PayPal's script would also offer other funding sources. */
function othersThan(isCredit: boolean, funding: Record<string, string>) {
  const allowed = isCredit ? ['PAYPAL', 'CREDIT'] : ['PAYPAL']
  return Object.entries(funding).flatMap(([name, source]) => (allowed.includes(name) ? [] : [source]))
}

function listeners(button: PayPalButton, checkout: PayPalCheckout) {
  /** Our own errors come back from PayPal's script in varying form: report each once. */
  let isReported = false

  function fail(problem: unknown) {
    isReported = true
    button.failed(problem)
    return problem
  }

  function turnBack() {
    leave(button)
    const wasReported = isReported
    isReported = false
    return wasReported
  }

  return {
    onClick() {
      if (busy) button.failed(inProgress())
    },
    async payment() {
      isReported = false
      if (busy && busy !== button) throw fail(inProgress())
      busy = button
      button.began()
      try {
        return await checkout.createPayment(buildPayment(button))
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
      if (!turnBack()) button.canceled()
    },
    onError(problem: unknown) {
      if (!turnBack()) button.failed(problem)
    },
  }
}

const inProgress = () => payPalError('PAYPAL_TOKENIZATION_REQUEST_ACTIVE')

function buildPayment({ options, isCredit, locale }: PayPalButton) {
  return { ...options(), offerCredit: isCredit, ...(locale() && { locale: locale() }) }
}

function leave(button: PayPalButton) {
  if (busy === button) busy = undefined
}
