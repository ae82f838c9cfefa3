import { postTo } from '../../gateway/post.ts'
import { scripts } from '../../merchant-page/third-party-script.ts'
import { addMethod, dispatch, type Running } from '../../model/running.ts'
import { DropinError } from '../../platform/errors.ts'
import { waits, withTimeout } from '../../platform/waits.ts'
import type { PayPalPayment, paypalCreateOptions } from '../../public-types/paypal-checkout.ts'
import type { OpenButton } from '../button-way.tsx'
import { showFailure } from '../show-failure.ts'
import type { PayPalAccount } from './payment/paypal-checkout.ts'
import { showButton } from './paypal-button.ts'

export function openButton(running: Running, way: 'paypal' | 'paypalCredit'): OpenButton {
  const { store, gateway } = running
  const closing = new AbortController()
  let options: paypalCreateOptions = { flow: 'checkout', ...running.options[way] }
  let flow: PayPalPayment['flow'] = 'checkout'

  async function show(sheet: Element, styled: Promise<void>) {
    await styled
    const place = sheet.querySelector('.braintree-sheet__button--paypal')
    closing.signal.throwIfAborted()
    if (!place) throw new Error('There is no place for the button.')
    const { draw } = await showButton(place, {
      gateway,
      post: (endpoint, data) => postTo(gateway, endpoint, data),
      scripts,
      isCredit: way === 'paypalCredit',
      locale: () => store.read().locale,
      nonce: running.options.nonce,
      options: () => ({ ...options, flow }),
      ended: closing.signal,
      began() {
        flow = typeof options.flow === 'function' ? options.flow() : options.flow
        dispatch(running, { type: 'error-cleared' })
      },
      canceled: () => dispatch(running, { type: 'sheet-failed', error: 'paypalCanceledError' }),
      approved: () => dispatch(running, { type: 'request-sent' }),
      paid: (account) => addMethod(running, asSaved(account)),
      failed: (problem) => showEnd(running, problem),
    })
    followLocale(running, draw)
  }

  /** A customer's account is saved by default, except with `checkout`. */
  function asSaved(account: PayPalAccount) {
    const isSaved = flow === 'vault' && options.vault?.vaultPayPal !== false
    return isSaved && !store.read().settings.isGuest ? { ...account, vaulted: true } : account
  }

  return {
    async load(sheet, styled) {
      const late = () => new DropinError('There was an error connecting to PayPal.')
      try {
        await withTimeout(waits.paypal, show(sheet, styled), late)
      } catch (problem) {
        closing.abort()
        throw problem
      }
    },
    configure(key, value) {
      // PayPal follows the widget's language.
      if (key !== 'locale') options = { ...options, [key]: value }
    },
    close: () => closing.abort(),
  }
}

/** Redraws the button in another language. */
function followLocale({ store }: Running, draw: () => Promise<void>) {
  let last = store.read().locale
  store.subscribe(() => {
    const { locale } = store.read()
    if (locale === last) return
    last = locale
    draw().catch(console.error)
  })
}

/** Blocked popups and other errors of PayPal's script count as connection failures. */
function showEnd(running: Running, problem: unknown) {
  const hasCode = problem instanceof Error && 'code' in problem
  showFailure(running, problem, hasCode ? undefined : 'paypalFlowFailedError')
}
