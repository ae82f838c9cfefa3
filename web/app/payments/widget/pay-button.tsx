import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type Props = {
  busy: boolean
  /** Whether a press leads on. While it is busy the button stays as it is, so that it keeps the focus. */
  isOpen: boolean
  /** The id of what says why it does not. */
  note: string | undefined
  children: ReactNode
}

/** The button that pays, or registers what is paid later. */
export const PayButton = ({ busy, isOpen, note, children }: Props) => (
  <Button type="submit" variant="ball" wide busy={busy} disabled={!busy && !isOpen} aria-describedby={note}>
    {children}
  </Button>
)
