import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'

/** The session is locked. */
export async function moveToHead(
  tx: Db,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<void> {
  await tx
    .update(waitingEntries)
    .set({
      turn: sql`(select min(turn) - 1 from waiting_entries where session_id = ${sessionId} and ended_at is null)`,
      movedAheadAt: sql`now()`,
    })
    .where(eq(waitingEntries.id, id))
}
