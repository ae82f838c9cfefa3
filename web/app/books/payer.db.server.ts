import { eq } from 'drizzle-orm'
import { donations } from '#donations/donations.tables.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { emailOf } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Who paid a charge, as the programme is told: an email address, where it is known. */
export async function payerOf(db: Db, { id, accountId }: Pick<Charge, 'id' | 'accountId'>): Promise<string> {
  const email = await emailOf(db, accountId)
  if (email !== undefined) return email ?? 'a family without email'
  const [gift] = await db.select({ email: donations.email }).from(donations).where(eq(donations.chargeId, id))
  return gift?.email || 'a deleted account'
}
