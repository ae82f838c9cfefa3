import { post } from '#ledger/postings.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { timeZone } from '../builders.ts'

/** The family has paid by check what it did not owe, and has it as credit. */
export async function creditFor(
  db: Db,
  { accountId, familyId }: { accountId: string; familyId: string },
  cents: number,
): Promise<number> {
  const payment: typeof offlinePayments.$inferInsert = {
    ...{ accountId, familyId, how: 'check', amountCents: cents, recordedBy: 'command:treasurer' },
    receivedOn: todayIn(timeZone),
  }
  const [saved] = await db.insert(offlinePayments).values(payment).returning({ id: offlinePayments.id })
  const { id: recordedId } = orNotFound(saved)
  await post(db, 'command:treasurer', [
    { registrationId: null, familyId, kind: 'paid', cents: -cents, recordedId },
  ])
  return recordedId
}
