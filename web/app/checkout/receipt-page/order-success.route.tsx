import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { byDay } from '#invoices/sheets.server.ts'
import { byWhat } from '#payments/means.ts'
import { waysToPayOffline } from '#people/people.db.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { plainId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { removeObtained } from '#registrations/cart.ts'
import { sumOwed, sumPrices } from '#registrations/dues.ts'
import {
  findOrder,
  findPayment,
  orderEntries,
  type RegistrationEntry,
} from '#registrations/entries.db.server.ts'
import { calendarPath, formatInvoiceNumber, invoicePath } from '#registrations/registration-rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type Sum, SumBox } from '#ui/fields/sum-box.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/order-success.route.ts'
import { bringSentences, duesByDay, seeYou, toTicket } from './thank-you.ts'
import { FirstDay, HowToPay, Tickets } from './thank-you-parts.tsx'
import './tickets.css'
import '#ui/styles/thank-you.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Thank you')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { accountId, email } = context.get(accountContext)
  const db = context.get(dbContext)
  const id = plainId(params.id)
  const order = orNotFound((await findOrder(db, accountId, id)) ?? (await findPayment(db, accountId, id)))
  const entries = (await orderEntries(db, accountId, order)).toSorted(byDay)
  const { timeZone, familyNumber, ...offline } = await waysToPayOffline(db, accountId)
  const years = toYears(entries)
  const history = `/pages/registration-history${years[0] ? `?year=${years[0]}` : ''}`
  const today = todayIn(timeZone)
  const lead = seeYou(entries, today)
  const page = (state: State, shown: Partial<Shown> = {}) => ({
    ...{ accountId, email, history, state, years },
    tickets: entries.map(toTicket),
    bring: bringList(entries),
    isUpcoming: entries.some(({ session }) => session.startsOn >= today),
    ...{ ...nothing, ...shown },
  })
  const paidCents = order.amountCents ?? 0
  const creditCents = order.creditCents ?? 0
  if (order.transactionId && order.chargeState === 'accepted')
    return page('paid', {
      lead: `${lead} ${dollars(paidCents)} is paid.`,
      sum: {
        title: 'Paid',
        details: [byWhat(order), ...(creditCents > 0 ? [`and ${dollars(creditCents)} by your credit`] : [])],
        amount: dollars(paidCents),
      },
      mailed: 'receipt',
      papers: [receiptPrint(accountId, order.transactionId)],
    })
  if (entries.length === 0)
    return page(order.method === 'card' && !order.transactionId ? 'not-paid' : 'given-up')
  const unpaid = entries.filter(({ standing }) => standing === 'unpaid')
  const beingPaid = entries.filter(({ standing }) => standing === 'being paid')
  const isAsked = order.chargeState === 'pending' || order.chargeState === 'unknown'
  if (beingPaid.length > 0 && unpaid.length === 0)
    return page('asking', {
      sum: {
        title: 'To confirm',
        details: ['by the bank'],
        amount: dollars(isAsked ? paidCents : sumPrices(beingPaid)),
      },
    })
  if (unpaid.length === 0) {
    const isFree = order.totalCents === 0
    const isByCredit = order.method === 'card' && !order.transactionId
    return page('registered', {
      ...{ lead, isFree, mailed: isFree || isByCredit ? 'confirmation' : undefined },
      papers: order.transactionId || isFree ? [] : invoicePrints(accountId, entries),
    })
  }
  const due = {
    sum: { title: 'To pay', details: duesByDay(unpaid), amount: dollars(sumOwed(unpaid)) },
    papers: invoicePrints(accountId, unpaid),
    offline: {
      ...offline,
      invoiceNumbers: toYears(unpaid).map((year) => formatInvoiceNumber(year, familyNumber)),
    },
  }
  if (order.transactionId) return page('not-settled', due)
  const uncharged = unpaid.length === entries.length ? ' Nothing is charged today.' : ''
  const toPay = `${uncharged} ${due.sum.amount} is to pay.`
  return page('registered', { ...due, lead: lead + toPay, mailed: 'confirmation' })
}

