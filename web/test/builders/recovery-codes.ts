import type { Db } from '#platform/database/database.server.ts'
import { makeRecoveryCodes } from '#team/second-step/recovery-codes.server.ts'

/** Ten codes that a member has just got. */
export async function aMembersRecoveryCodes(db: Db, accountId: string): Promise<string[]> {
  const { codes, keep } = await makeRecoveryCodes(accountId)
  await keep(db)
  return codes
}
