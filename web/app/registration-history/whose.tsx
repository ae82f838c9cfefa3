import type { HistoryRow } from './history.ts'

/** For screen readers. */
export const Whose = ({ row }: { row: Pick<HistoryRow, 'player' | 'event'> }) => (
  <span className="visually-hidden">
    {' '}
    {row.player}, {row.event}
  </span>
)
