import type { ReactNode } from 'react'
import './pay-bar.css'

type Props = {
  amount: string
  detail: string
  /** The button that pays, which stands beside the sum where there is room for both columns. */
  children: ReactNode
}

/**
 * The last part of a form with "pays": on a phone it keeps sum and button in sight. The sum is for the eye alone, the
 * box above says it in full.
 */
export const PayBar = ({ amount, detail, children }: Props) => (
  <div className="pay-bar">
    <p aria-hidden>
      <b className="figure">{amount}</b>
      <span>{detail}</span>
    </p>
    {children}
  </div>
)
