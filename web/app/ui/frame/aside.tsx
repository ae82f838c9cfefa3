import { type ReactNode, useId } from 'react'

/** A box of words beside what somebody does there, under it where the window is narrow. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <aside className="box" aria-labelledby={id}>
      <div className="box-head on-surround">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="box-body stack">{children}</div>
    </aside>
  )
}
