import { centsOf } from '#platform/format/money.ts'
import { callApi } from '#platform/http/call-api.ts'
import { type CartItem, cartOf, isSame, saveCart } from '#registrations/cart.ts'
import { duesOf } from '#registrations/dues.ts'

/** What became of an item that was sent: the order that has it, and whether its payment is still open. */
export type SentOrder = { id: string; is_open: boolean }
type Checked = Omit<CartItem, 'owner'> & { order?: SentOrder; held_seconds?: number }
type CheckedCart = {
  items: CartItem[]
  order?: SentOrder
  /** How long the places that are held for a card are all still kept; null where none is. */
  heldSeconds: number | null
}

/**
 * Has every item of the cart checked by the server and keeps the answer in the browser. What was sent from here and
 * became an order, as when the page was loaded again in the middle of paying, is answered with that order; once the
 * order has its places, they are taken out of the cart.
 */
export async function checkedCart(owner: string): Promise<CheckedCart> {
  const sent = cartOf(owner)
  if (sent.length === 0) return { items: sent, heldSeconds: null }
  const { cart } = await callApi<{ cart: Checked[] }>('/check-all-cart-items', { cart: sent })
  const answers = cart.map(({ order, held_seconds, ...item }) => ({
    order,
    held_seconds,
    item: { ...item, owner },
  }))
  // What another tab removed or added while the answer was on its way stays removed or added.
  const items = cartOf(owner).flatMap((item) => {
    const answer = answers.find((checked) => isSame(checked.item, item))
    if (!answer) return item
    return answer.order && !answer.order.is_open ? [] : answer.item
  })
  saveCart(owner, items)
  const order = answers.find((answer) => answer.order)?.order
  const held = answers.flatMap(({ held_seconds }) => held_seconds ?? [])
  const heldSeconds = held.length > 0 ? Math.min(...held) : null
  return order ? { items, order, heldSeconds } : { items, heldSeconds }
}

export const priceOf = ({ event }: CartItem) => centsOf(event.price) ?? 0

/** The sum of the event prices, in cents. */
export const cartTotal = (items: CartItem[]) => duesOf(items.map((item) => ({ priceCents: priceOf(item) })))

/** No item has an error and there is something to pay. */
export const canCheckOut = (items: CartItem[]) =>
  cartTotal(items) > 0 && !items.some(({ hasError }) => hasError)

/** Why a cart cannot be checked out, in a sentence. */
export function whyNot(items: CartItem[]): string {
  const wrong = items.filter(({ hasError }) => hasError)
  if (wrong.length === 0) return 'There is nothing to pay in this cart.'
  if (!wrong.every(hasNews)) return 'Remove what is marked, then check out.'
  const news = wrong.some(({ session_now }) => session_now) ? 'Take what is new' : 'Take the new price'
  return `${news} or remove the session, then check out.`
}

/** What has changed can be taken as it is now. */
export const hasNews = ({ price_now, session_now }: CartItem) =>
  price_now !== undefined || session_now !== undefined

export const countOf = (sessions: number) => (sessions === 1 ? '1 session' : `${sessions} sessions`)
