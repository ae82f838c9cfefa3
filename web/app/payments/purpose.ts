import type { Db } from '#platform/database/database.server.ts'
import type { Charge } from './payments.tables.ts'

/** The consequences of a charge's end, by what it pays. Each runs in the transaction that writes the end. */
export type Purpose = {
  /** Locks what its end will change, before the charge itself is locked (docs/decisions/0010-locks.md). */
  lock: (tx: Db, chargeId: string, end: 'accepted' | 'declined') => Promise<void>
  ended: (tx: Db, charge: Charge) => Promise<void>
  isRefunded: (tx: Db, chargeId: string) => Promise<boolean>
  notSettled: (tx: Db, charge: Charge) => Promise<void>
  /** A sale that came after its charge was given up is refunded, or will be. */
  undone: (tx: Db, charge: Charge, state: 'done' | 'queued') => Promise<void>
}
