import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  tone: 'good' | 'due' | 'bad' | 'plain'
  /** True, or the form's answer: each new one moves the focus to the banner. */
  focus?: boolean | object | undefined
  children: ReactNode
}

export function Banner({ tone, focus, children }: Props) {
  const self = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focus) self.current?.focus()
  }, [focus])
  return (
    <div className={`banner ${tone}`} role={tone === 'bad' ? 'alert' : undefined} tabIndex={-1} ref={self}>
      {children}
    </div>
  )
}
