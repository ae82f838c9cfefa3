import ReceiptText from 'lucide-react/icons/receipt'
import { Form, useSubmit } from 'react-router'
import { visitorContext, visitorOrLogin } from '#people/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayRange, monthDay, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { historyYears, receiptPath } from '#registrations/registration-rules.ts'
import {
  type RegistrationEntry,
  registrationEntries,
  startsIn,
} from '#registrations/registrations.db.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { SelectField } from '#ui/field.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { pageMeta } from '#ui/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/registration-history.route.ts'
import './history.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Registration history')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accountId } = visitorOrLogin(context.get(visitorContext), request)
  const db = context.get(dbContext)
  const years = historyYears(todayIn((await readProgramme(db)).timeZone))
  const asked = new URL(request.url).searchParams
  const year = years.find((one) => String(one) === asked.get('year')) ?? years[0] ?? 0
  const entries = await registrationEntries(db, accountId, startsIn(year))
  const players = new Map(entries.map((entry) => [entry.personId, `${entry.firstName} ${entry.lastName}`]))
  const player = players.has(asked.get('player') ?? '') ? asked.get('player') : null
  const shown = entries.filter(({ personId }) => !player || personId === player)
  return {
    years,
    year,
    player,
    players: [...players].map(([id, name]) => ({ id, name })),
    rows: shown.map((entry) => rowOf(entry, accountId)),
    unpaidInvoice: entries.some(({ paidAt }) => !paidAt)
      ? `/pages/invoice/unpaid-invoice/${accountId}/${year}`
      : null,
  }
}

const paidWords = { card: 'Paid', check: 'Paid by check', cash: 'Paid in cash', venmo: 'Paid by Venmo' }

function rowOf(entry: RegistrationEntry, accountId: string) {
  const { session, event, paidBy, priceCents } = entry
  return {
    id: entry.id,
    player: `${entry.firstName} ${entry.lastName}`,
    event: event.name,
    number: session.number,
    dates: dayRange(session.startsOn, session.endsOn),
    description: session.description,
    amountPaid: dollars(paidBy ? priceCents : 0),
    status: paidBy ? paidWords[paidBy] : `${dollars(priceCents)} due ${monthDay(session.startsOn)}`,
    isPaid: paidBy !== null,
    receipt: receiptPath(entry, accountId),
  }
}

const columns = [
  { name: 'Player' },
  { name: 'Session' },
  { name: 'Dates' },
  { name: 'Session description' },
  { name: 'Amount paid', figures: true },
  { name: 'Actions' },
]

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { year, rows, unpaidInvoice } = loaderData
  return (
    <div className="wrap">
      <PageTitle aside={<Filters {...loaderData} />}>Registration history</PageTitle>
      {rows.length === 0 ? (
        <Empty
          title={`No registrations found for ${year}!`}
          action={<ButtonLink to="/">See the season</ButtonLink>}
        />
      ) : (
        <section className="baseline history" aria-labelledby="all">
          <div className="row history-head">
            <h2 id="all">All registrations for {year}</h2>
            {unpaidInvoice && (
              <ButtonLink to={unpaidInvoice} external size="small">
                View Invoice
              </ButtonLink>
            )}
          </div>
          <Table caption={`Registrations for ${year}`} columns={columns}>
            {rows.map((row) => (
              <HistoryRow key={row.id} {...row} />
            ))}
          </Table>
        </section>
      )}
    </div>
  )
}

function HistoryRow(row: ReturnType<typeof rowOf>) {
  return (
    <Row>
      <Cell className="who">{row.player}</Cell>
      <Cell>
        <b>{row.event}</b>
        <span className="line">Session {row.number}</span>
      </Cell>
      <Cell className="dates">{row.dates}</Cell>
      <Cell className="description">{row.description}</Cell>
      <Cell figures>
        <span className="amount">
          {row.amountPaid}
          <span className="narrow-only"> paid</span>
        </span>
        <Chip tone={row.isPaid ? 'paid' : 'due'}>{row.status}</Chip>
      </Cell>
      <Cell>
        {row.receipt && (
          <ButtonLink to={row.receipt} external size="small" icon={<ReceiptText aria-hidden size="1.25em" />}>
            Receipt
            <span className="visually-hidden">
              {' '}
              {row.player}, {row.event}
            </span>
          </ButtonLink>
        )}
      </Cell>
    </Row>
  )
}

function Filters(props: Pick<Route.ComponentProps['loaderData'], 'years' | 'year' | 'players' | 'player'>) {
  const submit = useSubmit()
  return (
    <Form className="filters" aria-label="Filter" onChange={(event) => submit(event.currentTarget)}>
      <SelectField label="Year" name="year" defaultValue={props.year}>
        {props.years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
      <SelectField label="Player" name="player" defaultValue={props.player ?? ''} key={props.year}>
        <option value="">All players</option>
        {props.players.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </Form>
  )
}
