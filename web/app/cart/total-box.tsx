import type { ReactNode } from 'react'
import { dollars } from '#platform/format/money.ts'
import type { CartItem } from '#registrations/cart.ts'
import { SumBox } from '#ui/fields/sum-box.tsx'
import { cartTotal, formatSessionCount } from './checked-cart.ts'

export function TotalBox({ items, children }: { items: CartItem[]; children: ReactNode }) {
  const sum = {
    title: 'Total',
    details: [formatSessionCount(items.length)],
    amount: dollars(cartTotal(items)),
  }
  return <SumBox sum={sum}>{children}</SumBox>
}
