import type { DropinError } from '@courtside/dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isSetupFault, type PayerContact, setupFault } from '#payments/bank.ts'
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
  otherWay: string
  amountCents: number
  hidden?: boolean
  payer?: PayerContact | undefined
  instance: RefObject<PaymentForm | null>
  onState: (state: WidgetState) => void
  onEdit: () => void
}

/**
 * The payment widget, with the account's saved methods or for a guest. If it cannot open it offers a retry; later
 * errors it shows itself. Enter in a card field submits the form around it.
 */
export function PaymentWidget({ hidden = false, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  function tryAgain() {
    props.onState('loading')
    setAttempt(attempt + 1)
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
  const handlers = useRef({ onState, onEdit })
  handlers.current = { onState, onEdit }
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
    // An error below a field moves the next one, with the cursor, under the bar that pays.
    const resizes = new ResizeObserver(() => {
      if (host.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
    })
    resizes.observe(host)
    // "Save card" is the only control outside of the frames.
    host.addEventListener('change', () => handlers.current.onEdit())
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
        for (const event of edits) widget.on(event, () => handlers.current.onEdit())
        let hasSheet = host.querySelector('.braintree-sheet--active') !== null
        const reportState = () =>
          handlers.current.onState(hasSheet || widget.isPaymentMethodRequestable() ? 'ready' : 'undecided')
        widget.on('changeActiveView', ({ newViewId }) => {
          hasSheet = newViewId !== 'options' && newViewId !== 'methods'
          showView(newViewId)
          reportState()
        })
        widget.on('paymentMethodRequestable', reportState)
        widget.on('noPaymentMethodRequestable', reportState)
        widget.on('card:inputSubmitRequest', () => findSubmitButton(container)?.click())
        setReady(true)
        reportState()
      },
      (problem) => {
        if (signal.aborted) return
        reportFault(problem)
        setFailure(describeFailure(problem))
        handlers.current.onState('failed')
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

const edits = [
  'card:notEmpty',
  'card:validityChange',
  'paymentMethodRequestable',
  'paymentOptionSelected',
] as const

function focusChoice(host: HTMLElement) {
  const choices = host.querySelectorAll<HTMLElement>(
    ':is(.braintree-method, .braintree-option), .braintree-sheet__content--button :is(iframe, button)',
  )
  Array.from(choices)
    .find((choice) => choice.checkVisibility())
    ?.focus()
}

const findSubmitButton = (element: HTMLElement) =>
  element.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')

function describeFailure(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.message
  if (isNoAnswer(problem)) return 'We could not reach the site. Check your connection.'
  const { code } = (problem as Partial<DropinError>)._braintreeWebError ?? {}
  return isSetupFault(code) ? setupFault : 'The card form could not be loaded.'
}
