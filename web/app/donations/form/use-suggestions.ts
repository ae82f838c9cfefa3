import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Suggestion } from './address-lookup.server.ts'

const restMs = 200
const leastLetters = 4

/** Debounced address suggestions, chosen by key or pointer. */
export function useSuggestions() {
  const input = useRef<HTMLInputElement>(null)
  const asking = useRef<AbortController>(null)
  const session = useRef('')
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const [chosen, setChosen] = useState<number>()
  useEffect(() => () => asking.current?.abort(), [])

  function close() {
    asking.current?.abort()
    setSuggestions([])
    setChosen(undefined)
  }
  async function ask(typed: string) {
    close()
    if (typed.length < leastLetters) return
    session.current ||= crypto.randomUUID()
    const mine = new AbortController()
    asking.current = mine
    const answer = await askPlaces<{ suggestions: Suggestion[] }>(
      `?${new URLSearchParams({ input: typed, session: session.current })}`,
      mine.signal,
      restMs,
    )
    if (answer && !mine.signal.aborted)
      setSuggestions(answer.suggestions.filter(({ text }) => text !== typed))
  }
  async function pick(index: number) {
    const picked = suggestions[index]
    const field = input.current
    close()
    if (!picked || !field) return
    write(field, picked.zips ? `${picked.text} ` : picked.text)
    if (picked.zips) return ask(field.value)
    if (!picked.id) return
    const mine = new AbortController()
    asking.current = mine
    const query = `/${encodeURIComponent(picked.id)}?${new URLSearchParams({ session: session.current })}`
    const whole = await askPlaces<{ address: string }>(query, mine.signal)
    session.current = ''
    if (whole && field.value === picked.text) write(field, whole.address)
  }
  const move = (by: number) =>
    setChosen((now) => ((now ?? (by > 0 ? -1 : 0)) + by + suggestions.length) % suggestions.length)

  const isOpen = suggestions.length > 0
  const field = {
    ref: input,
    onInput: (event: FormEvent<HTMLInputElement>) => {
      // Input that we dispatch ourselves is ignored.
      if (event.nativeEvent instanceof InputEvent) void ask(event.currentTarget.value)
    },
    onBlur: close,
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (!isOpen) return
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && chosen !== undefined) void pick(chosen)
      else return
      event.preventDefault()
    },
  }
  return { suggestions, isOpen, chosen, field, pick, hover: setChosen }
}

/** Fires `input`, so that the form notices. */
function write(field: HTMLInputElement, text: string) {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Undefined without an answer: the address can be typed in full. */
async function askPlaces<Answer>(
  query: string,
  signal: AbortSignal,
  afterMs = 0,
): Promise<Answer | undefined> {
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  if (signal.aborted) return undefined
  try {
    const answer = await fetch(`/api/places${query}`, { signal })
    return answer.ok ? await answer.json() : undefined
  } catch (problem) {
    if (problem instanceof TypeError || problem instanceof DOMException) return undefined
    throw problem
  }
}
