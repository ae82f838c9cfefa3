import type { Dropin } from 'dropin'
import { useRef, useState } from 'react'
import { href, Navigate, redirect, useNavigate } from 'react-router'
import { cartOf, isSame, saveCart, useCart } from '#cart/cart.ts'
import { CartSkeleton } from '#cart/cart-skeleton.tsx'
import { CartTable } from '#cart/cart-table.tsx'
import { canCheckOut, checkedCart } from '#cart/checked-cart.ts'
import { TotalBox } from '#cart/total-box.tsx'
import { CardWidget, type WidgetState } from '#payments/card-widget.tsx'
import { useLogin } from '#people/use-login.ts'
import { accountContext } from '#people/visitor.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/checkout.route.ts'
import { type Failure, openSubmission, type Submission } from './submission.ts'
import '#cart/cart.css'

const history = '/pages/registration-history'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Checkout', 'Check your sessions and choose how to pay.')

export function loader({ context }: Route.LoaderArgs) {
  return { accountId: context.get(accountContext).accountId }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const { accountId } = await serverLoader()
  const items = await checkedCart(accountId)
  if (items.length === 0) throw redirect(history)
  return { accountId }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <CartSkeleton title="Checkout" />
}

export default function CheckoutPage({ loaderData: { accountId } }: Route.ComponentProps) {
  const items = useCart(accountId)
  const checkout = useCheckout(accountId)
  const { method, busy, failure, widget } = checkout
  if (items.length === 0 && !busy) return <Navigate to={history} replace />
  const isOpen = method === 'later' || widget === 'ready'
  return (
    <div className="wrap">
      <PageTitle>Checkout</PageTitle>
      <form className="split" onSubmit={checkout.submit} noValidate>
        <div className="stack far">
          <section className="baseline" aria-labelledby="items">
            <h2 id="items">Your sessions</h2>
            <CartTable items={items} />
          </section>
          <section className="baseline">
            <ChoiceCards
              legend={<h2>How would you like to pay?</h2>}
              name="method"
              value={method}
              onChange={(value) => checkout.choose(value === 'later' ? 'later' : 'card')}
              choices={[
                {
                  value: 'card',
                  name: 'Pay now in full (Credit Card)',
                  hint: 'Your card is charged today.',
                  disabled: busy,
                },
                {
                  value: 'later',
                  name: 'Pay later (Venmo, Cash, Check or Credit Card)',
                  hint: 'Payment is due on the first day of the session.',
                  disabled: busy,
                },
              ]}
            />
          </section>
          <section aria-label="Card details" hidden={method === 'later'}>
            <CardWidget
              accountId={accountId}
              hidden={method === 'later'}
              instance={checkout.instance}
              onState={checkout.setWidget}
              onEdit={checkout.clearWidgetFailure}
            />
          </section>
        </div>
        <TotalBox items={items}>
          {failure && (
            <Banner tone="bad" focus={failure}>
              <p>{failure.message}</p>
            </Banner>
          )}
          <Button
            type="submit"
            variant="ball"
            wide
            busy={busy}
            disabled={!busy && (!isOpen || !canCheckOut(items) || failure?.where === 'widget')}
          >
            {buttonText(method, busy)}
          </Button>
          <p className="small muted">Full refund if you cancel up to the day of the event.</p>
          <ButtonLink to="/pages/cart" variant="bare">
            Change your cart
          </ButtonLink>
        </TotalBox>
      </form>
    </div>
  )
}

function buttonText(method: 'card' | 'later', busy: boolean) {
  if (busy) return method === 'card' ? 'Paying' : 'Registering'
  return method === 'card' ? 'Register and Pay' : 'Register Now and Pay Later'
}

function useCheckout(accountId: string) {
  const navigate = useNavigate()
  const logIn = useLogin()
  const [method, setMethod] = useState<'card' | 'later'>('card')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [widget, setWidget] = useState<WidgetState>('loading')
  const instance = useRef<Dropin | null>(null)
  const submission = useRef<Submission>(null)
  const isBusy = useRef(false)

  async function submit(event: { preventDefault: () => void }) {
    event.preventDefault()
    const card = method === 'card' ? instance.current : undefined
    if (isBusy.current || card === null) return
    isBusy.current = true
    setBusy(true)
    setFailure(undefined)
    submission.current ??= openSubmission()
    const sent = cartOf(accountId)
    const ended = card
      ? await submission.current.payNow(accountId, sent, card)
      : await submission.current.payLater(accountId, sent)
    if (ended.end === 'done') {
      await navigate(href('/pages/order/success/:id', { id: ended.orderId }))
      saveCart(
        accountId,
        cartOf(accountId).filter((item) => !sent.some((one) => isSame(one, item))),
      )
      return
    }
    if (ended.end === 'signed-out') return logIn()
    isBusy.current = false
    setBusy(false)
    if (ended.end !== 'failed') return
    setFailure(ended)
    if (ended.where === 'payment') card?.clearSelectedPaymentMethod()
  }

  return {
    method,
    busy,
    failure,
    widget,
    instance,
    setWidget,
    submit,
    choose(next: 'card' | 'later') {
      setMethod(next)
      setFailure(undefined)
      submission.current = null
    },
    clearWidgetFailure: () => setFailure((one) => (one?.where === 'widget' ? undefined : one)),
  }
}
