import { Fragment } from 'react'
import { dollars } from '#platform/format/money.ts'
import { formatOptions, type PaymentOffer } from '#platform/settings/payment-options.ts'
import { sumOwed } from '#registrations/dues.ts'
import { invoicePath } from '#registrations/registration-rules.ts'
import { Board } from '#ui/board.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { byYear, type HistoryRow, invoiceNumbers } from './history.ts'
import { Whose } from './whose.tsx'

type Props = {
  /** Of every year, overdue ones first. */
  unpaid: HistoryRow[]
  accountId: string
  paymentOffer: PaymentOffer
  offline: { walletHandle: string; familyNumber: number; address: string[] }
  onPay: (rows: HistoryRow[], isChoice?: boolean) => void
}

/** Due places of all years, and every way to pay. */
export function UnpaidBox(props: Props) {
  const years = byYear(props.unpaid)
  return (
    <section className="unpaid" aria-labelledby={years.map(({ year }) => `unpaid-${year}`).join(' ')}>
      {years.map((due) => (
        <YearDue key={due.year} {...due} onPay={props.onPay} />
      ))}
      <Ways {...props} years={years.map(({ year }) => year)} />
    </section>
  )
}

function YearDue({ year, rows, onPay }: { year: number; rows: HistoryRow[] } & Pick<Props, 'onPay'>) {
  const overdue = rows.filter(({ stage }) => stage === 'overdue')
  return (
    <>
      <div className="unpaid-head">
        <div>
          <h2 id={`unpaid-${year}`}>Unpaid sessions for {year}</h2>
          {overdue.length > 0 && <p className="overdue">{dollars(sumOwed(overdue))} of it is overdue.</p>}
        </div>
        <Board>
          <span>
            <span className="visually-hidden">To pay: </span>
            {dollars(sumOwed(rows))}
          </span>
        </Board>
      </div>
      <ul className="dues" aria-labelledby={`unpaid-${year}`}>
        {rows.map((row) => (
          <li key={row.id}>
            <p>
              <b>
                <bdi>{row.player}</bdi>
              </b>
              <br />
              {row.event}, <Unbroken>{`Session ${row.number}`}</Unbroken>
              {row.isPart && (
                <>
                  <br />
                  {row.amountPaid} is paid already.
                </>
              )}
            </p>
            <Chip tone={row.tone}>
              <Unbroken>{row.status}</Unbroken>
            </Chip>
            <Button size="small" onClick={() => onPay([row])}>
              Pay now
              <Whose row={row} />
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Ways({ unpaid, years, accountId, paymentOffer, offline, onPay }: Props & { years: number[] }) {
  const isOneYear = years.length === 1
  const handle = offline.walletHandle.replace(/^@/, '')
  const notes = invoiceNumbers(unpaid, offline.familyNumber)
  return (
    <ul className="ways">
      <li className="awaits-script">
        <h3>By {formatOptions(paymentOffer.options)}</h3>
        <p className="row">
          <Button variant="ball" onClick={() => onPay(unpaid)}>
            Pay all now
          </Button>
          <Button onClick={() => onPay(unpaid, true)}>Pay now</Button>
        </p>
        <p className="small">
          {isOneYear ? '' : `All of it is ${dollars(sumOwed(unpaid))}. `}Pay now pays one session; so does the
          button in its row.
        </p>
      </li>
      {handle && (
        <li>
          <h3>By Venmo transfer</h3>
          <p>
            Send it to <b>{offline.walletHandle}</b> and write your invoice number in the note:{' '}
            {notes.map((note, index) => (
              <Fragment key={note}>
                {index > 0 && ' and '}
                <b className="invoice-number">{note}</b>
              </Fragment>
            ))}
          </p>
          <p className="row">
            {notes.map((note) => (
              <CopyButton key={note} text={note} />
            ))}
            <ButtonLink to={`https://venmo.com/u/${handle}`} external size="small">
              Open Venmo
            </ButtonLink>
          </p>
        </li>
      )}
      <li>
        <h3>By check or cash</h3>
        <p>
          Mail or bring it to:
          {offline.address.map((line) => (
            <span key={line}>
              <br />
              {line}
            </span>
          ))}
        </p>
        <p className="row">
          {years.map((year) => (
            <ButtonLink key={year} to={invoicePath(accountId, year)} external size="small">
              View Invoice{isOneYear ? '' : ` for ${year}`}
            </ButtonLink>
          ))}
        </p>
      </li>
    </ul>
  )
}
