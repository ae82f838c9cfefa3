import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, redirect, replace, useNavigate } from 'react-router'
import { CartSkeleton } from '#cart/cart-skeleton.tsx'
import { CartTable } from '#cart/cart-table.tsx'
import {
  canCheckOut,
  cartTotal,
  checkedCart,
  checkoutBlocker,
  formatSessionCount,
} from '#cart/checked-cart.ts'
import { orderPage, SentOrderBanner } from '#cart/sent-order.tsx'
import { TotalBox } from '#cart/total-box.tsx'
import { CreditChoice } from '#checkout/credit/credit-choice.tsx'
import { useAhead } from '#checkout/queue/line.route.tsx'
import { LineBanner } from '#checkout/queue/line-banner.tsx'
import { LongWait } from '#payments/widget/long-wait.tsx'
import { PayBar } from '#payments/widget/pay-bar.tsx'
import { PayButton } from '#payments/widget/pay-button.tsx'
import type { PaymentMethod } from '#payments/widget/payment-attempt.ts'
import { PaymentFailure, stillNeeded } from '#payments/widget/payment-failure.tsx'
import { loadForPayment } from '#payments/widget/payment-page.ts'
import { PaymentWidget } from '#payments/widget/payment-widget.tsx'
import { usePayment } from '#payments/widget/use-payment.ts'
import { hasSignedRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { worldContext } from '#platform/contexts.server.ts'
import { dollars } from '#platform/format/money.ts'
import { ApiProblem } from '#platform/http/call-api.ts'
import { formatOptions, type PaymentOption } from '#platform/settings/payment-options.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { readCart, useCart } from '#registrations/cart.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/checkout.route.ts'
import { HeldFor } from './held-for.tsx'
import {
  failedPayment,
  failedRegistration,
  type Processed,
  payForCart,
  postCreditRegistration,
  sendCart,
} from './submission.ts'
import '#cart/cart.css'

const history = '/pages/registration-history'
const lead =
  'Look through your sessions and choose how to pay. You get your places when you press the last button, not before.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Checkout', 'Check your sessions and choose how to pay.')

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(worldContext)
  const { accountId, familyId } = context.get(accountContext)
  if (!(await hasSignedRelease(db, accountId))) throw redirect('/pages/release?next=/pages/checkout')
  const creditCents = Math.max(0, await readFreeCredit(db, { accountId, familyId }))
  const programme = await readProgramme(db)
  const { holdMinutes } = familyLimits(programme, env)
  const clock = { timeZone: programme.timeZone, now: Date.now() }
  return { accountId, paymentOffer: env.paymentOffer, creditCents, holdMinutes, clock }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { clock, ...data } = await serverLoader()
  const { accountId, paymentOffer } = data
  const behindMs = clock.now - Date.now()
  loadForPayment(request, paymentOffer)
  const { items, order, heldSeconds } = await checkedCart(accountId)
  if (order?.is_open || (order && items.length === 0)) throw replace(orderPage(order))
  if (items.length === 0) throw replace(history)
  return { ...data, order, heldSeconds, timeZone: clock.timeZone, behindMs }
}
clientLoader.hydrate = true as const

/** The family's place in line, rendered on the server: shown before any script runs. */
export function HydrateFallback() {
  const ahead = useAhead()
  return (
    <CartSkeleton title="Checkout" lead={lead}>
      {ahead !== null && <LineBanner ahead={ahead} isAsking={false} />}
    </CartSkeleton>
  )
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { accountId, paymentOffer, order } = loaderData
  const items = useCart(accountId)
  const [method, setMethod] = useState<Method>('card')
  const [usesCredit, setUsesCredit] = useState(false)
  const totalCents = cartTotal(items)
  const offeredCents = method === 'card' ? Math.min(loaderData.creditCents, totalCents) : 0
  const creditCents = usesCredit ? offeredCents : 0
  const toPayCents = totalCents - creditCents
  /** Credit pays all of it. */
  const isByCredit = method === 'card' && totalCents > 0 && toPayCents === 0
  const way = { method, creditCents, isByCredit }
  const { payment, held, ahead, checkOut } = useCheckout(accountId, way, loaderData)
  if (items.length === 0 && !payment.busy) return <Navigate to={history} replace />
  const isByCard = method === 'card' && !isByCredit
  const missing = isByCard ? stillNeeded(payment.missing) : undefined
  const note = canCheckOut(items) ? missing : checkoutBlocker(items)
  const isOpen = canCheckOut(items) && (!isByCard || payment.isReady)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isOpen) void checkOut()
  }
  function choose(next: string) {
    setMethod(next === 'later' ? 'later' : 'card')
    payment.beginAnew()
  }
  function chooseCredit(isUsed: boolean) {
    setUsesCredit(isUsed)
    payment.beginAnew()
  }
  const button = (
    <PayButton busy={payment.busy} isOpen={isOpen} note={note && 'why-not'}>
      {payment.busy && ahead !== null ? 'In line' : buttonText(way, payment.busy)}
    </PayButton>
  )
  const longWait = <LongWait text={ahead === null ? payment.longWait : undefined} />
  return (
    <div className="wrap cart-page">
      <PageTitle lead={lead}>Checkout</PageTitle>
      {order && <SentOrderBanner order={order} />}
      <form className="split pays" onSubmit={submit} noValidate data-tells-offline>
        <div className="stack far">
          <section className="baseline" aria-labelledby="items">
            <h2 id="items">Your sessions</h2>
            <CartTable items={items} busy={payment.busy} />
          </section>
          <section className="baseline">
            <ChoiceCards
              legend={<h2>How would you like to pay?</h2>}
              name="method"
              value={method}
              onChange={choose}
              choices={methodsFor(paymentOffer.options).map((choice) => ({
                ...choice,
                disabled: payment.busy,
              }))}
            />
          </section>
          <section
            aria-label={paymentOffer.options.length > 1 ? 'Ways to pay' : 'Card details'}
            hidden={!isByCard}
          >
            <PaymentWidget
              accountId={accountId}
              offer={paymentOffer}
              otherWay={otherWay}
              amountCents={toPayCents || totalCents}
              hidden={!isByCard}
              {...payment.widget}
            />
          </section>
        </div>
        <TotalBox items={items}>
          {offeredCents > 0 && (
            <CreditChoice
              cents={offeredCents}
              toPayCents={toPayCents}
              isUsed={usesCredit}
              busy={payment.busy}
              onChange={chooseCredit}
            />
          )}
          <PaymentFailure failure={payment.failure} otherWay={isByCard ? otherWay : contactHint} />
          {held && <HeldFor {...held} timeZone={loaderData.timeZone} className="small" />}
          {ahead !== null && <LineBanner ahead={ahead} isAsking={payment.busy} />}
          {button}
          {longWait}
          <p className="small muted" id="why-not">
            {note} {method === 'card' && !held && holdNotice(loaderData.holdMinutes)} Full refund if you
            cancel up to the day of the event.
          </p>
          <ButtonLink to="/pages/cart" variant="bare">
            Change your cart
          </ButtonLink>
        </TotalBox>
        <PayBar amount={dollars(toPayCents)} detail={formatSessionCount(items.length)}>
          {button}
          {longWait}
        </PayBar>
      </form>
    </div>
  )
}

