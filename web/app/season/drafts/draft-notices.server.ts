import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, parseCents } from '#platform/format/money.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'
import type { Preview } from '#season/publish/publish-season.server.ts'
import { type DraftChange, listChanges } from './draft-changes.ts'
import { eventIn, toSessionId } from './draft-edits.ts'

/** A line of "What changes"; `families` are pseudonymous numbers, consistent over all lines. */
export type ChangeNotice = DraftChange & {
  families: number[]
  /** The session whose changed text is mailed only on request. */
  asks?: number
  /** "12 keep $150.00" */
  aside?: string
}

/** The draft's changes with the families that would be notified. Takes no locks. */
export async function listChangeNotices(
  db: Db,
  { before, after, moves }: { before: SeasonStructure; after: SeasonStructure; moves: Preview['moves'] },
): Promise<ChangeNotice[]> {
  const changes = listChanges(before, after)
  const keys = changes.flatMap(({ event }) => event ?? [])
  const rows = numbered(await familyRows(db, keys))
  return changes.map((change) => {
    const affected = rows.filter(
      ({ key, startsOn, number }) =>
        key === change.event &&
        (!change.session || change.session === toSessionId({ starts: startsOn, number })),
    )
    const moving = moves.filter(({ sessionId }) => affected.some((row) => row.sessionId === sessionId))
    if (change.name === 'Price')
      return { ...change, families: [], ...keepPrice(before, change, affected.length) }
    if (change.kind === 'quiet' || moving.length === 0)
      return { ...change, kind: 'quiet', families: [], ...(change.name === 'Removed' && notListed) }
    const [first] = moving
    const asks = change.kind === 'text' && first?.kind === 'reworded' ? { asks: first.sessionId } : {}
    const notified = affected.filter((row) => moving.some(({ sessionId }) => sessionId === row.sessionId))
    return { ...change, ...asks, families: [...new Set(notified.map(({ family }) => family))] }
  })
}

/** Account ids never reach the browser. */
function numbered<Row extends { accountId: string | null }>(rows: Row[]) {
  const numbers = new Map<string | null, number>()
  return rows.map(({ accountId, ...row }) => {
    const family = numbers.get(accountId) ?? numbers.size
    numbers.set(accountId, family)
    return { ...row, family }
  })
}

/** Sessions that are over or empty only disappear from the season. */
const notListed = { after: 'is not listed any more' }

function keepPrice(before: SeasonStructure, { event = '' }: DraftChange, count: number) {
  const cents = parseCents(String(eventIn(before, event)?.event.price)) ?? 0
  return count > 0 ? { aside: cents === 0 ? `${count} stay free` : `${count} keep ${dollars(cents)}` } : {}
}

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

/** Current counts by event key and session id. */
export async function sessionCounts(db: Db, keys?: string[]) {
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
      `${key} ${toSessionId({ starts: startsOn, number: row.number })}`,
      row,
    ]),
  )
}
