import type { ReactNode } from 'react'

/** The heading of a page on plain ground; `aside` stands at its right, such as filters. */
export function PageTitle(props: { children: ReactNode; lead?: ReactNode; aside?: ReactNode }) {
  return (
    <div className="page-title">
      <div>
        <h1>{props.children}</h1>
        {props.lead && <p>{props.lead}</p>}
      </div>
      {props.aside}
    </div>
  )
}
