import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullName } from '#people/people.ts'
import type { LikelySame } from './likely-same.server.ts'

type Props = { likely: LikelySame[]; to: (number: number) => string; children?: ReactNode }

export function LikelySameFamilies({ likely, to, children }: Props) {
  if (likely.length === 0) return null
  return (
    <div className="banner">
      <p>
        <b>Is this the same family?</b>
      </p>
      <ul>
        {likely.map((other) => (
          <li key={other.number}>
            <Link to={to(other.number)}>
              {other.number}, <bdi>{fullName(other)}</bdi>
            </Link>
            : {other.same.join(', ')}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

export const mergeWith = (number: number) => (other: number) => `/desk/families/${number}/merge?with=${other}`
