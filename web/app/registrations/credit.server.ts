import { and, eq, inArray, sql } from 'drizzle-orm'
import { creditOf } from '#ledger/credit.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database.server.ts'

/** The family's credit that no open charge uses; its account is locked `for no key update` where it is used or paid out. */
export async function freeCreditOf(
  tx: Db,
  { accountId, familyId }: { accountId: string; familyId: string },
): Promise<number> {
  const [used] = await tx
    .select({ cents: sql<number>`coalesce(sum(${charges.creditCents}), 0)::int` })
    .from(charges)
    .where(and(eq(charges.accountId, accountId), inArray(charges.state, ['pending', 'unknown'])))
  return Math.max(0, (await creditOf(tx, familyId)) - (used?.cents ?? 0))
}
