import { actorNames } from '#people/actors.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { listOf } from '#platform/format/list-of.ts'

type Publish = { at: Date; by: Actor }

/** When somebody published last, and who did since. */
export async function whenAndWho(db: Db, [last, ...before]: [Publish, ...Publish[]], timeZone: string) {
  const actors = [...new Set([last, ...before].map(({ by }) => by))]
  const names = await actorNames(db, actors)
  return { when: dayAndTime(last.at, timeZone), who: listOf(actors.map(names)) }
}
