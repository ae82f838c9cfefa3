import { inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { Actor } from './actor.ts'
import { changeNotes, changes } from './changes.tables.ts'
import { type ChangeKind, type ChangeReason, isTextFree, type TextFree } from './changes.ts'
import { orNotFound } from './refusal.ts'

type Change = {
  actor: Actor
  what: ChangeKind
  sessionId?: number | null
  meetingId?: string | null
  reason?: ChangeReason
  words?: string
  isOwnFamily?: boolean
} & (PeopleChange | ThingChange)
type PeopleChange = {
  familyId?: string | null
  personId?: string | null
  before?: TextFree
  after?: TextFree
}
type ThingChange = { familyId?: undefined; personId?: undefined; before?: unknown; after?: unknown }

/** Writes a line of the log, in the transaction of the change. */
export async function addChange(tx: Db, { words: note, ...change }: Change): Promise<void> {
  const concernsPeople = change.familyId || change.personId
  if (concernsPeople && !(isTextFree(change.before) && isTextFree(change.after)))
    throw new Error(`“${change.what}” of a family tells more than names of fields and numbers.`)
  const [saved] = await tx.insert(changes).values(change).returning({ id: changes.id })
  if (note) await tx.insert(changeNotes).values({ changeId: orNotFound(saved).id, words: note })
}

/** Deletes free text, as when a family is erased. */
export const forgetChangeNotes = (tx: Db, condition: SQL) =>
  tx
    .delete(changeNotes)
    .where(inArray(changeNotes.changeId, tx.select({ id: changes.id }).from(changes).where(condition)))
