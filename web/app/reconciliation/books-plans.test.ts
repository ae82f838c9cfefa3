import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { takenIn } from '#payments/comparisons.db.server.ts'
import { listRefundedIn } from '#refunds/settlement/refund-settlements.db.server.ts'
import { heldPlaces } from '../../test/builders/money/held-places.ts'
import { test } from '../../test/harness/database.ts'

test('what was taken and given back in the last days is found by indexes among the payments of years', async ({
  db,
}) => {
  await heldPlaces(db, {}, { method: 'later' })
  await db.execute(sql`insert into charges
      (idempotency_key, amount_cents, state, means, transaction_id, created_at, ended_at)
    select n, 18000, 'accepted', 'card', 'sale' || n, now() - n * interval '6 hours', now() - n * interval '6 hours'
    from generate_series(1, 3000) n`)
  await db.execute(sql`insert into registrations
      (account_id, person_id, session_id, order_id, price_cents, removed_at)
    select places.account_id, person_id, session_id, places.order_id, 18000, now()
    from registrations places, charges`)
  await db.execute(sql`insert into refunds (registration_id, charge_id, amount_cents, state, transaction_id, over_at)
    select place.id, charge.id, 18000, 'done', 'back' || place.id, charge.ended_at
    from (select id, row_number() over (order by id) as n from registrations where removed_at is not null) as place
    join (select id, ended_at, row_number() over (order by ended_at) as n from charges) as charge using (n)`)
  await db.execute(sql`analyze charges, refunds`)
  const span = { from: new Date(Date.now() - 3 * 86_400_000), until: new Date() }

  for (const [query, index] of [
    [takenIn(db, span), 'charges_created_idx'],
    [listRefundedIn(db, span), 'refunds_done_idx'],
  ] as const)
    expect(JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))).toContain(index)
})
