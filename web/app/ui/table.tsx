// biome-ignore-all lint/a11y/noRedundantRoles: a changed display takes the implied roles away
import type { ReactNode } from 'react'

export type Column = { name: string; figures?: boolean; hidden?: boolean }

/** Becomes a list on phones: first two cells left, figures right, the rest below. */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string
  columns: Column[]
  children: ReactNode
}) {
  return (
    <table className="table" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, figures, hidden }) => (
            <th role="columnheader" scope="col" key={name} className={figures ? 'figures' : undefined}>
              {hidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <tr role="row">{children}</tr>
}

export function Cell({
  figures,
  className,
  children,
}: {
  figures?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <td role="cell" className={[figures && 'figures', className].filter(Boolean).join(' ') || undefined}>
      {children}
    </td>
  )
}
