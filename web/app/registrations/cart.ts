import { useSyncExternalStore } from 'react'
import type { Kind } from '#events/kinds.ts'

/** Stored in this browser alone, without birthday and phone, since phones are shared. */
export type CartItem = {
  /** Another account on the same phone does not see the item. */
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
  /** The current price in dollars, if it changed since the family saw it. */
  price_now?: number
  /** The current session, if it changed since. */
  session_now?: Omit<CartItem['eventSession'], 'id' | 'session_number'>
  /** The idempotency key of the last checkout that sent it. */
  sent?: string
}

/** The limit of one checkout. */
export const maxCartItems = 50

const key = 'cart'
const nothing: CartItem[] = []
let cached: { text: string | null; items: CartItem[] } = { text: null, items: nothing }
const listeners = new Set<() => void>()

/** The items of `owner`, synchronised between tabs; empty on the server and when signed out. */
export function useCart(owner: string | undefined): CartItem[] {
  const items = useSyncExternalStore(listen, readAll, () => nothing)
  return owner ? items.filter((item) => item.owner === owner) : nothing
}

export const readCart = (owner: string) => readAll().filter((item) => item.owner === owner)

export function addToCart(item: CartItem): 'added' | 'already' | 'too-many' {
  const items = readAll()
  if (items.some((other) => isSame(other, item))) return 'already'
  if (items.filter(({ owner }) => owner === item.owner).length >= maxCartItems) return 'too-many'
  write([...items, item])
  return 'added'
}

export const removeFromCart = (item: CartItem) => write(readAll().filter((other) => !isSame(other, item)))

/** Accepts the current price and session. */
export function acceptChanges(item: CartItem) {
  const { hasError: _, error: __, error_code: ___, price_now, session_now, ...rest } = item
  const event = { ...item.event, price: price_now ?? item.event.price }
  const eventSession = { ...item.eventSession, ...session_now }
  write(readAll().map((other) => (isSame(other, item) ? { ...rest, event, eventSession } : other)))
}

/** Stores the key, so that the outcome is found after a reload. */
export function markSent(items: CartItem[], key: string) {
  const isSent = (item: CartItem) => items.some((other) => isSame(other, item))
  write(readAll().map((item) => (isSent(item) ? { ...item, sent: key } : item)))
}

export function removeObtained(owner: string, places: { personId: string; sessionId: number }[]) {
  const isHad = ({ player, eventSession }: CartItem) =>
    places.some(({ personId, sessionId }) => personId === player.id && sessionId === eventSession.id)
  const items = readAll()
  const remaining = items.filter((item) => item.owner !== owner || !isHad(item))
  if (remaining.length < items.length) write(remaining)
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
  if (text !== cached.text) cached = { text, items: parse(text) }
  return cached.items
}

/** Anybody can write to storage: an invalid cart counts as empty. */
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
  for (const notify of listeners) notify()
}

function listen(notify: () => void) {
  listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', notify)
  }
}
