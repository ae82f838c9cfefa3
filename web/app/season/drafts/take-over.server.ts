import { and, eq } from 'drizzle-orm'
import { coachesFor } from '#meetings/coaches.db.server.ts'
import { sessionCoaches } from '#meetings/meetings.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changeSeason } from './revisions.server.ts'

/** A departed coach stays on a session until replaced; `coach` is null if the others suffice. */
type TakeOver = { sessionId: number; left: string; coach: string | null; by: Actor }

/** Replaces a departed coach, at once and in the season. */
export const takeOver = (db: Db, { sessionId, left: formerId, coach, by }: TakeOver): Promise<void> =>
  changeSeason(db, by, async (tx) => {
    const coaches = await coachesFor(tx, sessionId)
    const isFormer = coaches.some(
      ({ id, isOfSession, isOnTeam }) => id === formerId && isOfSession && !isOnTeam,
    )
    if (!isFormer) refuse('not-possible', 'This is done already: look who coaches the session now.')
    if (coach && !coaches.some(({ id, isOnTeam }) => id === coach && isOnTeam))
      refuse('not-possible', 'Who should take over does not coach today. Choose somebody else.')
    await tx
      .delete(sessionCoaches)
      .where(and(eq(sessionCoaches.sessionId, sessionId), eq(sessionCoaches.accountId, formerId)))
    if (coach) await tx.insert(sessionCoaches).values({ sessionId, accountId: coach }).onConflictDoNothing()
    return { what: 'session taken over', sessionId }
  })
