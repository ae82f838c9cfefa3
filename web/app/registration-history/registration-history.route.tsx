import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { href, Link, redirect, useRevalidator } from 'react-router'
import { toTicket } from '#checkout/receipt-page/thank-you.ts'
import { loadForPayment } from '#payments/widget/payment-page.ts'
import { findAccount } from '#people/people.db.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { formatOptions } from '#platform/settings/payment-options.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { backPartsByPlace } from '#refunds/parts.db.server.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { sumOwed } from '#registrations/dues.ts'
import { historyEntries, type RegistrationEntry } from '#registrations/entries.db.server.ts'
import {
  calendarPath,
  historyYears,
  invoicePath,
  statementPath,
  yearToShow,
} from '#registrations/registration-rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { useRestoredFocus } from '#ui/frame/navigation.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useLazyPart } from '#ui/lazy-parts.ts'
import type { Route } from './+types/registration-history.route.ts'
import { ComingStrip } from './coming-strip.tsx'
import { CreditBox } from './credit-box.tsx'
import { Filters } from './filters.tsx'
import { goneEntries, owedByYear } from './gone.db.server.ts'
import { goneRow } from './gone.ts'
import { GoneList } from './gone-list.tsx'
import { byYear, type HistoryRow, historyRow, inOrder, invoiceNumbers, listComing } from './history.ts'
import { HistoryTable } from './history-table.tsx'
import { LaterYears, WeOwe } from './other-years.tsx'
import { UnpaidBox } from './unpaid-box.tsx'
import { YearState } from './year-state.tsx'
import './history.css'

