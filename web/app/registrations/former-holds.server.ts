import { type Placeholder, type SQL, sql } from 'drizzle-orm'

type Id = Placeholder | SQL

/**
 * Ended holds, as `tries` whose window ends with the hold: no account blocks a session's places by holding them again
 * and again.
 */
export const formerKey = (accountId: Id, sessionId: Id) =>
  sql`concat('held:', ${accountId}::uuid, ':', ${sessionId}::int)`

const lastEnd = (keys: SQL) => sql`from tries where tries.key = any(array(select ${keys}))`

/** A new hold ends no later than a former one would have. */
export const formerEnd = (accountId: Id, sessionId: Id) =>
  sql`(select max(window_start) ${lastEnd(formerKey(accountId, sessionId))} and window_start > now())`

/** Seconds since the account's last hold in each session ended; below 0 while it would still last. */
export const secondsSinceHeld = (accountId: Id, sessionIds: Id) =>
  sql<Record<string, number> | null>`(select json_object_agg(session_id, seconds) from (
    select split_part(key, ':', 3) as session_id, extract(epoch from now() - max(window_start)) as seconds
    ${lastEnd(formerKey(accountId, sql`unnest(${sessionIds}::int[])`))} group by key) as former)`
