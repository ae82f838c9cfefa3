import { href, Link } from 'react-router'
import { PlacesMeter } from '#ui/places-meter.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { SeasonRow } from './season.ts'

/** Dimmed if it does not fit the chosen chip. */
export function EventRow(row: SeasonRow & { isDim: boolean }) {
  return (
    <li className={row.isDim ? 'event-row dim' : 'event-row'}>
      <p className="date">
        <span className="date-small">{row.weekdays}</span>
        <span className="date-big">{row.day}</span>
        <span className="date-small">{row.until}</span>
      </p>
      <div className="what">
        <h3>
          <Link to={href('/pages/:kind/:id', { kind: row.kind, id: String(row.id) })} prefetch="intent">
            {row.name}
            {row.isDim && <span className="visually-hidden"> (does not fit)</span>}
          </Link>
        </h3>
        <p className="muted">
          <span className="who">{row.who}</span>
          {row.whenAndWhere && <span className="dot"> · </span>}
          <Unbroken>{row.whenAndWhere}</Unbroken>
        </p>
      </div>
      {row.places === null ? (
        <span className="places">Places for all</span>
      ) : (
        <PlacesMeter taken={row.taken} places={row.places} />
      )}
      <p className="price">
        {row.price}
        <span className="muted"> {row.per}</span>
      </p>
    </li>
  )
}
