import type { ReactNode } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'

type Props = { children: ReactNode; lead?: ReactNode; aside?: ReactNode }

export function PageTitle({ children, lead, aside }: Props) {
  return (
    <div className="page-title">
      <div>
        <h1>{children}</h1>
        {lead && <p>{typeof lead === 'string' ? <Unbroken>{lead}</Unbroken> : lead}</p>}
      </div>
      {aside}
    </div>
  )
}
