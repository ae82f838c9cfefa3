import { sql } from 'drizzle-orm'
import { completeFamilies } from '#people/families.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { anEvent, aSession } from './builders.ts'

const priceCents = 18_000

/** A session of four mornings in which so many families have a place, one child each. */
export async function aSessionWithFamilies(db: Db, families: number) {
  await db.update(programme).set({ seasonBase: '2027-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball', priceCents })
  const { id } = await aSession(db, {
    ...{ eventId, number: 1, startsOn: '2030-06-17', endsOn: '2030-06-20' },
    ...{ places: families, taken: families },
    meets: { days: [1, 2, 3, 4], starts: '09:00', ends: '11:30' },
  })
  await db.execute(sql`with made as (
      insert into accounts (kind, email, first_name, last_name, password_hash, activated_at)
      select 'parent', 'family-' || n || '@example.test', 'Robin', 'Vale', '-', now()
      from generate_series(1, ${families}::int) n returning id),
    children as (
      insert into people (account_id, role, first_name, last_name, birthday)
      select id, 'family', 'Pip', 'Vale', '2016-04-12' from made returning id, account_id),
    ordered as (
      insert into orders (account_id, method, idempotency_key, total_cents)
      select id, 'later', id, ${priceCents}::int from made returning id, account_id)
    insert into registrations (account_id, person_id, session_id, order_id, price_cents)
    select account_id, children.id, ${id}::int, ordered.id, ${priceCents}::int
    from children join ordered using (account_id)`)
  await completeFamilies(db)
  return id
}
