import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { RequestedPlace } from '#checkout/check-cart.server.ts'
import { leaseOpenCharges, releaseCharge } from '#payments/charges.db.server.ts'
import { findSale, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { finish } from '#payments/gateway/take.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { freeHolds, lockPlaces } from '#registrations/places.server.ts'
import { hasRunOut } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { restoreOfferEnd } from './declined-holds.server.ts'
import { chargePurpose } from './pay.server.ts'

/**
 * Looks up open charges that no live call owns. A sale that the gateway does not know counts as never made only once
 * the call that may have made it is certainly over.
 */
export async function reconcileOpenCharges(world: World, most?: number): Promise<void> {
  for (const open of await leaseOpenCharges(world.db, world.env.gateway.overAfterSeconds, most)) {
    // One failure does not stop the others.
    await settleCharge(world, open).catch((problem) =>
      world.log.error({ err: problem, charge: open.id }, 'an open charge could not be settled'),
    )
  }
}

async function settleCharge(world: World, open: OpenCharge): Promise<void> {
  const { id, ageSeconds } = open
  const neverMade = { state: 'declined', how: 'never seen', reason: 'it never reached the gateway' } as const
  const isOver = ageSeconds > world.env.gateway.overAfterSeconds
  const outcome = (await findSale(gatewayFor(world.env), id)) ?? (isOver ? neverMade : undefined)
  if (outcome) await finish(world, open, outcome, chargePurpose(world))
  else await releaseCharge(world.db, id)
  world.log.info({ charge: id, outcome: outcome?.state ?? 'not known yet' }, 'an open charge was looked up')
}
type OpenCharge = Awaited<ReturnType<typeof leaseOpenCharges>>[number]

/** Releases holds that have run out and that no charge owns. */
export const sweepHolds = (world: World) => world.db.transaction((tx) => freeHolds(tx, hasRunOut))

/** Releases the visitor's holds, except those being paid; offers stay until their own end. */
export async function freeVisitorHolds(
  world: World,
  visitor: Visitor,
  places: Pick<RequestedPlace, 'personId' | 'sessionId'>[],
) {
  const these = or(
    ...places.map(({ personId, sessionId }) =>
      and(eq(registrations.personId, personId), eq(registrations.sessionId, sessionId)),
    ),
  )
  if (!these) return 0
  const { accountId, chargeId, offerOf, heldUntil } = registrations
  const mine = and(these, eq(accountId, visitor.accountId), isNull(chargeId), isNotNull(heldUntil))
  return world.db.transaction(async (tx) => {
    if ((await lockPlaces(tx, mine)).length === 0) return 0
    await restoreOfferEnd(tx, mine)
    return freeHolds(tx, and(mine, isNull(offerOf)))
  })
}
