import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { centsOf, dollars } from '#platform/format/money.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import type { Preview } from '#season/publish/publish-season.server.ts'
import { changesOf, type DraftChange } from './draft-changes.ts'
import { eventIn, sessionIdOf } from './draft-edits.ts'

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
  const keys = changes.flatMap(({ event }) => event ?? [])
  const rows = numbered(await familyRows(db, keys))
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
    const told = own.filter((row) => moving.some(({ sessionId }) => sessionId === row.sessionId))
    return { ...change, ...asks, families: [...new Set(told.map(({ family }) => family))] }
  })
}

/** The same account is the same number in each row, and no browser gets to know whose. */
function numbered<Row extends { accountId: string | null }>(rows: Row[]) {
  const numbers = new Map<string | null, number>()
  return rows.map(({ accountId, ...row }) => {
    const family = numbers.get(accountId) ?? numbers.size
    numbers.set(accountId, family)
    return { ...row, family }
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
      kept: sessions.kept,
      waiting: sessions.waiting,
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
