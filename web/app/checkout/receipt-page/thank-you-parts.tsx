import { href, Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Ticket } from './thank-you.ts'

export function Tickets({ tickets, showsDue }: { tickets: Ticket[]; showsDue: boolean }) {
  return (
    <section className="baseline" aria-labelledby="sessions">
      <h2 id="sessions">Your sessions</h2>
      <ul className="rows tickets" aria-labelledby="sessions">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <DateTile {...ticket} />
            <div>
              <h3>{ticket.event}</h3>
              <p>
                For{' '}
                <b>
                  <bdi>{ticket.player}</bdi>
                </b>
              </p>
              <p className="muted">
                <Unbroken>{ticket.session}</Unbroken>
                <br />
                {ticket.place}
                {ticket.coach && (
                  <>
                    <br />
                    {ticket.coach}
                  </>
                )}
              </p>
            </div>
            <p className="price">
              {ticket.amount}
              {showsDue && ticket.due && (
                <span className="due-on">
                  <Unbroken>{ticket.due}</Unbroken>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const DateTile = ({ weekdays, day, until }: Pick<Ticket, 'weekdays' | 'day' | 'until'>) => (
  <p className="date">
    <span className="date-small">{weekdays}</span>
    <span className="date-big">{day}</span>
    <span className="date-small">
      <Unbroken>{until}</Unbroken>
    </span>
  </p>
)

type Ways = { history: string; walletHandle: string; invoiceNumbers: string[]; addressLines: string[] }

export function HowToPay({ history, walletHandle, invoiceNumbers, addressLines }: Ways) {
  return (
    <section className="baseline" aria-labelledby="how">
      <h2 id="how">How to pay</h2>
      <ul className="ways-to-pay">
        <li>
          <h3>Online</h3>
          <p>By the due day, in your registrations.</p>
          <p>
            <ButtonLink to={history} size="small">
              Pay now
            </ButtonLink>
          </p>
        </li>
        {walletHandle && (
          <li>
            <h3>By Venmo transfer</h3>
            <p>
              To <b>{walletHandle}</b>. Write <b>{invoiceNumbers.join(' and ')}</b> in the note.
            </p>
            <p className="row">
              {invoiceNumbers.map((number) => (
                <CopyButton key={number} text={number} />
              ))}
            </p>
          </li>
        )}
        <li>
          <h3>By check or cash</h3>
          <p>{addressLines.join(', ')}. Or bring it on the first day.</p>
        </li>
      </ul>
    </section>
  )
}

export function FirstDay({ tickets, bring }: { tickets: Ticket[]; bring: string[] }) {
  const players = new Map(tickets.map(({ personId, firstName }) => [personId, firstName]))
  return (
    <section className="baseline" aria-labelledby="before">
      <h2 id="before">Before the first day</h2>
      <ul className="dots">
        {bring.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {[...players].map(([playerId, name]) => (
          <li key={playerId}>
            Does <bdi>{name}</bdi> have an allergy, or does somebody else collect?{' '}
            <Link to={href('/pages/family-players/:playerId/care', { playerId })}>
              Write it down for the coaches<span className="visually-hidden"> of {name}</span>.
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
