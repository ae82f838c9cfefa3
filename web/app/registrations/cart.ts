import { useSyncExternalStore } from 'react'
import type { Kind } from '#events/kinds.ts'

/** What a family wants to register for. Kept in this browser alone: no birthday, no phone, since phones are shared. */
export type CartItem = {
  /** The account that put it here; another account on the same phone does not see it. */
  owner: string
  event: { id: number; name: string; price: number; type: Kind }
  player: { id: string; first_name: string; last_name: string }
  eventSession: {
    id: number
    session_number: number
    start_date: string
    end_date: string
    start_date_str: string
    end_date_str: string
    description: string
  }
  hasError?: boolean
  error?: string
  error_code?: string
  /** What it costs now, in dollars, where that alone has changed since the family saw it. */
  price_now?: number
  /** The session as it is now, where it has changed since. */
  session_now?: Omit<CartItem['eventSession'], 'id' | 'session_number'>
  /** The key of the checkout that sent it last. */
  sent?: string
}

/** As many can be checked out at once. */
export const mostInCart = 50

const key = 'cart'
const nothing: CartItem[] = []
let kept: { text: string | null; items: CartItem[] } = { text: null, items: nothing }
const listeners = new Set<() => void>()

/** The items of `owner`, in step with other tabs; empty on the server and for nobody. */
export function useCart(owner: string | undefined): CartItem[] {
  const items = useSyncExternalStore(listen, readAll, () => nothing)
  return owner ? items.filter((item) => item.owner === owner) : nothing
}

export const cartOf = (owner: string) => readAll().filter((item) => item.owner === owner)

export function addToCart(item: CartItem): 'added' | 'already' | 'too-many' {
  const items = readAll()
  if (items.some((other) => isSame(other, item))) return 'already'
  if (items.filter(({ owner }) => owner === item.owner).length >= mostInCart) return 'too-many'
  write([...items, item])
  return 'added'
}

export const removeFromCart = (item: CartItem) => write(readAll().filter((other) => !isSame(other, item)))

/** At the price of now, and as the session is now, the item can be had again. */
export function takeWhatIsNew(item: CartItem) {
  const { hasError: _, error: __, error_code: ___, price_now, session_now, ...rest } = item
  const event = { ...item.event, price: price_now ?? item.event.price }
  const eventSession = { ...item.eventSession, ...session_now }
  write(readAll().map((other) => (isSame(other, item) ? { ...rest, event, eventSession } : other)))
}

/** Notes with which key the items were sent, so that what became of them is known after the page is loaded again. */
export function markSent(items: CartItem[], key: string) {
  const isSent = (item: CartItem) => items.some((other) => isSame(other, item))
  write(readAll().map((item) => (isSent(item) ? { ...item, sent: key } : item)))
}

/** Takes places out of the cart of `owner` that it has got. */
export function removeHad(owner: string, places: { personId: string; sessionId: number }[]) {
  const isHad = ({ player, eventSession }: CartItem) =>
    places.some(({ personId, sessionId }) => personId === player.id && sessionId === eventSession.id)
  const items = readAll()
  const left = items.filter((item) => item.owner !== owner || !isHad(item))
  if (left.length < items.length) write(left)
}

/** Replaces the items of `owner`; other accounts' items stay. */
export function saveCart(owner: string, items: CartItem[]) {
  write([...readAll().filter((item) => item.owner !== owner), ...items])
}

export const isSame = (left: CartItem, right: CartItem) =>
  left.owner === right.owner &&
  left.event.id === right.event.id &&
  left.eventSession.id === right.eventSession.id &&
  left.player.id === right.player.id

function readAll(): CartItem[] {
  const text = localStorage.getItem(key)
  if (text !== kept.text) kept = { text, items: parse(text) }
  return kept.items
}

/** Storage is anybody's to write: what is no cart counts as an empty one. */
function parse(text: string | null): CartItem[] {
  if (!text) return nothing
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items.filter(isItem) : nothing
  } catch (problem) {
    if (problem instanceof SyntaxError) return nothing
    throw problem
  }
}

function isItem(value: unknown): value is CartItem {
  const item = value as Partial<CartItem> | null
  return Boolean(item?.owner && item.event?.id && item.player?.id && item.eventSession?.id)
}

function write(items: CartItem[]) {
  localStorage.setItem(key, JSON.stringify(items))
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', tell)
  }
}
