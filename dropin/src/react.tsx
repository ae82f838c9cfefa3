import { create, type Dropin, type DropinEvents } from '@courtside/dropin'
import { createElement, useEffect, useRef } from 'react'
import type { DropInProps } from './api/react.ts'
import { followLocale } from './follow-locale.ts'

/**
 * A payment widget in React: made when the component appears, gone with it. Another `authorization` makes another
 * widget, another `locale` changes its language; whatever else is to be changed, give the component another `key`.
 */
export function DropIn({ className, ...props }: DropInProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const opened = useRef<Opened>(undefined)
  const { authorization } = props.options
  useEffect(() => {
    if (!place.current) return
    opened.current = open(place.current, authorization, latest)
    return opened.current.close
  }, [authorization])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale is what it follows
  useEffect(() => opened.current?.follow(), [props.locale])
  return createElement('div', { ref: place, className })
}

/** Every widget has an element of its own: React may take one away while it is being made, and ask for the next. */
function open(place: Element, authorization: string, latest: { current: DropInProps }) {
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

type Opened = ReturnType<typeof open>

/** Listeners may change from one rendering to the next; what they are called is known from the first. */
function forwardEvents(widget: Dropin, latest: { current: DropInProps }) {
  for (const event of Object.keys(latest.current.on ?? {}) as (keyof DropinEvents)[]) forward(event)

  function forward<Event extends keyof DropinEvents>(event: Event) {
    widget.on(event, (payload: DropinEvents[Event]) => latest.current.on?.[event]?.(payload))
  }
}