type Method = 'card' | 'later'
type Way = { method: Method; creditCents: number; isByCredit: boolean }

const otherWay =
  'Without a card: choose to pay later, and pay by Venmo transfer, check or cash until the first day of the session.'
const contactHint = 'If it does not work, write or call us: we will help.'

const methodsFor = (options: PaymentOption[]) => [
  {
    value: 'card',
    name: 'Pay now in full (Credit Card)',
    hint: options.length > 1 ? `By ${formatOptions(options)}. Charged today.` : 'Your card is charged today.',
  },
  {
    value: 'later',
    name: 'Pay later (Venmo, Cash, Check or Credit Card)',
    hint: 'Payment is due on the first day of the session.',
  },
]

const holdNotice = (minutes: number) =>
  `Your places are kept for ${minutes === 1 ? 'one minute' : `${minutes} minutes`} from your press on, while you pay.`

function buttonText({ method, isByCredit }: Way, busy: boolean) {
  if (busy) return method === 'card' && !isByCredit ? 'Paying' : 'Registering'
  if (isByCredit) return 'Register Now'
  return method === 'card' ? 'Register and Pay' : 'Register Now and Pay Later'
}

/** After a decline; null without an answer. */
const stillHeld = (accountId: string) =>
  checkedCart(accountId).then(
    ({ heldSeconds }) => heldSeconds,
    () => null,
  )

type Before = {
  heldSeconds: number | null
  /** The server's clock minus the browser's. */
  behindMs: number
}

function useCheckout(accountId: string, { method, creditCents, isByCredit }: Way, before: Before) {
  const navigate = useNavigate()
  const heldNow = (seconds: number | null) =>
    seconds === null ? undefined : { seconds, now: Date.now() + before.behindMs }
  const [held, setHeld] = useState(() => heldNow(before.heldSeconds))
  const [ahead, setAhead] = useState(useAhead())
  const leave = useRef<AbortController>(null)
  useEffect(() => () => leave.current?.abort(), [])
  const payment = usePayment(method === 'card' && !isByCredit ? failedPayment : failedRegistration)

  /** A decline releases the holds, except where others wait for them; any other failure leaves them held. */
  const notPaid = (made: Processed) => async (problem: unknown) => {
    const code = problem instanceof ApiProblem ? problem.code : undefined
    if (code === 'declined') setHeld(heldNow(await stillHeld(accountId)))
    else if (code !== 'hold-ended' && code !== 'session-moved') setHeld(heldNow(made.held_seconds))
    throw problem
  }
  function payNow(made: Processed, key: string, paidWith?: PaymentMethod) {
    if (isByCredit) return postCreditRegistration(accountId, made, key)
    return paidWith && payForCart(accountId, made, { ...paidWith, creditCents }, key)
  }
  async function order(key: string, paidWith?: PaymentMethod) {
    setHeld(undefined)
    leave.current = new AbortController()
    const line = { onPlace: setAhead, signal: leave.current.signal }
    const made = await sendCart(accountId, readCart(accountId), method, key, line).finally(() =>
      setAhead(null),
    )
    const paid = await payNow(made, key, paidWith)?.catch(notPaid(made))
    // Another tab may have made these places part of its own order.
    return paid?.order_id ?? made.order_id
  }
  async function checkOut() {
    const id = await (method === 'card' && !isByCredit
      ? payment.byWidget(order)
      : payment.withoutWidget(order))
    if (id) await navigate(orderPage({ id }))
  }
  return { payment, held, ahead, checkOut }
}
