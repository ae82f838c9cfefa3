import type { Db } from '#platform/database/database.server.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'
import { tries } from '#platform/http/tries.tables.ts'

/** As if `key` had been tried so often just now, whether or not the next window begins before it is tried again. */
export async function tried(db: Db, key: string, { tries: count, minutes }: Limit) {
  const windowMs = minutes * 60_000
  const start = Math.floor(Date.now() / windowMs) * windowMs
  await db
    .insert(tries)
    .values([start, start + windowMs].map((ms) => ({ key, windowStart: new Date(ms), count })))
}
