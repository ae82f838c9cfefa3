import type { ReactNode } from 'react'
import { dollars } from '#platform/money.ts'
import type { CartItem } from '#registrations/cart.ts'
import { cartTotal, countOf } from './checked-cart.ts'

/** The sum of a cart, and below it what can be done. */
export function TotalBox({ items, children }: { items: CartItem[]; children: ReactNode }) {
  return (
    <aside className="split-side" aria-label="Total">
      <div className="box">
        <dl className="sum on-surround">
          <dt>
            Total <span>{countOf(items.length)}</span>
          </dt>
          <dd>{dollars(cartTotal(items))}</dd>
        </dl>
        <div className="box-body stack">{children}</div>
      </div>
    </aside>
  )
}
