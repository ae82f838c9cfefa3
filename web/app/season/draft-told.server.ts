import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { centsOf, dollars } from '#platform/money.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { changesOf, type DraftChange } from './draft-changes.ts'
import { eventIn, sessionIdOf } from './draft-edits.ts'
import type { Preview } from './publish-season.server.ts'
import type { SeasonStructure } from './season-structure.server.ts'

/** A line of "What changes": `families` are numbers that stand for families, the same in each line. */
export type ToldChange = DraftChange & {
  families: number[]
  /** The session whose changed text is told only when somebody says so. */
  asks?: number
  /** "12 keep $150.00" */
  aside?: string
}

/** What a draft changes and who is told of it, in words. It locks nothing. */
export async function toldChanges(
  db: Db,
  { before, after, moves }: { before: SeasonStructure; after: SeasonStructure; moves: Preview['moves'] },
): Promise<ToldChange[]> {
  const changes = changesOf(before, after)
  const rows = await familyRows(
    db,
    changes.flatMap(({ event }) => event ?? []),
  )
  const numbers = new Map(
    [...new Set(rows.map(({ accountId }) => accountId))].map((id, index) => [id, index]),
  )
  const familiesOf = (ids: number[]) => [
    ...new Set(
      rows.flatMap(({ sessionId, accountId }) =>
        ids.includes(sessionId) ? [numbers.get(accountId) ?? 0] : [],
      ),
    ),
  ]
  return changes.map((change) => {
    const own = rows.filter(
      ({ key, startsOn, number }) =>
        key === change.event &&
        (!change.session || change.session === sessionIdOf({ starts: startsOn, number })),
    )
    const moving = moves.filter(({ sessionId }) => own.some((row) => row.sessionId === sessionId))
    if (change.name === 'Price') return { ...change, families: [], ...keepPrice(before, change, own.length) }
    if (change.kind === 'quiet' || moving.length === 0)
      return { ...change, kind: 'quiet', families: [], ...(change.name === 'Removed' && notListed) }
    const [first] = moving
    const asks = change.kind === 'text' && first?.kind === 'reworded' ? { asks: first.sessionId } : {}
    return { ...change, ...asks, families: familiesOf(moving.map(({ sessionId }) => sessionId)) }
  })
}

/** What is over, or nobody plays in, is only out of the season. */
const notListed = { after: 'is not listed any more' }

function keepPrice(before: SeasonStructure, { event = '' }: DraftChange, count: number) {
  const cents = centsOf(String(eventIn(before, event)?.event.price)) ?? 0
  return count > 0 ? { aside: cents === 0 ? `${count} stay free` : `${count} keep ${dollars(cents)}` } : {}
}

/** Every place of a family in these events, with its session. */
function familyRows(db: Db, keys: string[]) {
  const isThere = and(
    inArray(events.key, keys),
    isNull(registrations.removedAt),
    isNull(registrations.heldUntil),
    isNotNull(registrations.accountId),
  )
  const { accountId } = registrations
  return db
    .select({
      sessionId: sessions.id,
      key: events.key,
      startsOn: sessions.startsOn,
      number: sessions.number,
      accountId,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(isThere)
}

/** What the desk shows of the sessions of an event, or of all, beside what the season says. */
export async function sessionFacts(db: Db, keys?: string[]) {
  const rows = await db
    .select({
      id: sessions.id,
      key: events.key,
      startsOn: sessions.startsOn,
      number: sessions.number,
      taken: sessions.taken,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(keys && inArray(events.key, keys))
  return new Map(
    rows.map(({ key, startsOn, ...row }) => [
      `${key} ${sessionIdOf({ starts: startsOn, number: row.number })}`,
      row,
    ]),
  )
}
