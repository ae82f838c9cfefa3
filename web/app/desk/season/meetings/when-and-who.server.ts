import { actorNames } from '#people/actors.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { formatList } from '#platform/format/format-list.ts'

type Publish = { at: Date; by: Actor }

/** Time of the last publish, and all authors. */
export async function whenAndWho(db: Db, [last, ...before]: [Publish, ...Publish[]], timeZone: string) {
  const actors = [...new Set([last, ...before].map(({ by }) => by))]
  const names = await actorNames(db, actors)
  return { when: dayAndTime(last.at, timeZone), who: formatList(actors.map(names)) }
}
