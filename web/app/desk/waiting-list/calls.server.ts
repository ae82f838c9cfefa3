import { eq } from 'drizzle-orm'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { momentFromNow } from '#platform/format/clock.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { findLineSession } from '#waiting-list/waiting-line.db.server.ts'
import { entriesToCall } from './calls.db.server.ts'
import { describeSession } from './family-line.server.ts'

/** Number of calls due, and when the first offer ends. */
export async function countCalls(db: Db) {
  const entries = await entriesToCall(db)
  const [first] = entries
    .flatMap(({ heldUntil }) => heldUntil ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
  const { timeZone } = await readProgramme(db)
  return {
    many: new Set(entries.map(({ number }) => number)).size,
    until: first && momentFromNow(first, timeZone),
  }
}

export async function familiesToCall(db: Db) {
  const calls = []
  for (const { id, number, phone, children, sessionId, endedWhy, heldUntil, ...entry } of await entriesToCall(
    db,
  )) {
    const session = orNotFound(await findLineSession(db, sessionId))
    const { firstName, lastName } = entry
    calls.push({
      ...{ id, number, phone, children },
      ...describeSession(session),
      holder: `${firstName} ${lastName}`,
      news: describeNews(endedWhy, heldUntil && momentFromNow(heldUntil, session.timeZone)),
    })
  }
  return calls
}
export type FamilyToCall = Awaited<ReturnType<typeof familiesToCall>>[number]

const endings: Record<string, string> = {
  expired: 'The offer ran out, and went to the next family.',
  over: 'The list is over, and no place came free.',
  'taken away': 'The session is not offered any more.',
  'does not fit': 'A place came free, and the session is for another age.',
}

function describeNews(endedWhy: string | null, until: string | null): string {
  if (endedWhy) return endings[endedWhy] ?? ''
  return until
    ? `A place is held until ${until}.`
    : 'A place came free: who of the list takes it first has it.'
}

export const noteCalled = (db: Db, entryId: number, actor: Actor): Promise<void> =>
  db.transaction(async (tx) => {
    const isIt = eq(waitingEntries.id, entryId)
    const [entry] = await tx.select({ accountId: waitingEntries.accountId }).from(waitingEntries).where(isIt)
    // Two members at once: the second is refused.
    await lockAccount(tx, orNotFound(entry).accountId, 'no key update')
    const [call] = await entriesToCall(tx, isIt)
    if (!call)
      return refuse(
        'not-possible',
        'Somebody has called this family already, or there is nothing to tell it any more.',
      )
    const { accountId, familyId, sessionId } = call
    const isOwnFamily = isActorsAccount(actor, accountId)
    await addChange(tx, { actor, what: 'family called', familyId, sessionId, isOwnFamily })
  })
