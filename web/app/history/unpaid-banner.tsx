import { dollars } from '#platform/money.ts'
import { optionWords, type PaymentOffer } from '#platform/payment-options.ts'
import { duesOf } from '#registrations/dues.ts'
import { Board } from '#ui/board.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { HistoryRow } from './history.ts'
import { type OpenYears, OtherYears } from './other-years.tsx'

type Props = {
  year: number
  unpaid: HistoryRow[]
  otherYears: OpenYears
  invoice: string
  paymentOffer: PaymentOffer
  offline: { walletHandle: string; note: string; address: string[] }
  onPayAll: () => void
  onPayOne: () => void
}

/** What is due for the year, and every way to pay it. */
export function UnpaidBanner(props: Props) {
  const { year, unpaid, otherYears, invoice, paymentOffer, offline, onPayAll, onPayOne } = props
  const handle = offline.walletHandle.replace(/^@/, '')
  const overdue = unpaid.filter(({ hasStarted }) => hasStarted)
  const count = unpaid.length === 1 ? 'One session' : `${unpaid.length} sessions`
  return (
    <section className="unpaid" aria-labelledby="unpaid">
      <div className="unpaid-head">
        <div>
          <h2 id="unpaid">Unpaid sessions for {year}</h2>
          <p>{count}, due on the first day.</p>
          {overdue.length > 0 && <p className="overdue">{dollars(duesOf(overdue))} of it is overdue.</p>}
        </div>
        <Board>
          <span>
            <span className="visually-hidden">To pay: </span>
            {dollars(duesOf(unpaid))}
          </span>
        </Board>
      </div>
      <ul className="ways">
        <li className="awaits-script">
          <h3>By {optionWords(paymentOffer.options)}</h3>
          <p className="row">
            <Button variant="ball" onClick={onPayAll}>
              Pay all now
            </Button>
            <Button onClick={onPayOne}>Pay now</Button>
          </p>
          <p className="small">Pay now pays one session; so does the button in its row.</p>
        </li>
        <li>
          <h3>By Venmo transfer</h3>
          <p>
            Send it to <b>{offline.walletHandle}</b> and write your invoice number in the note:{' '}
            <b className="invoice-number">{offline.note}</b>
          </p>
          <p className="row">
            <CopyButton text={offline.note} />
            <ButtonLink to={`https://venmo.com/u/${handle}`} external size="small">
              Open Venmo
            </ButtonLink>
          </p>
        </li>
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
          <p>
            <ButtonLink to={invoice} external size="small">
              View Invoice
            </ButtonLink>
          </p>
        </li>
      </ul>
      <OtherYears {...otherYears} />
    </section>
  )
}
