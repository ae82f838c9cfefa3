import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Info from 'lucide-react/icons/info'
import ReceiptText from 'lucide-react/icons/receipt'
import { calendarPath } from '#registrations/registration-rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { HistoryRow } from './history.ts'
import { Whose } from './whose.tsx'

const columns = [
  { name: 'Player' },
  { name: 'Session' },
  { name: 'Dates' },
  { name: 'Session description' },
  { name: 'Amount paid', figures: true },
  { name: 'Actions' },
]
const started =
  'You cannot unregister from this session since the session has already started! Please email or call us if you need further help.'

type Acts = { onPay: (row: HistoryRow) => void; onLeave: (row: HistoryRow) => void }

export function HistoryTable({ year, rows, ...acts }: { year: number; rows: HistoryRow[] } & Acts) {
  return (
    <Table caption={`Registrations for ${year}`} columns={columns}>
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="who">
            <bdi>{row.player}</bdi>
          </Cell>
          <Cell>
            <b>{row.event}</b>
            <span className="line">Session {row.number}</span>
          </Cell>
          <Cell className="dates">
            <span>
              <Unbroken>{row.dates}</Unbroken>
            </span>
            {!row.hasStarted && (
              <a className="button bare compact" href={calendarPath({ registration: row.id })} download>
                <CalendarPlus aria-hidden size="1.25em" />
                Calendar
                <Whose row={row} />
              </a>
            )}
          </Cell>
          <Cell className="description">
            <Unbroken>{row.description}</Unbroken>
          </Cell>
          <Cell figures>
            <span className="amount">
              {row.amountPaid}
              <span className="narrow-only"> paid</span>
            </span>
            <Chip tone={row.tone}>
              <Unbroken>{row.status}</Unbroken>
            </Chip>
          </Cell>
          <Cell>
            <Actions row={row} {...acts} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function Actions({ row, onPay, onLeave }: { row: HistoryRow } & Acts) {
  const whose = <Whose row={row} />
  return (
    <div className="acts">
      {row.receipt && (
        <ButtonLink to={row.receipt} external size="small" icon={<ReceiptText aria-hidden size="1.25em" />}>
          Receipt{whose}
        </ButtonLink>
      )}
      {row.isNothingToPay && <span className="small">Nothing to pay</span>}
      {row.canPay && (
        <Button size="small" onClick={() => onPay(row)}>
          Pay now{whose}
        </Button>
      )}
      {row.hasStarted ? (
        <span className="tip">
          <Button
            size="small"
            variant="bare"
            aria-disabled
            aria-describedby={`started-${row.id}`}
            icon={<Info aria-hidden size="1.25em" />}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          >
            Unregister{whose}
          </Button>
          <span role="tooltip" id={`started-${row.id}`}>
            {started}
          </span>
        </span>
      ) : (
        row.canLeave && (
          <Button size="small" variant="bare" onClick={() => onLeave(row)}>
            Unregister{whose}
          </Button>
        )
      )}
    </div>
  )
}
