import { create, type Dropin, type DropinEvents } from '@courtside/dropin'
import { followLocale } from './follow-locale.ts'
import type { DropInProps } from './public-types/react.ts'

/** Every widget has an element of its own: a page may take one away while it is being made, and ask for the next. */
export function openIn(place: Element, authorization: string, latest: { current: DropInProps }) {
  const container = place.appendChild(document.createElement('div'))
  const { options, locale } = latest.current
  const ending = new AbortController()
  const { signal } = ending
  const { begin, follow } = followLocale(() => latest.current.locale)
  let widget: Dropin | undefined
  const creating = create({ ...options, locale, authorization, container, signal })
  creating.then(
    (made) => {
      if (signal.aborted) return
      widget = made
      begin(made)
      forwardEvents(made, latest)
      latest.current.onInstance?.(made)
    },
    (problem: Error) => {
      if (signal.aborted) return
      if (latest.current.onError) latest.current.onError(problem)
      else console.error(problem)
    },
  )
  function close() {
    ending.abort()
    if (widget) latest.current.onInstance?.(null)
    creating.then((made) => made.teardown()).catch(() => undefined)
    container.remove()
  }
  return { close, follow }
}

export type Opened = ReturnType<typeof openIn>

/** Listeners may change from one rendering to the next; what they are called is known from the first. */
function forwardEvents(widget: Dropin, latest: { current: DropInProps }) {
  for (const event of Object.keys(latest.current.on ?? {}) as (keyof DropinEvents)[]) forward(event)

  function forward<Event extends keyof DropinEvents>(event: Event) {
    widget.on(event, (payload: DropinEvents[Event]) => latest.current.on?.[event]?.(payload))
  }
}
