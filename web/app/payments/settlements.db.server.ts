import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { areDueFirst } from '#platform/database/due-first.server.ts'
import { type Charge, charges } from './payments.tables.ts'

/** Sales that are due to be asked about, leased to this asker for an hour. As many as one search answers on one page. */
export async function leaseUnsettled(db: Db): Promise<string[]> {
  const leased = await db
    .update(charges)
    .set({ askSettlementAt: sql`now() + interval '1 hour'` })
    .where(areDueFirst(charges.id, charges.askSettlementAt, 50))
    .returning({ transactionId: charges.transactionId })
  return leased.flatMap(({ transactionId }) => transactionId ?? [])
}

/** They were asked about: those that are still under way are asked about again tomorrow. */
export const askTomorrow = (db: Db, transactionIds: string[]) =>
  db
    .update(charges)
    .set({ askSettlementAt: sql`now() + interval '1 day'` })
    .where(and(inArray(charges.transactionId, transactionIds), sql`${charges.askSettlementAt} is not null`))

/** The accepted charge that a sale is of. */
export async function acceptedBy(db: Db, transactionId: string): Promise<Charge | undefined> {
  const isIt = and(eq(charges.transactionId, transactionId), eq(charges.state, 'accepted'))
  const [charge] = await db.select().from(charges).where(isIt)
  return charge
}

/** Nothing more is to be asked of it. */
export const noteSettled = (db: Db, id: string) =>
  db.update(charges).set({ askSettlementAt: null }).where(eq(charges.id, id))

/** Its money does not come; undefined when somebody else wrote it. */
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
