import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { findDrift } from '#ledger/postings.db.server.ts'
import { recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { PaidWay } from '#registrations/ways-to-pay.ts'
import { aWorld } from '../../harness/world.ts'

type PaidPlace = { id: number; chargeId: string | null; way: PaidWay; isGivenUp: boolean }

/**
 * The places for which one payment has posted their whole price, given up since or not, where that payment was not
 * withdrawn; of each place, paid or not, its postings' sum is due.
 */
export async function paidPlaces(db: Db): Promise<PaidPlace[]> {
  expect((await findDrift(db, 0, 10_000)).drifted).toEqual([])
  const { rows } = (await db.execute(sql`
    select place.id, charges.id as "chargeId", coalesce(charges.means, by_hand.how) as way,
      place.removed_at is not null as "isGivenUp"
    from registrations as place join postings on postings.registration_id = place.id
    left join charges on charges.id = postings.charge_id
    left join offline_payments as by_hand on by_hand.id = postings.recorded_id
    where postings.kind in ('paid', 'taken back', 'not settled') and place.charge_id is null and place.held_until is null
    group by place.id, charges.id, by_hand.id
    having -sum(postings.cents) = place.price_cents order by place.id`)) as unknown as { rows: PaidPlace[] }
  return rows
}

type Payer = { accountId: string; familyId: string }

/** A family pays these places by a check, which the desk records. */
export const payByCheck = (db: Db, family: Payer, registrationIds: number[], amountCents: number) =>
  recordAtDesk(aWorld(db), family, {
    ...{ registrationIds, amountCents, how: 'check', note: '', actor: 'command:volunteer' },
    key: crypto.randomUUID(),
  })
