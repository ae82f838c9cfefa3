import type { ReactNode } from 'react'
import { LoneBall } from './drawings.tsx'

export function Empty({
  title,
  children,
  action,
}: {
  title?: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      <LoneBall />
      <div>
        {title && <h2>{title}</h2>}
        {children && <p>{children}</p>}
        {action}
      </div>
    </div>
  )
}
