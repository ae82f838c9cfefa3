import { actorNames } from '#people/actors.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { dayAndTime } from '#platform/dates.ts'

/** When somebody published, and who did. */
export async function whenAndWho(db: Db, { at, by }: { at: Date; by: Actor }, timeZone: string) {
  return { when: dayAndTime(at, timeZone), who: (await actorNames(db, [by]))(by) }
}
