import type { Cardinal, CardinalEvents } from './cardinal.ts'

type Ear = CardinalEvents
type Event = keyof CardinalEvents

/**
 * Those of a page who use the provider's script, those of them who have asked it something, the last at the end, and
 * the last set-up, until the script tells of it or it is given up: the whole page has no session meanwhile.
 */
type Page = { ears: Set<Ear>; asking: Set<Ear>; setUp?: Promise<unknown> }

const pages = new WeakMap<Cardinal, Page>()

/**
 * Hears the provider's script until the signal. The script forgets an event for the whole page at once, so it has one
 * ear there, which hands on: to whoever has asked last and waits for an answer, or to all. `ask` gives what ends the
 * question.
 */
export function hear(cardinal: Cardinal, ear: Ear, signal: AbortSignal) {
  const events = Object.keys(ear) as Event[]
  const page = pages.get(cardinal) ?? openPage(cardinal, events)
  const { ears, asking } = page
  const answered = () => void asking.delete(ear)
  ears.add(ear)
  signal.addEventListener('abort', () => {
    answered()
    ears.delete(ear)
    if (ears.size > 0) return
    pages.delete(cardinal)
    for (const event of events) cardinal.off(event)
  })
  return {
    page,
    ask() {
      asking.add(ear)
      return answered
    },
  }
}

function openPage(cardinal: Cardinal, events: Event[]) {
  const page: Page = { ears: new Set(), asking: new Set() }
  pages.set(cardinal, page)
  function handOn(event: Event, told: never[]) {
    // The visit that a set-up begins is the whole page's.
    const asking = event === 'payments.setupComplete' ? undefined : [...page.asking].at(-1)
    for (const ear of asking ? [asking] : page.ears) (ear[event] as (...told: never[]) => void)(...told)
  }
  for (const event of events) cardinal.on(event, (...told: unknown[]) => handOn(event, told as never[]))
  return page
}
