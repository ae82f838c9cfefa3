import type { Db } from '#platform/database/database.server.ts'
import type { Charge } from './payments.tables.ts'

/** What a payment is for, and what follows from its end. Each runs in the transaction that writes it. */
export type Purpose = {
  /** Locks what its end will change, before the charge itself is locked (docs/decisions/0010-locks.md). */
  lock: (tx: Db, chargeId: string, end: 'accepted' | 'declined') => Promise<void>
  ended: (tx: Db, charge: Charge) => Promise<void>
  /** Whether all that it paid has gone back, or is going back. */
  isGivenBack: (tx: Db, chargeId: string) => Promise<boolean>
  /** The sale was accepted, and its money does not come: what it paid is not paid. */
  notSettled: (tx: Db, charge: Charge) => Promise<void>
  /** A sale that came after its charge was given up has gone back, or will. */
  undone: (tx: Db, charge: Charge, state: 'done' | 'queued') => Promise<void>
}
