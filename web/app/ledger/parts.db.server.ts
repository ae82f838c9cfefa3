import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { PaymentPart } from './credit.db.server.ts'
import { post } from './postings.db.server.ts'

/** The money that is in these places, by place and payment; and how much of it was moved there. */
export const partsInPlaces = (ids: number[]) =>
  sql`select registration_id, charge_id, recorded_id, -sum(cents)::int as cents, min(id) as first_id,
    greatest(0, coalesce(-sum(cents) filter (where kind = 'moved'), 0))::int as moved_cents
    from postings where registration_id = any(${sql.param(ids)}::int[])
      and kind in ('paid', 'taken back', 'not settled', 'moved', 'refunded', 'came back')
    group by registration_id, charge_id, recorded_id having sum(cents) < 0`

type OfFamily = { familyId: string; registrationId: number }

/** Makes these parts of what is in a locked place the family's credit. */
export const moveToCredit = (
  tx: Db,
  by: Actor,
  { familyId, registrationId }: OfFamily,
  parts: PaymentPart[],
): Promise<void> =>
  post(
    tx,
    by,
    parts.flatMap(({ cents, ...payment }) => [
      { kind: 'moved' as const, registrationId: null, familyId, cents: -cents, ...payment },
      { kind: 'moved' as const, registrationId, cents, ...payment },
    ]),
  )
