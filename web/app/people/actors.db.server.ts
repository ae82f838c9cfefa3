import { inArray } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { accounts } from './people.tables.ts'
import { fullName } from './people.ts'

/** Display names; a member's is that of the account today. */
export async function actorNames(db: Db, actors: Actor[]): Promise<(actor: Actor) => string> {
  const ids = actors.flatMap((actor) => parseActor(actor).member ?? [])
  const rows = ids.length === 0 ? [] : await db.select().from(accounts).where(inArray(accounts.id, ids))
  const names = new Map(rows.map((account) => [account.id, fullName(account)]))
  return (actor) => {
    const { member, command, family, site } = parseActor(actor)
    if (member) return names.get(member) ?? 'a former member'
    if (site !== undefined) return 'the site'
    // An earlier version, which may still run, writes a command's bare user name.
    return command ?? (family ? 'the family' : actor)
  }
}

function parseActor(actor: Actor): { member?: string; command?: string; family?: string; site?: string } {
  const [kind = '', ...rest] = actor.split(':')
  return { [kind]: rest.join(':') }
}
