import { inArray } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { accounts } from './people.tables.ts'
import { fullName } from './people.ts'

/** What these are called where people read it: a member by the name that its account's holder has now. */
export async function actorNames(db: Db, actors: Actor[]): Promise<(actor: Actor) => string> {
  const ids = actors.flatMap((actor) => partsOf(actor).member ?? [])
  const rows = ids.length === 0 ? [] : await db.select().from(accounts).where(inArray(accounts.id, ids))
  const names = new Map(rows.map((account) => [account.id, fullName(account)]))
  return (actor) => {
    const { member, command, family, site } = partsOf(actor)
    if (member) return names.get(member) ?? 'a former member'
    if (site !== undefined) return 'the site'
    // A version that knew no kinds of actors, and may run beside this one, writes a command's user alone.
    return command ?? (family ? 'the family' : actor)
  }
}

function partsOf(actor: Actor): { member?: string; command?: string; family?: string; site?: string } {
  const [kind = '', ...rest] = actor.split(':')
  return { [kind]: rest.join(':') }
}
