import type { HistoryRow } from './history.ts'

/** Whose button it is, for who hears it alone. */
export const Whose = ({ row }: { row: Pick<HistoryRow, 'player' | 'event'> }) => (
  <span className="visually-hidden">
    {' '}
    {row.player}, {row.event}
  </span>
)
