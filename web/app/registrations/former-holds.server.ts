import { type Placeholder, type SQL, sql } from 'drizzle-orm'

type Id = Placeholder | SQL

/**
 * Holds that were given back or ran out, as `tries` whose window is the end of the hold: one account does not keep a
 * place of a session from others by holding it again and again.
 */
export const formerKey = (accountId: Id, sessionId: Id) =>
  sql`concat('held:', ${accountId}::uuid, ':', ${sessionId}::int)`

const lastEnd = (keys: SQL) => sql`from tries where tries.key = any(array(select ${keys}))`

/** Until when a new hold may last at most, where a former one would have lasted longer than now. */
export const formerEnd = (accountId: Id, sessionId: Id) =>
  sql`(select max(window_start) ${lastEnd(formerKey(accountId, sessionId))} and window_start > now())`

/** How many seconds ago the account's last hold in each of these sessions ended; below 0 where its time is not over. */
export const secondsSinceHeld = (accountId: Id, sessionIds: Id) =>
  sql<Record<string, number> | null>`(select json_object_agg(session_id, seconds) from (
    select split_part(key, ':', 3) as session_id, extract(epoch from now() - max(window_start)) as seconds
    ${lastEnd(formerKey(accountId, sql`unnest(${sessionIds}::int[])`))} group by key) as former)`
