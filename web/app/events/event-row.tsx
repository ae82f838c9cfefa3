import { href, Link } from 'react-router'
import { PlacesMeter } from '#ui/places.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { SeasonRow } from './season.ts'

/** An event in the list of the season; dim where it does not fit whom a chip stands for. */
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
