import type { MouseEvent } from 'react'

/** Progressive enhancement: without a handler the form is submitted. */
export const tapping = (act: (() => void) | undefined) => (event: MouseEvent) => {
  if (!act) return
  event.preventDefault()
  act()
}
