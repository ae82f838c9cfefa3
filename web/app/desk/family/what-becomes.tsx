import type { ReactNode } from 'react'
import type { Spread } from '#offline-payments/spread-payment.ts'
import { dollars } from '#platform/format/money.ts'

export const PaidPlace = ({ figure, children }: { figure: string; children: ReactNode }) => (
  <span className="paid-place">
    <span>{children}</span>
    <b className="figure">{figure}</b>
  </span>
)

type Props = {
  amountCents: number
  spread: Spread
  places: { id: number; player: string; event: string }[]
  /** Negative: a debt without a place. */
  creditCents: number
}

/** Preview of a payment: paid places, remaining dues, credit. */
export function WhatBecomes({ amountCents, spread, places, creditCents }: Props) {
  const owedCents = Math.min(spread.creditCents, Math.max(0, -creditCents))
  const overCents = spread.creditCents - owedCents
  return (
    <section className="becomes" aria-label="What it does">
      <h2 className="as-h3">{dollars(amountCents)} pays</h2>
      <ul className="plain">
        {spread.parts.map(({ id, cents, leftCents }) => {
          const place = places.find((other) => other.id === id)
          return (
            <li key={id}>
              <PaidPlace figure={dollars(cents)}>
                <bdi>{place?.player}</bdi>, {place?.event}
                {leftCents > 0 && <span className="line small">{dollars(leftCents)} stays due</span>}
              </PaidPlace>
            </li>
          )
        })}
        {owedCents > 0 && (
          <li>
            <PaidPlace figure={dollars(owedCents)}>What the family owes besides</PaidPlace>
          </li>
        )}
        {overCents > 0 && (
          <li>
            <PaidPlace figure={dollars(overCents)}>Becomes credit</PaidPlace>
          </li>
        )}
      </ul>
    </section>
  )
}
