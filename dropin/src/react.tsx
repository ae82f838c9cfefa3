import { create, type Dropin, type DropinEvents } from 'dropin'
import { createElement, useEffect, useRef } from 'react'
import type { DropInProps } from './api/react.ts'

/**
 * A payment widget in React: made when the component appears, gone with it. Another `authorization` makes another
 * widget; whatever else is to be changed, give the component another `key`.
 */
export function DropIn({ className, ...props }: DropInProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const { authorization } = props.options
  useEffect(() => {
    return place.current ? open(place.current, authorization, latest) : undefined
  }, [authorization])
  return createElement('div', { ref: place, className })
}

/** Every widget has an element of its own: React may take one away while it is being made, and ask for the next. */
function open(place: Element, authorization: string, latest: { current: DropInProps }) {
  const container = place.appendChild(document.createElement('div'))
  const { options, locale } = latest.current
  const ending = new AbortController()
  const { signal } = ending
  let widget: Dropin | undefined
  const creating = create({ ...options, locale, authorization, container, signal })
  creating.then(
    (made) => {
      if (signal.aborted) return
      widget = made
      forwardEvents(made, latest)
      latest.current.onInstance?.(made)
    },
    (problem: Error) => {
      if (signal.aborted) return
      if (latest.current.onError) latest.current.onError(problem)
      else console.error(problem)
    },
  )
  return () => {
    ending.abort()
    if (widget) latest.current.onInstance?.(null)
    creating.then((made) => made.teardown()).catch(() => undefined)
    container.remove()
  }
}

/** Listeners may change from one rendering to the next; what they are called is known from the first. */
function forwardEvents(widget: Dropin, latest: { current: DropInProps }) {
  for (const event of Object.keys(latest.current.on ?? {}) as (keyof DropinEvents)[]) forward(event)

  function forward<Event extends keyof DropinEvents>(event: Event) {
    widget.on(event, (payload: DropinEvents[Event]) => latest.current.on?.[event]?.(payload))
  }
}
