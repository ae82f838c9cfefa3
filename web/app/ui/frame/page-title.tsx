import type { ReactNode } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'

type Props = { children: ReactNode; lead?: ReactNode; aside?: ReactNode }

/** The heading of a page on plain ground; `aside` stands at its right, such as filters. */
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
