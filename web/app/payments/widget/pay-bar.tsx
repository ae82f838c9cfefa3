import type { ReactNode } from 'react'
import './pay-bar.css'

type Props = {
  amount: string
  detail: string
  children: ReactNode
}

/**
 * The last part of a form with "pays": on a phone it keeps sum and button in sight. Hidden from screen readers, which
 * have the sum above.
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
