import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { byWhat } from '#payments/means.ts'
import { fullName } from '#people/people.ts'
import { accountContext } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayRange, longDay, yearOf } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { plainId } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import { removeHad } from '#registrations/cart.ts'
import { duesOf } from '#registrations/dues.ts'
import { orderEntries, orderOf, paymentOf, type RegistrationEntry } from '#registrations/entries.db.server.ts'
import { isBeingPaid, isPaid } from '#registrations/registration-rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '#ui/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/order-success.route.ts'
import '#cart/cart.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Thank you')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { accountId, email } = context.get(accountContext)
  const db = context.get(dbContext)
  const id = plainId(params.id)
  const order = found((await orderOf(db, accountId, id)) ?? (await paymentOf(db, accountId, id)))
  const entries = await orderEntries(db, accountId, order)
  const [firstYear] = yearsOf(entries)
  const history = `/pages/registration-history${firstYear ? `?year=${firstYear}` : ''}`
  const places = entries.map(placeOf)
  const all = { accountId, places, history }
  const told = (state: State, money = '', papers: Print[] = []) => ({ ...all, state, money, papers })
  if (order.transactionId && order.chargeState === 'accepted')
    return told(
      'paid',
      `You paid ${dollars(order.totalCents)} ${byWhat(order)}. The receipt is mailed to ${email}.`,
      [receiptOf(accountId, order.transactionId)],
    )
  if (entries.length === 0)
    return told(order.method === 'card' && !order.transactionId ? 'not-paid' : 'given-up')
  const unpaid = entries.filter((entry) => !isPaid(entry) && !isBeingPaid(entry))
  const asked = entries.filter(isBeingPaid)
  if (asked.length > 0 && unpaid.length === 0) return told('asking', `It is about ${dollars(duesOf(asked))}.`)
  const due = dollars(duesOf(unpaid))
  if (unpaid.length === 0)
    return told(
      'registered',
      'Nothing is due: all of it is paid. The receipts are in your registrations.',
      order.transactionId ? [] : invoicesOf(accountId, entries),
    )
  const invoices = invoicesOf(accountId, unpaid)
  if (order.transactionId)
    return told('not-settled', `${due} is due. You can pay in your registrations.`, invoices)
  return told('registered', `${due} is due. The confirmation is mailed to ${email}.`, invoices)
}

const yearsOf = (entries: RegistrationEntry[]) =>
  [...new Set(entries.map(({ session }) => yearOf(session.startsOn)))].sort()

/** A paper of this order, and the words of its button. */
type Print = { words: string; to: string }

const receiptOf = (accountId: string, transactionId: string): Print => ({
  words: 'Print Payment Receipt',
  to: href('/pages/invoice/receipt/:userId/:transactionId', { userId: accountId, transactionId }),
})

/** An invoice is for a year. */
function invoicesOf(accountId: string, entries: RegistrationEntry[]): Print[] {
  const years = yearsOf(entries).map(String)
  return years.map((year) => ({
    words: years.length > 1 ? `Print Invoice for ${year}` : 'Print Invoice',
    to: href('/pages/invoice/unpaid-invoice/:userId/:year', { userId: accountId, year }),
  }))
}

/** What the family got, in words. */
function placeOf(entry: RegistrationEntry) {
  const { id, personId, session, event, priceCents } = entry
  return {
    id,
    personId,
    sessionId: session.id,
    player: fullName(entry),
    session: `${event.name}, Session ${session.number}`,
    dates: dayRange(session.startsOn, session.endsOn),
    amount: dollars(priceCents),
    due: isPaid(entry)
      ? ''
      : isBeingPaid(entry)
        ? 'the bank is confirming'
        : `due ${longDay(session.startsOn)}`,
  }
}

type State = keyof typeof sentences
const sentences = {
  paid: 'Your payment was successfully processsed!',
  registered: 'Your sessions have successfully been registered!',
  asking: 'We are waiting for the bank to confirm your payment.',
  'not-settled': 'Your payment did not go through after all.',
  'not-paid': 'Nothing was charged, and the places were given back.',
  'given-up': 'The places of this order were given up since.',
}
const askAgainMs = 5000

export default function OrderSuccessPage({ loaderData }: Route.ComponentProps) {
  const { accountId, state, places, money, papers, history } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state === 'paid' || state === 'registered') removeHad(accountId, places)
    if (state !== 'asking') return
    const timer = setInterval(() => navigator.onLine && revalidate(), askAgainMs)
    return () => clearInterval(timer)
  }, [accountId, state, places, revalidate])
  return (
    <div className="band on-court won">
      <div className="wrap stack">
        <h1>{sentences[state]}</h1>
        {state === 'asking' && (
          <p role="status">Do not pay again: your places are kept, and this page shows the end by itself.</p>
        )}
        {state === 'not-settled' && <p>Nothing was charged. The places are still yours, and unpaid.</p>}
        {state === 'not-paid' && <p>Your cart is kept. Try another way to pay, or choose to pay later.</p>}
        {places.length > 0 && (
          <ul className="had" aria-label="Your sessions">
            {places.map(({ id, player, session, dates, amount, due }) => (
              <li key={id}>
                <b>
                  <bdi>{player}</bdi>
                </b>
                <span>
                  {session}, <Unbroken>{dates}</Unbroken>
                </span>
                <p className="had-amount">
                  <b>{amount}</b>
                  {(state === 'registered' || state === 'not-settled') && due && (
                    <span className="line">
                      <Unbroken>{due}</Unbroken>
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
        {money && <p className="lead">{money}</p>}
        <p className="row">
          {papers.map(({ words, to }) => (
            <ButtonLink key={to} to={to} external icon={<Printer aria-hidden size="1.25em" />}>
              {words}
            </ButtonLink>
          ))}
          {state === 'not-paid' && <ButtonLink to="/pages/cart">View cart</ButtonLink>}
          <ButtonLink to={history}>View your registrations</ButtonLink>
        </p>
      </div>
      <span className="won-ball" aria-hidden />
    </div>
  )
}
