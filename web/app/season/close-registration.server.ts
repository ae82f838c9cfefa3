import { eq } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { programme } from '#platform/programme.tables.ts'
import { refuse } from '#platform/refusal.ts'
import { lockSeason } from './import-season.server.ts'
import { addRevision, keepFirstRevision } from './revisions.server.ts'

type Closing = {
  /** Without one, everything. */
  sessionId?: number
  /** What families read; null opens it again. */
  words: string | null
  by: Actor
}

/** Closes registration with a sentence, or opens it again. Who is registered stays so, and a place that is held can be paid. */
export function closeRegistration(db: Db, { sessionId, words, by }: Closing): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSeason(tx)
    await keepFirstRevision(tx)
    const set = { closedWords: words?.trim() || null }
    const closed = sessionId
      ? await tx.update(sessions).set(set).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
      : await tx.update(programme).set(set).returning({ id: programme.id })
    if (closed.length === 0) refuse('not-found')
    const revision = await addRevision(tx, { by, via: 'desk' })
    const what = set.closedWords ? 'registration closed' : 'registration opened'
    await addChange(tx, { actor: by, what, sessionId: sessionId ?? null, after: { revision } })
  })
}
