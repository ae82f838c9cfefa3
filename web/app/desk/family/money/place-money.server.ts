import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DeskFamily } from '#desk/family/family.server.ts'
import { sessions } from '#events/events.tables.ts'
import { withBalance } from '#ledger/balance.ts'
import { paidCentsOf } from '#ledger/postings.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayRange } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import { freeCreditOf } from '#registrations/credit/credit.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { standingColumns, underWayCents } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { PlaceAct } from './place-acts.schema.ts'

/** The money of one place of a family, given up or not, and what the desk may do with it. */
export async function placeMoneyOf(db: Db, family: DeskFamily, registrationId: number) {
  const { accountId } = family
  const places = db
    .select({
      ...nameColumns,
      id: registrations.id,
      player: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      ...{ startsOn: sessions.startsOn, endsOn: sessions.endsOn, priceCents: registrations.priceCents },
      ...standingColumns,
      removedAt: registrations.removedAt,
      paidCents: paidCentsOf(registrations.id),
      underWayCents,
    })
    .from(registrations)
    .$dynamic()
  const isIt = and(eq(registrations.id, registrationId), eq(registrations.accountId, accountId))
  const [row] = await withNames(places).where(and(isIt, isNull(registrations.heldUntil)))
  const { accountId: _, chargeId: __, startsOn, endsOn, removedAt, ...place } = withBalance(found(row))
  const facts = {
    ...place,
    dates: dayRange(startsOn, endsOn),
    isGivenUp: removedAt !== null,
    outstandingCents: place.owedCents + place.beingPaidCents,
    /** What can go back: a refund that is under way takes its part. */
    backCents: place.paidCents - place.underWayCents,
    creditCents: await freeCreditOf(db, family),
  }
  return { ...facts, acts: facts.standing === 'being paid' ? [] : actsOf(facts) }
}
export type PlaceMoney = Awaited<ReturnType<typeof placeMoneyOf>>

type Facts = { isGivenUp: boolean } & Record<'backCents' | 'owedCents' | 'creditCents', number>

function actsOf({ isGivenUp, backCents, owedCents, creditCents }: Facts): PlaceAct[] {
  const canGiveBack = !isGivenUp && backCents > 0
  return [
    ...(canGiveBack ? (['give-up', 'give-back'] as const) : []),
    ...(owedCents > 0 ? (['waive'] as const) : []),
    ...(owedCents > 0 && creditCents > 0 ? (['use-credit'] as const) : []),
    'fee',
  ]
}
