import { type FormEvent, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormReply } from '#platform/submit.server.ts'

const pauseMs = 500

/** Sends a form of the draft whenever somebody pauses in it; what makes no sense yet comes back with its sentences. */
export function useKeptAsTyped(answer: FormReply | undefined) {
  const fetcher = useFetcher<FormReply & { savedAt?: number }>()
  const answered = useRef(answer)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function keep({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const typed = new FormData(form)
      typed.append('as-typed', 'on')
      answered.current = answer
      void fetcher.submit(typed, { method: 'post' })
    }, pauseMs)
  }
  /** Of the form's two answers the newer one: its button's, or that to what was typed since. */
  const kept = answered.current === answer ? fetcher.data : undefined
  const problems = (kept ?? answer)?.problems ?? {}
  return {
    keep,
    dropTimer: () => clearTimeout(timer.current),
    problems,
    savedAt: kept?.problems ? undefined : kept?.savedAt,
  }
}
