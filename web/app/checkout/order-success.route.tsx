import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { accountContext } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { yearOf } from '#platform/dates.ts'
import { plainId } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import { ofOrder, orderOf, registrationEntries } from '#registrations/registrations.db.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/order-success.route.ts'
import '#cart/cart.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Thank you')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const db = context.get(dbContext)
  const order = found(await orderOf(db, accountId, plainId(params.id)))
  const entries = await registrationEntries(db, accountId, ofOrder(order.id))
  const firstYear = Math.min(...entries.map(({ session }) => yearOf(session.startsOn)))
  const history = `/pages/registration-history${entries.length > 0 ? `?year=${firstYear}` : ''}`
  const isOpen = order.chargeState === 'pending' || order.chargeState === 'unknown'
  const told = (state: keyof typeof sentences, print = '') => ({ state, print, history })
  if (order.transactionId)
    return told(
      'paid',
      href('/pages/invoice/receipt/:userId/:transactionId', {
        userId: accountId,
        transactionId: order.transactionId,
      }),
    )
  if (isOpen) return told('asking')
  if (entries.length === 0) return told(order.method === 'card' ? 'not-paid' : 'given-up')
  return told(
    'registered',
    href('/pages/invoice/unpaid-invoice/:userId/:year', { userId: accountId, year: String(firstYear) }),
  )
}

const sentences = {
  paid: 'Your payment was successfully processsed!',
  registered: 'Your sessions have successfully been registered!',
  asking: 'We are waiting for the bank to confirm your payment.',
  'not-paid': 'Your card was not charged, and the places were given back.',
  'given-up': 'The places of this order were given up since.',
}
const askAgainMs = 5000

export default function OrderSuccessPage({ loaderData: { state, print, history } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state !== 'asking') return
    const timer = setInterval(() => navigator.onLine && revalidate(), askAgainMs)
    return () => clearInterval(timer)
  }, [state, revalidate])
  return (
    <div className="band on-court won">
      <div className="wrap stack">
        <h1>{sentences[state]}</h1>
        {state === 'asking' && (
          <p role="status">Do not pay again: your places are kept, and this page shows the end by itself.</p>
        )}
        {state === 'not-paid' && <p>Your cart is kept. Try another card, or choose to pay later.</p>}
        <p className="row">
          {print && (
            <ButtonLink to={print} external icon={<Printer aria-hidden size="1.25em" />}>
              {state === 'paid' ? 'Print Payment Receipt' : 'Print Invoice'}
            </ButtonLink>
          )}
          <ButtonLink to={history}>View your registrations</ButtonLink>
        </p>
      </div>
      <span className="won-ball" aria-hidden />
    </div>
  )
}
