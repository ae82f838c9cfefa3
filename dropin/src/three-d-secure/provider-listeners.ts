import type { Cardinal, CardinalEvents } from './cardinal.ts'

type Listener = CardinalEvents
type Event = keyof CardinalEvents

/**
 * Users of the provider's script on a page, those with an open question, the latest last, and the end of the exclusive
 * use: a set-up, or a verification with the set-up after it.
 */
type Page = { listeners: Set<Listener>; asking: Set<Listener>; busy?: Promise<unknown> }

const pages = new WeakMap<Cardinal, Page>()

/**
 * The script removes listeners of an event for the whole page, so one listener dispatches: to the latest with an open
 * question, or to all. `ask` returns the function that ends the question.
 */
export function listen(cardinal: Cardinal, listener: Listener, signal: AbortSignal) {
  const events = Object.keys(listener) as Event[]
  const page: Page = pages.get(cardinal) ?? { listeners: new Set(), asking: new Set() }
  const { listeners, asking } = page
  const endQuestion = () => void asking.delete(listener)
  pages.set(cardinal, page)
  if (listeners.size === 0)
    for (const event of events)
      cardinal.on(event, (...args: unknown[]) => dispatch(page, event, args as never[]))
  listeners.add(listener)
  signal.addEventListener('abort', () => {
    endQuestion()
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of events) cardinal.off(event)
  })
  return {
    page,
    ask() {
      asking.add(listener)
      return endQuestion
    },
  }
}

function dispatch({ listeners, asking }: Page, event: Event, args: never[]) {
  // A set-up's session belongs to the whole page.
  const last = event === 'payments.setupComplete' ? undefined : [...asking].at(-1)
  for (const listener of last ? [last] : listeners) (listener[event] as (...args: never[]) => void)(...args)
}
