import { Link } from 'react-router'
import { dollars } from '#platform/money.ts'

/** What is still to pay of years that are not shown. */
export function OtherYears({ years }: { years: { year: number; cents: number }[] }) {
  return years.map(({ year, cents }) => (
    <p className="other-years" key={year}>
      From {year}, {dollars(cents)} is still to pay. <Link to={`?year=${year}`}>See {year}</Link>
    </p>
  ))
}
