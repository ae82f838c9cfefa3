import { Link } from 'react-router'
import { dollars } from '#platform/money.ts'
import { ButtonLink } from '#ui/button.tsx'

type YearSum = { year: number; cents: number }
export type OpenYears = { unpaid: YearSum[]; owed: YearSum[] }

export const hasOpenYears = ({ unpaid, owed }: OpenYears) => unpaid.length + owed.length > 0

/** What is open of years that are not shown: what the family still has to pay, and what it is owed. */
export function OtherYears({ unpaid, owed }: OpenYears) {
  return (
    <>
      {unpaid.map(({ year, cents }) => (
        <p className="other-years" key={year}>
          From {year}, {dollars(cents)} is still to pay. <Link to={`?year=${year}`}>See {year}</Link>
        </p>
      ))}
      {owed.map(({ year, cents }) => (
        <p className="other-years" key={year}>
          From {year}, we owe you {dollars(cents)}. <Link to={`?year=${year}`}>See {year}</Link>
        </p>
      ))}
    </>
  )
}

type LaterYear = YearSum & { places: number; invoice: string }

/** What the family has in years that the list has not yet. */
export function LaterYears({ years }: { years: LaterYear[] }) {
  return years.map(({ year, places, cents, invoice }) => (
    <p className="row later-year" key={year}>
      <span>
        In {year} you have {places === 1 ? 'one registration' : `${places} registrations`}
        {cents > 0 ? `, with ${dollars(cents)} to pay.` : ', with nothing to pay.'}
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
