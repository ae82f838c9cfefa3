import type { HistoryRow } from './history.ts'

/** Whose button it is, for who hears it alone. */
export const Whose = ({ row }: { row: HistoryRow }) => (
  <span className="visually-hidden">
    {' '}
    {row.player}, {row.event}
  </span>
)
