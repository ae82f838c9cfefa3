import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  tone: 'good' | 'due' | 'bad' | 'plain'
  /** True, or the answer it belongs to: each new answer takes the focus to the banner. */
  focus?: boolean | object | undefined
  children: ReactNode
}

/** The one message of a page. */
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
