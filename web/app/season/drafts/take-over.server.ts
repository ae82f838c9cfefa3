import { and, eq } from 'drizzle-orm'
import { coachesFor } from '#meetings/guests/coaches.db.server.ts'
import { sessionCoaches } from '#meetings/meetings.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changeSeason } from './revisions.server.ts'

/** Who left the team stands on a session until somebody takes over; `coach` is null where the others are enough. */
type TakeOver = { sessionId: number; left: string; coach: string | null; by: Actor }

/** Another coach takes a session over, at once; the season says so from now on. */
export const takeOver = (db: Db, { sessionId, left, coach, by }: TakeOver): Promise<void> =>
  changeSeason(db, by, async (tx) => {
    const coaches = await coachesFor(tx, sessionId)
    const isLeft = coaches.some(({ id, isOfSession, isOnTeam }) => id === left && isOfSession && !isOnTeam)
    if (!isLeft) refuse('not-possible', 'This is done already: look who coaches the session now.')
    if (coach && !coaches.some(({ id, isOnTeam }) => id === coach && isOnTeam))
      refuse('not-possible', 'Who should take over does not coach today. Choose somebody else.')
    await tx
      .delete(sessionCoaches)
      .where(and(eq(sessionCoaches.sessionId, sessionId), eq(sessionCoaches.accountId, left)))
    if (coach) await tx.insert(sessionCoaches).values({ sessionId, accountId: coach }).onConflictDoNothing()
    return { what: 'session taken over', sessionId }
  })
