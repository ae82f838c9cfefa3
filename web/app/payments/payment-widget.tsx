import type { Dropin } from 'dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#platform/call-api.ts'
import { decimal } from '#platform/money.ts'
import type { PaymentOffer } from '#platform/payment-options.ts'
import { isNoAnswer } from '#platform/stay-on-page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useSite } from '#ui/site.ts'
import { type GuestKey, openForAccount, openForGuest } from './open-widget.ts'
import './payment-widget.css'

export type WidgetState = 'loading' | 'ready' | 'failed'

type Props = {
  accountId?: string | undefined
  guest?: GuestKey | undefined
  offer: PaymentOffer
  /** What can be done without a card, where the form cannot open. */
  otherWay: string
  /** What would be charged now: PayPal's window names it. */
  amountCents: number
  hidden?: boolean
  /** Where the widget is put once it is ready. */
  instance: RefObject<Dropin | null>
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
  const shop = useSite()?.programme?.name ?? ''
  const offered = useRef({ offer, amountCents, shop })
  offered.current = { offer, amountCents, shop }
  const { authorization, gatewayUrl } = guest ?? {}
  const showView = useToldAmount(instance, amountCents, isReady)
  useEffect(() => {
    const container = place.current
    if (!container) return
    let isGone = false
    const host = container.appendChild(document.createElement('div'))
    // Whether the card is saved is the only control that is not in a frame.
    host.addEventListener('change', () => tell.current.onEdit())
    const shown = { container: host, ...offered.current }
    const opening = accountId
      ? openForAccount(shown, accountId)
      : openForGuest(shown, authorization ? { authorization, gatewayUrl } : undefined)
    opening.then(
      (widget) => {
        if (isGone) return
        instance.current = widget
        for (const event of edits) widget.on(event, () => tell.current.onEdit())
        widget.on('changeActiveView', ({ newViewId }) => showView(newViewId))
        widget.on('card:inputSubmitRequest', () => submitButtonOf(container)?.click())
        setReady(true)
        tell.current.onState('ready')
      },
      (problem) => {
        if (isGone) return
        setFailure(reasonOf(problem))
        tell.current.onState('failed')
      },
    )
    return () => {
      isGone = true
      instance.current = null
      opening.then((widget) => widget.teardown()).catch(() => undefined)
      host.remove()
    }
  }, [accountId, authorization, gatewayUrl, instance, showView])
  return (
    <>
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

/**
 * Tells the widget when another amount would be charged. It answers by going back to its first view, so the amount waits
 * while a card is typed. Gives what the widget's present view is told to.
 */
function useToldAmount(instance: RefObject<Dropin | null>, cents: number, isReady: boolean) {
  const [view, setView] = useState('')
  const told = useRef(cents)
  useEffect(() => {
    if (!isReady || view === 'card' || told.current === cents) return
    told.current = cents
    for (const option of ['paypal', 'paypalCredit'] as const)
      instance.current?.updateConfiguration(option, 'amount', decimal(cents))
  }, [instance, cents, isReady, view])
  return setView
}

const submitButtonOf = (element: HTMLElement) =>
  element.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')

function reasonOf(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.message
  if (isNoAnswer(problem)) return 'We could not reach the site. Check your connection.'
  return 'The card form could not be loaded.'
}
