import { Children, type ReactNode } from 'react'

export function Board({ children }: { children: ReactNode }) {
  return <span className="board">{Children.map(children, (cell) => cell && <span>{cell}</span>)}</span>
}
