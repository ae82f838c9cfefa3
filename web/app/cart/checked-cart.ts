import { parseCents } from '#platform/format/money.ts'
import { callApi } from '#platform/http/call-api.ts'
import { type CartItem, isSame, readCart, saveCart } from '#registrations/cart.ts'
import { sumPrices } from '#registrations/dues.ts'

/** The order that a sent item became; `is_open`: its payment is. */
export type SentOrder = { id: string; is_open: boolean }
type Checked = Omit<CartItem, 'owner'> & { order?: SentOrder; held_seconds?: number }
type CheckedCart = {
  items: CartItem[]
  order?: SentOrder
  /** Until the first hold ends; null without holds. */
  heldSeconds: number | null
}

/**
 * Checks the cart on the server and stores the result in the browser. Items sent before (a reload in the middle of
 * paying) are answered with their order, and removed from the cart once the order has its places.
 */
export async function checkedCart(owner: string): Promise<CheckedCart> {
  const sent = readCart(owner)
  if (sent.length === 0) return { items: sent, heldSeconds: null }
  const { cart } = await callApi<{ cart: Checked[] }>('/check-all-cart-items', { cart: sent })
  const answers = cart.map(({ order, held_seconds, ...item }) => ({
    order,
    held_seconds,
    item: { ...item, owner },
  }))
  // Changes by another tab during the request are kept.
  const items = readCart(owner).flatMap((item) => {
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

export const itemCents = ({ event }: CartItem) => parseCents(event.price) ?? 0

export const cartTotal = (items: CartItem[]) =>
  sumPrices(items.map((item) => ({ priceCents: itemCents(item) })))

export const canCheckOut = (items: CartItem[]) =>
  cartTotal(items) > 0 && !items.some(({ hasError }) => hasError)

export function checkoutBlocker(items: CartItem[]): string {
  const wrong = items.filter(({ hasError }) => hasError)
  if (wrong.length === 0) return 'There is nothing to pay in this cart.'
  if (!wrong.every(hasChanged)) return 'Remove what is marked, then check out.'
  const news = wrong.some(({ session_now }) => session_now) ? 'Take what is new' : 'Take the new price'
  return `${news} or remove the session, then check out.`
}

/** A changed price or session can be accepted. */
export const hasChanged = ({ price_now, session_now }: CartItem) =>
  price_now !== undefined || session_now !== undefined

export const formatSessionCount = (sessions: number) =>
  sessions === 1 ? '1 session' : `${sessions} sessions`