const loadPayment = () => import('./payment-dialog.tsx')
const loadUnregister = () => import('./unregister-dialog.tsx')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Registration history')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accountId, isWaiting = false } = context.get(accountContext)
  const db = context.get(dbContext)
  const { timeZone, walletHandle, addressLines, name } = await readProgramme(db)
  const { number, familyId } = orNotFound(await findAccount(db, accountId))
  const today = todayIn(timeZone)
  const offered = historyYears(today)
  const filters = new URL(request.url).searchParams
  const year = yearToShow(filters.get('year'), offered)
  const isOther = (other: { year: number }) => other.year !== year
  const withOwed = await historyEntries(db, accountId)
  const entries = withOwed.filter(({ removedAt }) => !removedAt)
  const toRow = (entry: RegistrationEntry) => historyRow(entry, accountId, today)
  const everything = inOrder(entries.map(toRow))
  const all = everything.filter((row) => !isOther(row))
  const gone = (await goneEntries(db, accountId, year)).map((entry) => goneRow(entry, timeZone))
  if (!offered.includes(year) && all.length + gone.length === 0)
    throw redirect(href('/pages/registration-history'))
  const others = byYear(everything)
    .filter(isOther)
    .toSorted((a, b) => b.year - a.year)
  const isLater = (other: { year: number }) => !offered.includes(other.year)
  const unpaid = inOrder(withOwed.map(toRow)).filter(({ canPay }) => canPay)
  const players = new Map(all.map((row) => [row.personId, row.player]))
  const player = players.has(filters.get('player') ?? '') ? filters.get('player') : null
  const owed = await owedByYear(db, accountId)
  const leavable = all.flatMap(({ id, canLeave }) => (canLeave ? id : []))
  return {
    goesBack: await backPartsByPlace(db, leavable),
    accountId,
    isWaiting,
    paymentOffer: context.get(worldContext).env.paymentOffer,
    years: offered.includes(year) ? offered : [year, ...offered],
    year,
    player,
    players: [...players].map(([id, fullName]) => ({ id, name: fullName })),
    weOwe: owed.filter(isOther),
    owedCents: owed.find((open) => !isOther(open))?.cents ?? 0,
    gone,
    rows: all.filter(({ personId }) => !player || personId === player),
    unpaid,
    creditCents: familyId ? Math.max(0, await readFreeCredit(db, { accountId, familyId })) : 0,
    coming: listComing(entries, today).map((entry) => {
      const { id, weekdays, day, until, event, firstName } = toTicket(entry)
      return { id, weekdays, day, until, event, firstName }
    }),
    owesForYear: unpaid.some((row) => !isOther(row)),
    isAllPaid: all.length > 0 && unpaid.length === 0,
    isAsking: withOwed.map(toRow).some((row) => !isOther(row) && row.standing === 'being paid'),
    lastYear: all.length === 0 ? others.find((other) => !isLater(other))?.year : undefined,
    laterYears: others.filter(isLater).map(({ year, rows }) => ({
      ...{ year, places: rows.length },
      cents: sumOwed(rows),
      invoice: invoicePath(accountId, year),
    })),
    offline: {
      walletHandle,
      familyNumber: number,
      address: [name, ...addressLines],
    },
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const registered = await serverLoader()
  loadForPayment(request, registered.paymentOffer)
  return registered
}

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { year, rows, unpaid, owesForYear, weOwe, gone, owedCents, lastYear, laterYears, offline } =
    loaderData
  const { revalidate } = useRevalidator()
  const [paying, setPaying] = useState<{ from: HistoryRow[]; isChoice: boolean }>()
  const [leaving, setLeaving] = useState<HistoryRow>()
  const payment = useLazyPart(loadPayment)
  const unregister = useLazyPart(loadUnregister)
  useRestoredFocus()

  async function pay(from: HistoryRow[], isChoice = false) {
    if (await payment.bring()) setPaying({ from, isChoice })
  }
  async function leave(row: HistoryRow) {
    if (await unregister.bring()) setLeaving(row)
  }
  return (
    <div className="wrap">
      <PageTitle aside={<Filters {...loaderData} />}>Registration history</PageTitle>
      {loaderData.isWaiting && (
        <p>
          <Link to="/pages/waiting-list">Your waiting list</Link>: full sessions that you wait for, and what
          you are offered.
        </p>
      )}
      {loaderData.creditCents > 0 && (
        <CreditBox creditCents={loaderData.creditCents} unpaid={unpaid} onAnswer={revalidate} />
      )}
      {unpaid.length > 0 && <UnpaidBox {...loaderData} onPay={pay} />}
      <WeOwe years={weOwe} />
      {loaderData.coming.length > 0 && <ComingStrip tiles={loaderData.coming} />}
      {!owesForYear && <YearState {...loaderData} />}
      <p className="without-script">
        Paying by {formatOptions(loaderData.paymentOffer.options)} and unregistering here need JavaScript.
      </p>
      {rows.length === 0 ? (
        <Empty
          title={`No registrations found for ${year}!`}
          action={
            <p className="row">
              {lastYear && (
                <ButtonLink to={`?year=${lastYear}`}>See your registrations for {lastYear}</ButtonLink>
              )}
              <ButtonLink to="/">See the season</ButtonLink>
            </p>
          }
        />
      ) : (
        <section className="baseline history" aria-labelledby="all">
          <div className="row history-head">
            <h2 id="all">All registrations for {year}</h2>
            <a className="button compact" href={calendarPath({ year })} download>
              <CalendarPlus aria-hidden size="1.25em" />
              Add all to a calendar
            </a>
          </div>
          <HistoryTable year={year} rows={rows} onPay={(row) => pay([row])} onLeave={leave} />
        </section>
      )}
      <p className="small">
        <Link to={statementPath(loaderData.accountId, year)}>Statement for {year}</Link>, to print
      </p>
      <LaterYears years={laterYears} />
      {gone.length > 0 && <GoneList year={year} rows={gone} owedCents={owedCents} />}
      {paying && payment.part && (
        <payment.part.default
          accountId={loaderData.accountId}
          offer={loaderData.paymentOffer}
          offline={{ ...offline, note: invoiceNumbers(paying.from, offline.familyNumber).join(' and ') }}
          {...paying}
          onClose={() => setPaying(undefined)}
          onAnswer={revalidate}
        />
      )}
      {leaving && unregister.part && (
        <unregister.part.default
          row={leaving}
          parts={loaderData.goesBack[leaving.id] ?? []}
          onClose={() => setLeaving(undefined)}
          onUnregistered={revalidate}
        />
      )}
    </div>
  )
}
