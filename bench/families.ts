import { sql } from 'drizzle-orm'
import { sessions } from '../web/app/events/events.tables.ts'
import { completeFamilies } from '../web/app/people/families.db.server.ts'
import type { Db } from '../web/app/platform/database/database.server.ts'
import { orNotFound } from '../web/app/platform/refusal.ts'
import { anEvent, aProgramme } from '../web/test/builders/builders.ts'

/**
 * Fields of family n: `inJs` for requests, `inSql` as an SQL expression for rows; checkout.sql uses the equal
 * expressions.
 */
export const familyFields = {
  /** Id of the account and of its one child. */
  id: {
    inJs: (n: number) => `00000000-0000-4000-8000-${hex(n)}`,
    inSql: (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}::int), 12, '0'))::uuid`,
  },
  idempotencyKey: {
    inJs: (n: number) => `00000000-0000-4000-9000-${hex(n)}`,
    inSql: (n: string) => `('00000000-0000-4000-9000-' || lpad(to_hex(${n}::int), 12, '0'))`,
  },
  email: {
    inJs: (n: number) => `family-${n}@bench.test`,
    inSql: (n: string) => `('family-' || ${n}::int || '@bench.test')`,
  },
}
export const familyToken = (n: number) => `family-${n}`
export const tokenHashInSql = (n: string) => `encode(sha256(('family-' || ${n}::int)::bytea), 'hex')`

const hex = (n: number) => n.toString(16).padStart(12, '0')

export const priceCents = 18_000

/** Signed-in families, and sessions with room for all and consecutive ids. Gives the first id. */
export async function addTown(db: Db, families: number, sessionCount: number) {
  await aProgramme(db)
  const event = await anEvent(db, { priceCents })
  const n = 'n'
  const { id, email } = familyFields
  await db.execute(sql`insert into accounts (id, kind, email, first_name, last_name, password_hash, activated_at)
    select ${sql.raw(id.inSql(n))}, 'parent', ${sql.raw(email.inSql(n))}, 'Robin', 'Vale', '-', now()
    from generate_series(1, ${families}::int) n`)
  await db.execute(sql`insert into people (id, account_id, role, first_name, last_name, birthday, skill_level, search)
    select id, id, 'family', 'Child', 'Vale', '2016-04-12', 'Beginner', to_tsvector('simple', 'child vale') from accounts`)
  await completeFamilies(db)
  await db.execute(
    sql`insert into releases (account_id, version, how, by) select id, '1', 'sign-up', 'family:' || family_id from accounts`,
  )
  await db.execute(sql`insert into sign_ins (token_hash, account_id, expires_at)
    select ${sql.raw(tokenHashInSql(n))}, ${sql.raw(id.inSql(n))}, now() + interval '1 day'
    from generate_series(1, ${families}::int) n`)
  await db.execute(sql`insert into sessions (event_id, number, starts_on, ends_on, description, places)
    select ${event.id}::int, n, current_date + 30, current_date + 33, 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)', 1000000
    from generate_series(1, ${sessionCount}::int) n`)
  await db.execute(sql`vacuum analyze`)
  const [first] = await db.select({ id: sessions.id }).from(sessions).orderBy(sessions.id).limit(1)
  return orNotFound(first).id
}
