import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { areDueFirst } from '#platform/database/due-first.server.ts'
import { type Charge, charges } from './payments.tables.ts'

/** Leases sales that are due for an hour; as many as one page of the search holds. */
export async function leaseUnsettled(db: Db): Promise<string[]> {
  const leased = await db
    .update(charges)
    .set({ askSettlementAt: sql`now() + interval '1 hour'` })
    .where(areDueFirst(charges.id, charges.askSettlementAt, 50))
    .returning({ transactionId: charges.transactionId })
  return leased.flatMap(({ transactionId }) => transactionId ?? [])
}

export const askTomorrow = (db: Db, transactionIds: string[]) =>
  db
    .update(charges)
    .set({ askSettlementAt: sql`now() + interval '1 day'` })
    .where(and(inArray(charges.transactionId, transactionIds), sql`${charges.askSettlementAt} is not null`))

export async function findAcceptedCharge(db: Db, transactionId: string): Promise<Charge | undefined> {
  const isIt = and(eq(charges.transactionId, transactionId), eq(charges.state, 'accepted'))
  const [charge] = await db.select().from(charges).where(isIt)
  return charge
}

export const noteSettled = (db: Db, id: string) =>
  db.update(charges).set({ askSettlementAt: null }).where(eq(charges.id, id))

export async function noteNotSettled(tx: Db, id: string, reason: string): Promise<Charge | undefined> {
  const [charge] = await tx
    .update(charges)
    .set({
      state: 'declined',
      endedHow: 'not settled',
      declineReason: reason,
      endedAt: sql`now()`,
      askSettlementAt: null,
    })
    .where(and(eq(charges.id, id), eq(charges.state, 'accepted')))
    .returning()
  return charge
}
