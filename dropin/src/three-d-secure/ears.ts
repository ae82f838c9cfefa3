import type { Cardinal, CardinalEvents } from './cardinal.ts'

type Ear = CardinalEvents
type Event = keyof CardinalEvents

/**
 * Those of a page who use the provider's script, those of them who have asked it something, the last at the end, and
 * when who has it for itself is done: a set-up, or a verification with the set-up after it.
 */
type Page = { ears: Set<Ear>; asking: Set<Ear>; busy?: Promise<unknown> }

const pages = new WeakMap<Cardinal, Page>()

/**
 * Hears the provider's script until the signal. The script forgets an event for the whole page at once, so it has one
 * ear there, which hands on: to whoever has asked last and waits for an answer, or to all. `ask` gives what ends the
 * question.
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
  // The visit that a set-up begins is the whole page's.
  const last = event === 'payments.setupComplete' ? undefined : [...asking].at(-1)
  for (const ear of last ? [last] : ears) (ear[event] as (...told: never[]) => void)(...told)
}
