import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { readCredit } from '#ledger/credit.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'

export type Family = { accountId: string; familyId: string }

/** The family's credit less what open charges use of it. Below 0: debt that belongs to no place. */
export async function readFreeCredit(db: Db, { accountId, familyId }: Family): Promise<number> {
  const [open] = await db
    .select({ cents: sql<number>`coalesce(sum(${charges.creditCents}), 0)::int` })
    .from(charges)
    .where(
      and(
        eq(charges.accountId, accountId),
        gt(charges.creditCents, 0),
        inArray(charges.state, ['pending', 'unknown']),
      ),
    )
  return (await readCredit(db, familyId)) - (open?.cents ?? 0)
}
