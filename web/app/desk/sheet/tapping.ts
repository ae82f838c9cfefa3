import type { MouseEvent } from 'react'

/** With the page's script a press is done by it; without it the form goes. */
export const tapping = (act: (() => void) | undefined) => (event: MouseEvent) => {
  if (!act) return
  event.preventDefault()
  act()
}
