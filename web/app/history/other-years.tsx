import { Link } from 'react-router'
import { dollars } from '#platform/money.ts'

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
