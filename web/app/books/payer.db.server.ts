import { eq } from 'drizzle-orm'
import { donations } from '#donations/donations.tables.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'

/** Who paid a charge, as the programme is told: an email address, where it is known. */
export async function payerOf(db: Db, { id, accountId }: Pick<Charge, 'id' | 'accountId'>): Promise<string> {
  const [account] = accountId
    ? await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId))
    : []
  if (account) return account.email ?? 'a family without email'
  const [gift] = await db.select({ email: donations.email }).from(donations).where(eq(donations.chargeId, id))
  return gift?.email || 'a deleted account'
}
