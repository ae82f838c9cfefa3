import { Link } from 'react-router'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'

/** For years that are not shown. */
export function WeOwe({ years }: { years: { year: number; cents: number }[] }) {
  return years.map(({ year, cents }) => (
    <p className="we-owe" key={year}>
      From {year}, we owe you {dollars(cents)}. <Link to={`?year=${year}`}>See {year}</Link>
    </p>
  ))
}

type LaterYear = { year: number; places: number; cents: number; invoice: string }

/** Years after those of the list. */
export function LaterYears({ years }: { years: LaterYear[] }) {
  return years.map(({ year, places, cents, invoice }) => (
    <p className="row later-year" key={year}>
      <span>
        In {year} you have {places === 1 ? 'one registration' : `${places} registrations`}, with{' '}
        {cents > 0 ? dollars(cents) : 'nothing'} to pay.
      </span>
      <ButtonLink to={`?year=${year}`} size="small">
        See {year}
      </ButtonLink>
      {cents > 0 && (
        <ButtonLink to={invoice} external size="small">
          View Invoice<span className="visually-hidden"> for {year}</span>
        </ButtonLink>
      )}
    </p>
  ))
}
