import { sql } from 'drizzle-orm'
import { findDrift } from '#ledger/postings.db.server.ts'
import { type Db, queryRows } from '#platform/database/db.ts'

/** Every sum that is wrong, in words. */
export async function wrongSums(db: Db): Promise<string[]> {
  const { drifted } = await findDrift(db, 0, 100_000)
  const rows = await queryRows<{ wrong: string }>(
    db,
    sql`select format('place %s is held and has postings', id) as wrong from registrations
      where held_until is not null and exists (select from postings where registration_id = registrations.id)
    union all
    select format('charge %s took %s, not %s', id, took, posted) from (
      select id, state = 'accepted' as is_accepted, case when state = 'accepted' then amount_cents else 0 end as took,
        coalesce((select -sum(cents) from postings where charge_id = charges.id and kind in ('paid', 'not settled')), 0) as posted
      from charges where ended_how is distinct from 'not settled'
        and not exists (select from donations where donations.charge_id = charges.id)) as charge
      where took <> posted
    union all
    select format('payment %s brought %s, not %s', id, brought, posted) from (
      select id, amount_cents - taken_back_cents as brought,
        coalesce((select -sum(cents) from postings where recorded_id = offline_payments.id
          and (kind = 'taken back' or kind = 'paid' and refund_id is null)), 0) as posted
      from offline_payments) as payment where brought <> posted
    union all
    select format('place %s is due %s, and cost %s, was paid %s and given back %s', id, due_cents, cost, paid, back) from (
      select place.id, due_cents, coalesce(sum(cents) filter (where kind in ('price', 'fee', 'waived')), 0) as cost,
        coalesce(-sum(cents) filter (where kind in ('paid', 'moved', 'taken back', 'not settled')), 0) as paid,
        coalesce(sum(cents) filter (where kind in ('refunded', 'came back')), 0) as back
      from registrations as place left join postings on registration_id = place.id where held_until is null group by place.id) as place
      where due_cents not between -paid and greatest(cost, 0) + back or paid < 0 or back < 0
    union all
    select format('money moved from payment %s and %s comes to %s', charge_id, recorded_id, sum(cents)) from postings
      where kind = 'moved' group by family_id, charge_id, recorded_id having sum(cents) <> 0
    union all
    select format('family %s has a credit of %s', coalesce(merged_into, families.id), -sum(cents)) from postings
      join families on families.id = family_id where registration_id is null group by coalesce(merged_into, families.id)
      having sum(cents) > coalesce((sum(cents) filter (where kind in ('refunded', 'came back'))), 0)`,
  )
  const wrongDues = drifted.map(
    ({ id, dueCents, postedCents }) => `place ${id} is due ${dueCents}: by its postings ${postedCents}`,
  )
  return [...wrongDues, ...rows.map(({ wrong }) => wrong)]
}
