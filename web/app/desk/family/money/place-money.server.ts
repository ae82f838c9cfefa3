import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DeskFamily } from '#desk/family/family.server.ts'
import { sessions } from '#events/events.tables.ts'
import { withBalance } from '#ledger/balance.ts'
import { paidCentsFor } from '#ledger/postings.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayRange } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { standingColumns, underWayCents } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { PlaceAct } from './place-acts.schema.ts'

/** Money of one place, also a given-up one, with the possible acts. */
export async function readPlaceMoney(db: Db, family: DeskFamily, registrationId: number) {
  const { accountId } = family
  const places = db
    .select({
      ...nameColumns,
      id: registrations.id,
      player: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      ...{ startsOn: sessions.startsOn, endsOn: sessions.endsOn, priceCents: registrations.priceCents },
      ...standingColumns,
      removedAt: registrations.removedAt,
      paidCents: paidCentsFor(registrations.id),
      underWayCents,
    })
    .from(registrations)
    .$dynamic()
  const isIt = and(eq(registrations.id, registrationId), eq(registrations.accountId, accountId))
  const [row] = await withNames(places).where(and(isIt, isNull(registrations.heldUntil)))
  const { accountId: _, chargeId: __, startsOn, endsOn, removedAt, ...place } = withBalance(orNotFound(row))
  const money = {
    ...place,
    dates: dayRange(startsOn, endsOn),
    isGivenUp: removedAt !== null,
    outstandingCents: place.owedCents + place.beingPaidCents,
    /** Refundable: paid, less refunds under way. */
    backCents: place.paidCents - place.underWayCents,
    creditCents: await readFreeCredit(db, family),
  }
  return { ...money, acts: money.standing === 'being paid' ? [] : possibleActs(money) }
}
export type PlaceMoney = Awaited<ReturnType<typeof readPlaceMoney>>

type PlaceSums = { isGivenUp: boolean } & Record<'backCents' | 'owedCents' | 'creditCents', number>

function possibleActs({ isGivenUp, backCents, owedCents, creditCents }: PlaceSums): PlaceAct[] {
  const canGiveBack = !isGivenUp && backCents > 0
  return [
    ...(canGiveBack ? (['give-up', 'give-back'] as const) : []),
    ...(owedCents > 0 ? (['waive'] as const) : []),
    ...(owedCents > 0 && creditCents > 0 ? (['use-credit'] as const) : []),
    'fee',
  ]
}
