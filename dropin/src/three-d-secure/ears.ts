import type { Cardinal, CardinalEvents } from './cardinal.ts'

type Ear = CardinalEvents
type Event = keyof CardinalEvents

/**
 * Users of the provider's script on a page, those with an open question, the latest last, and the end of the exclusive
 * use: a set-up, or a verification with the set-up after it.
 */
type Page = { ears: Set<Ear>; asking: Set<Ear>; busy?: Promise<unknown> }

const pages = new WeakMap<Cardinal, Page>()

/**
 * The script removes listeners of an event for the whole page, so one listener dispatches: to the latest with an open
 * question, or to all. `ask` returns the function that ends the question.
 */
export function hear(cardinal: Cardinal, ear: Ear, signal: AbortSignal) {
  const events = Object.keys(ear) as Event[]
  const page: Page = pages.get(cardinal) ?? { ears: new Set(), asking: new Set() }
  const { ears, asking } = page
  const answered = () => void asking.delete(ear)
  pages.set(cardinal, page)
  if (ears.size === 0)
    for (const event of events)
      cardinal.on(event, (...told: unknown[]) => handOn(page, event, told as never[]))
  ears.add(ear)
  signal.addEventListener('abort', () => {
    answered()
    ears.delete(ear)
    if (ears.size === 0) for (const event of events) cardinal.off(event)
  })
  return {
    page,
    ask() {
      asking.add(ear)
      return answered
    },
  }
}

function handOn({ ears, asking }: Page, event: Event, told: never[]) {
  // A set-up's session belongs to the whole page.
  const last = event === 'payments.setupComplete' ? undefined : [...asking].at(-1)
  for (const ear of last ? [last] : ears) (ear[event] as (...told: never[]) => void)(...told)
}