type Shown = {
  lead: string
  isFree: boolean
  sum: Sum | undefined
  mailed: 'receipt' | 'confirmation' | undefined
  papers: Print[]
  /** How to pay what is due. */
  offline: { walletHandle: string; invoiceNumbers: string[]; addressLines: string[] } | undefined
}
const nothing: Shown = {
  lead: '',
  isFree: false,
  sum: undefined,
  mailed: undefined,
  papers: [],
  offline: undefined,
}

/** A default where no event has a list of its own. */
function bringList(entries: RegistrationEntry[]): string[] {
  const sentences = bringSentences(entries.map(({ event }) => event))
  return sentences.length > 0 ? sentences : ['Bring water, a hat and flat shoes.']
}

const toYears = (entries: RegistrationEntry[]) =>
  [...new Set(entries.map(({ session }) => toYear(session.startsOn)))].sort()

/** A paper of this order, and its button. */
type Print = { label: string; to: string }

const receiptPrint = (accountId: string, transactionId: string): Print => ({
  label: 'Print Payment Receipt',
  to: href('/pages/invoice/receipt/:userId/:transactionId', { userId: accountId, transactionId }),
})

/** One for each year. */
function invoicePrints(accountId: string, entries: RegistrationEntry[]): Print[] {
  const years = toYears(entries)
  return years.map((year) => ({
    label: years.length > 1 ? `Print Invoice for ${year}` : 'Print Invoice',
    to: invoicePath(accountId, year),
  }))
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
  const { accountId, state, tickets, bring, isUpcoming, lead, sum, offline, history } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state === 'paid' || state === 'registered') removeObtained(accountId, tickets)
    if (state !== 'asking') return
    const timer = setInterval(() => navigator.onLine && revalidate(), askAgainMs)
    return () => clearInterval(timer)
  }, [accountId, state, tickets, revalidate])
  return (
    <>
      <div className="band on-court won">
        <div className="wrap stack">
          <h1>{sentences[state]}</h1>
          {lead && <p className="lead">{lead}</p>}
          {state === 'asking' && (
            <p role="status">
              Do not pay again: your places are kept, and this page shows the end by itself.
            </p>
          )}
          {offline && (
            <p className="row">
              <a className="button" href="#how">
                How to pay
              </a>
            </p>
          )}
          {state === 'not-settled' && <p>Nothing was charged. The places are still yours, and unpaid.</p>}
          {state === 'not-paid' && <p>Your cart is kept. Try another way to pay, or choose to pay later.</p>}
        </div>
        <span className="won-ball" aria-hidden />
      </div>
      <div className="wrap split after">
        {tickets.length > 0 && <Tickets tickets={tickets} showsDue={Boolean(offline)} />}
        <SumBox
          sum={sum}
          note={
            state === 'paid' && isUpcoming
              ? 'Plans change: unregister up to the first day for a full refund.'
              : undefined
          }
        >
          <NextSteps {...loaderData} />
        </SumBox>
        {offline && <HowToPay history={history} {...offline} />}
        {isUpcoming && (state === 'paid' || state === 'registered') && (
          <FirstDay tickets={tickets} bring={bring} />
        )}
      </div>
    </>
  )
}

function NextSteps({
  state,
  email,
  mailed,
  papers,
  offline,
  isFree,
  years,
  history,
}: Route.ComponentProps['loaderData']) {
  return (
    <>
      {mailed && (
        <p>
          The {mailed} is mailed to <b className="mail-to">{email}</b>.
        </p>
      )}
      {state === 'registered' && !offline && (
        <p>
          {isFree
            ? 'Nothing is due: it is free. Plans change? Give the place back in your registrations.'
            : 'Nothing is due: all of it is paid. The receipts are in your registrations.'}
        </p>
      )}
      {papers.map(({ label, to }) => (
        <ButtonLink key={to} to={to} external icon={<Printer aria-hidden size="1.25em" />}>
          {label}
        </ButtonLink>
      ))}
      {(state === 'paid' || state === 'registered') &&
        years.map((year) => (
          <ButtonLink
            key={year}
            to={calendarPath({ year })}
            reloadDocument
            icon={<CalendarPlus aria-hidden size="1.25em" />}
          >
            {years.length > 1 ? `Add ${year} to calendar` : 'Add to calendar'}
          </ButtonLink>
        ))}
      {state === 'not-paid' && <ButtonLink to="/pages/cart">View cart</ButtonLink>}
      <ButtonLink to={history}>View your registrations</ButtonLink>
    </>
  )
}
