import { eq } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { changeSeason } from '#season/drafts/revisions.server.ts'

type Closing = {
  /** Without one, everything. */
  sessionId?: number
  /** What families read; null opens it again. */
  words: string | null
  by: Actor
}

/** Closes registration with a sentence, or opens it again. Who is registered stays so, and a place that is held can be paid. */
export const closeRegistration = (db: Db, { sessionId, words, by }: Closing): Promise<void> =>
  changeSeason(db, by, async (tx) => {
    const set = { closedWords: words?.trim() || null }
    const closed = sessionId
      ? await tx.update(sessions).set(set).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
      : await tx.update(programme).set(set).returning({ id: programme.id })
    if (closed.length === 0) refuse('not-found')
    return {
      what: set.closedWords ? 'registration closed' : 'registration opened',
      sessionId: sessionId ?? null,
    }
  })
