import { eq } from 'drizzle-orm'
import { donations } from '#donations/donations.tables.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { findEmail } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The payer as mails to the programme name it. */
export async function readPayerName(
  db: Db,
  { id, accountId }: Pick<Charge, 'id' | 'accountId'>,
): Promise<string> {
  const email = await findEmail(db, accountId)
  if (email !== undefined) return email ?? 'a family without email'
  const [gift] = await db.select({ email: donations.email }).from(donations).where(eq(donations.chargeId, id))
  return gift?.email || 'a deleted account'
}
