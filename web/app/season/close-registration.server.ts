import { eq } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { changeSeason } from '#season/drafts/revisions.server.ts'

type Closing = {
  /** Without one: all registration. */
  sessionId?: number
  /** Shown to families; null opens registration again. */
  sentence: string | null
  by: Actor
}

/** Closes registration with a sentence, or reopens it. Places that are taken or held are not affected. */
export const closeRegistration = (db: Db, { sessionId, sentence, by }: Closing): Promise<void> =>
  changeSeason(db, by, async (tx) => {
    const set = { closedWords: sentence?.trim() || null }
    const closed = sessionId
      ? await tx.update(sessions).set(set).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
      : await tx.update(programme).set(set).returning({ id: programme.id })
    if (closed.length === 0) refuse('not-found')
    return {
      what: set.closedWords ? 'registration closed' : 'registration opened',
      sessionId: sessionId ?? null,
    }
  })
