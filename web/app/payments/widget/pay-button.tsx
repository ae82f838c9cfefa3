import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type Props = {
  busy: boolean
  /** While busy it is not disabled, so that it keeps the focus. */
  isOpen: boolean
  note: string | undefined
  children: ReactNode
}

export const PayButton = ({ busy, isOpen, note, children }: Props) => (
  <Button type="submit" variant="ball" wide busy={busy} disabled={!busy && !isOpen} aria-describedby={note}>
    {children}
  </Button>
)
