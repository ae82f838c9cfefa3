import { Fragment } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'

type Props = { sum?: string | undefined; about: string[] }

/** "$180.00 · C-1001 · Pip Lobwell · Green Ball, Session 2, Jun 21 – 24, 2027" */
export function LogSubject({ sum, about }: Props) {
  const parts = sum ? [sum, ...about] : about
  if (parts.length === 0) return null
  return (
    <span className="line muted">
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ' · '}
          <bdi>
            <Unbroken>{part}</Unbroken>
          </bdi>
        </Fragment>
      ))}
    </span>
  )
}
