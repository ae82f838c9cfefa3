import { Fragment } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'

type Props = { sum?: string | undefined; about: string[] }

/** "$180.00 · C-1001 · Pip Lobwell · Green Ball, Session 2, Jun 21 – 24, 2027" */
export function LogSubject({ sum, about }: Props) {
  const texts = sum ? [sum, ...about] : about
  if (texts.length === 0) return null
  return (
    <span className="line muted">
      {texts.map((text, at) => (
        <Fragment key={text}>
          {at > 0 && ' · '}
          <bdi>
            <Unbroken>{text}</Unbroken>
          </bdi>
        </Fragment>
      ))}
    </span>
  )
}
