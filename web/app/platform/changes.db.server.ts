import { inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { Actor } from './actor.ts'
import { changeNotes, changes } from './changes.tables.ts'
import { type ChangeReason, type ChangeWord, isWordless, type Wordless } from './changes.ts'
import { found } from './refusal.ts'

type Change = {
  actor: Actor
  what: ChangeWord
  sessionId?: number | null
  meetingId?: string | null
  reason?: ChangeReason
  /** In somebody's own words. */
  words?: string
  /** The actor did it to the actor's own family. */
  isOwnFamily?: boolean
} & (OfPeople | OfThings)
type OfPeople = { familyId?: string | null; personId?: string | null; before?: Wordless; after?: Wordless }
type OfThings = { familyId?: undefined; personId?: undefined; before?: unknown; after?: unknown }

/** Writes a line of the log, in the transaction of what it tells. */
export async function addChange(tx: Db, { words, ...change }: Change): Promise<void> {
  const isOfPeople = change.familyId || change.personId
  if (isOfPeople && !(isWordless(change.before) && isWordless(change.after)))
    throw new Error(`“${change.what}” of a family tells more than names of fields and numbers.`)
  const [saved] = await tx.insert(changes).values(change).returning({ id: changes.id })
  if (words) await tx.insert(changeNotes).values({ changeId: found(saved).id, words })
}

/** Empties what was written in somebody's own words, as of a family that is erased. */
export const forgetChangeNotes = (tx: Db, which: SQL) =>
  tx
    .delete(changeNotes)
    .where(inArray(changeNotes.changeId, tx.select({ id: changes.id }).from(changes).where(which)))
