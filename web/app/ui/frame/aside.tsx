import { type ReactNode, useId } from 'react'

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
