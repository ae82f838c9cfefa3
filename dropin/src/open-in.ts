import { create, type Dropin, type DropinEvents } from '@courtside/dropin'
import { followLocale } from './follow-locale.ts'
import type { DropInProps } from './public-types/react-component.ts'

/** An element for each widget: a page may remove one during its creation, and make the next. */
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

/** Listeners may change between renders; event names are fixed by the first. */
function forwardEvents(widget: Dropin, latest: { current: DropInProps }) {
  for (const event of Object.keys(latest.current.on ?? {}) as (keyof DropinEvents)[]) forward(event)

  function forward<Event extends keyof DropinEvents>(event: Event) {
    widget.on(event, (payload: DropinEvents[Event]) => latest.current.on?.[event]?.(payload))
  }
}
