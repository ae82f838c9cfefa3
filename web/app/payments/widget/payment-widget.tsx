import type { DropinError } from '@courtside/dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isOwnFault, ownFault, type Payer } from '#payments/bank.ts'
import { isNoAnswer } from '#platform/forms/stay-on-page.ts'
import { ApiProblem } from '#platform/http/call-api.ts'
import type { PaymentOffer } from '#platform/settings/payment-options.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { useSite } from '#ui/frame/site.ts'
import { type GuestKey, openForAccount, openForGuest, paymentForm, reportFault } from './open-widget.ts'
import type { PaymentForm } from './payment-attempt.ts'
import { type Opened, useWidgetAmount } from './use-widget-amount.ts'
import './payment-widget.css'

/** `undecided`: ready, with no way to pay chosen. */
export type WidgetState = 'loading' | 'undecided' | 'ready' | 'failed'

type Props = {
  accountId?: string | undefined
  guest?: GuestKey | undefined
  offer: PaymentOffer
  /** What can be done without a card, where the form cannot open. */
  otherWay: string
  /** What would be charged now: the windows of PayPal and others name it. */
  amountCents: number
  hidden?: boolean
  /** Who pays, where it is not the account that is signed in. */
  payer?: Payer | undefined
  /** Where the widget is put once it is ready. */
  instance: RefObject<PaymentForm | null>
  onState: (state: WidgetState) => void
  onEdit: () => void
}

/**
 * The payment widget in its place: for an account with what it has saved, or for a guest. `instance` is there once it
 * is ready. Where it cannot open it says why, and can be tried again; what goes wrong later the widget shows itself.
 * Enter in a card field presses the button of the form around it.
 */
export function PaymentWidget({ hidden = false, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  function tryAgain() {
    props.onState('loading')
    setAttempt(attempt + 1)
    // The button that was pressed is gone.
    place.current?.focus()
  }
  return (
    <div className="card-place awaits-script" hidden={hidden} tabIndex={-1} ref={place}>
      <OneAttempt key={attempt} {...props} onAgain={tryAgain} />
    </div>
  )
}

function OneAttempt({
  accountId,
  guest,
  offer,
  otherWay,
  amountCents,
  payer,
  instance,
  onState,
  onEdit,
  onAgain,
}: Props & { onAgain: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [failure, setFailure] = useState<string>()
  const tell = useRef({ onState, onEdit })
  tell.current = { onState, onEdit }
  const { programme, visitor } = useSite() ?? {}
  const shown = { offer, amountCents, shop: programme?.name ?? '', payer: payer ?? { email: visitor?.email } }
  const offered = useRef(shown)
  offered.current = shown
  const { authorization, gatewayUrl } = guest ?? {}
  const opened = useRef<Opened>(null)
  const [view, showView] = useWidgetAmount(opened, shown, isReady)
  const keep = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const container = place.current
    if (!container) return
    const closing = new AbortController()
    const { signal } = closing
    const host = container.appendChild(document.createElement('div'))
    // A field says what is wrong as it is left, and moves the next one, where the cursor is: under the bar that pays.
    const resizes = new ResizeObserver(() => {
      if (host.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
    })
    resizes.observe(host)
    // Whether the card is saved is the only control that is not in a frame.
    host.addEventListener('change', () => tell.current.onEdit())
    const inside = {
      container: host,
      signal,
      keepsPayPal: () => keep.current?.checked === true,
      ...offered.current,
    }
    const opening = accountId
      ? openForAccount(inside, accountId)
      : openForGuest(inside, authorization ? { authorization, gatewayUrl } : undefined)
    opening.then(
      (widget) => {
        if (signal.aborted) return
        const form = paymentForm(
          widget,
          () => offered.current,
          () => focusChoice(host),
        )
        opened.current = { widget, form }
        instance.current = form
        for (const event of edits) widget.on(event, () => tell.current.onEdit())
        let hasSheet = host.querySelector('.braintree-sheet--active') !== null
        const tellState = () =>
          tell.current.onState(hasSheet || widget.isPaymentMethodRequestable() ? 'ready' : 'undecided')
        widget.on('changeActiveView', ({ newViewId }) => {
          hasSheet = newViewId !== 'options' && newViewId !== 'methods'
          showView(newViewId)
          tellState()
        })
        widget.on('paymentMethodRequestable', tellState)
        widget.on('noPaymentMethodRequestable', tellState)
        widget.on('card:inputSubmitRequest', () => submitButtonOf(container)?.click())
        setReady(true)
        tellState()
      },
      (problem) => {
        if (signal.aborted) return
        reportFault(problem)
        setFailure(reasonOf(problem))
        tell.current.onState('failed')
      },
    )
    return () => {
      closing.abort()
      resizes.disconnect()
      instance.current = null
      opened.current = null
      opening.then((widget) => widget.teardown()).catch(() => undefined)
      host.remove()
    }
  }, [accountId, authorization, gatewayUrl, instance, showView])
  return (
    <>
      {accountId && view.startsWith('paypal') && (
        <label className="check">
          <input type="checkbox" ref={keep} />
          Save this PayPal account for next time
        </label>
      )}
      <div ref={place} />
      {failure && (
        <Banner tone="bad">
          <p>
            <b>Error occurred with your payment method</b>
          </p>
          <p>{failure} Nothing was charged.</p>
          <p>{otherWay}</p>
          <p>
            <Button onClick={onAgain}>Try again</Button>
          </p>
        </Banner>
      )}
      {!isReady && !failure && <div className="skeleton card-skeleton" aria-hidden />}
    </>
  )
}

/** Something else than what was wrong is to pay now, or it was mended. */
const edits = [
  'card:notEmpty',
  'card:validityChange',
  'paymentMethodRequestable',
  'paymentOptionSelected',
] as const

/** The first that can be chosen or pressed in the view that is open; all views stay on the page. */
function focusChoice(host: HTMLElement) {
  const choices = host.querySelectorAll<HTMLElement>(
    ':is(.braintree-method, .braintree-option), .braintree-sheet__content--button :is(iframe, button)',
  )
  Array.from(choices)
    .find((choice) => choice.checkVisibility())
    ?.focus()
}

const submitButtonOf = (element: HTMLElement) =>
  element.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')

function reasonOf(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.message
  if (isNoAnswer(problem)) return 'We could not reach the site. Check your connection.'
  const { code } = (problem as Partial<DropinError>)._braintreeWebError ?? {}
  return isOwnFault(code) ? ownFault : 'The card form could not be loaded.'
}
