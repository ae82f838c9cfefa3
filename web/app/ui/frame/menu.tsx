import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { label: ReactNode; className?: string | undefined; children: ReactNode }

/** Works without script; with it, it closes on Escape, on a press elsewhere, and when the focus leaves. */
export function Menu({ label, className = '', children }: Props) {
  const self = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the menu
  useEffect(() => {
    self.current?.removeAttribute('open')
  }, [key])
  useEffect(() => {
    function look({ target }: Event) {
      if (target instanceof Node && !self.current?.contains(target)) self.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerdown', look)
      document.removeEventListener('focusin', look)
    }
  }, [])
  function leave({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
    if (key !== 'Escape') return
    currentTarget.open = false
    currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details className={`menu ${className}`} ref={self} onKeyDown={leave}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  )
}
