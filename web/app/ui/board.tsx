import { Children, type ReactNode } from 'react'

/** A scoreboard: each child is a figure in its own box. */
export function Board({ children }: { children: ReactNode }) {
  return <span className="board">{Children.map(children, (cell) => cell && <span>{cell}</span>)}</span>
}
