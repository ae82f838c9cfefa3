import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { useEffect } from 'react'

export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="problem" id={id}>
      <CircleAlert aria-hidden size="1.25em" />
      <span>{children}</span>
    </p>
  )
}

/** Focuses the first invalid field, each time a form comes back with `problems`. */
export function useFocusOnProblem(problems: Record<string, string> | undefined) {
  useEffect(() => {
    if (!problems) return
    const place = document.querySelector('dialog[open]') ?? document.querySelector('main')
    place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
}
