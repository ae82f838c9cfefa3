import { callApi } from '#platform/call-api.ts'
import { centsOf } from '#platform/money.ts'
import { duesOf } from '#registrations/dues.ts'
import { type CartItem, cartOf, isSame, saveCart } from './cart.ts'

/** Has every item of the cart checked by the server, keeps the answer in the browser and gives it back. */
export async function checkedCart(owner: string): Promise<CartItem[]> {
  const sent = cartOf(owner)
  if (sent.length === 0) return sent
  const { cart } = await callApi<{ cart: Omit<CartItem, 'owner'>[] }>('/check-all-cart-items', { cart: sent })
  // What another tab removed or added while the answer was on its way stays removed or added.
  const answered = cart.map((item) => ({ ...item, owner }))
  const now = cartOf(owner).map((item) => answered.find((one) => isSame(one, item)) ?? item)
  saveCart(owner, now)
  return now
}

/** Writes the server's sentences to the items that were sent, in their order. */
export function markProblems(owner: string, sent: CartItem[], problems: (string | null)[]) {
  const marked = cartOf(owner).map((item) => {
    const { hasError: _, error: __, ...plain } = item
    const error = problems[sent.findIndex((one) => isSame(one, item))]
    return error ? { ...plain, hasError: true, error } : plain
  })
  saveCart(owner, marked)
}

export const priceOf = ({ event }: CartItem) => centsOf(event.price) ?? 0

/** The sum of the event prices, in cents. */
export const cartTotal = (items: CartItem[]) => duesOf(items.map((item) => ({ priceCents: priceOf(item) })))

/** No item has an error and there is something to pay. */
export const canCheckOut = (items: CartItem[]) =>
  cartTotal(items) > 0 && !items.some(({ hasError }) => hasError)

export const countOf = (sessions: number) => (sessions === 1 ? '1 session' : `${sessions} sessions`)
