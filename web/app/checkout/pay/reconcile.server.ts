import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { WantedPlace } from '#checkout/check-cart.server.ts'
import { leaseOpenCharges, releaseCharge } from '#payments/charges.db.server.ts'
import { findSale, gatewayOf } from '#payments/gateway/braintree.server.ts'
import { finish } from '#payments/gateway/take.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { freeHolds, lockPlaces } from '#registrations/places.server.ts'
import { hasRunOut } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { backToEndOfOffer } from './declined-holds.server.ts'
import { endOfCharge } from './pay.server.ts'

/**
 * Asks the gateway what became of each open charge that no live call owns. That it knows of none counts only when
 * the call that may have made one is over for certain.
 */
export async function settleOpenCharges(world: World, most?: number): Promise<void> {
  for (const open of await leaseOpenCharges(world.db, world.env.gateway.overAfterSeconds, most)) {
    // One that cannot be settled holds up no other.
    await settleCharge(world, open).catch((problem) =>
      world.log.error({ err: problem, charge: open.id }, 'an open charge could not be settled'),
    )
  }
}

async function settleCharge(world: World, open: OpenCharge): Promise<void> {
  const { id, ageSeconds } = open
  const neverMade = { state: 'declined', how: 'never seen', reason: 'it never reached the gateway' } as const
  const isOver = ageSeconds > world.env.gateway.overAfterSeconds
  const outcome = (await findSale(gatewayOf(world.env), id)) ?? (isOver ? neverMade : undefined)
  if (outcome) await finish(world, open, outcome, endOfCharge(world))
  else await releaseCharge(world.db, id)
  world.log.info({ charge: id, outcome: outcome?.state ?? 'not known yet' }, 'an open charge was looked up')
}
type OpenCharge = Awaited<ReturnType<typeof leaseOpenCharges>>[number]

/** Gives back the places of holds whose time is over and that no charge owns. */
export const sweepHolds = (world: World) => world.db.transaction((tx) => freeHolds(tx, hasRunOut))

/** Gives back holds that a visitor gives up; those that are being paid stay, and offers, until their own end. */
export async function giveUpHolds(
  world: World,
  visitor: Visitor,
  places: Pick<WantedPlace, 'personId' | 'sessionId'>[],
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
    await backToEndOfOffer(tx, mine)
    return freeHolds(tx, and(mine, isNull(offerOf)))
  })
}
