import { processCart } from '#checkout/process-cart.server.ts'
import type { NewPerson } from '#people/people.schema.ts'
import { createPlayer } from '#people/players.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { isBeforeOpening } from './desk-sessions.server.ts'
import type { DeskFamily } from './family.server.ts'

/** A child of a family that came to the desk, or called. */
export function addPlayerAtDesk({ db, env }: World, family: DeskFamily, form: NewPerson, actor: Actor) {
  const { accountId, familyId } = family
  return db.transaction(async (tx) => {
    const player = await createPlayer({ db: tx, env }, family, form)
    const isOwnFamily = isOwnFamilyOf(actor, accountId)
    await addChange(tx, { actor, what: 'player added', familyId, personId: player.id, isOwnFamily })
    return player
  })
}

export type DeskPlace = {
  personId: string
  sessionId: number
  seenCents: number
  /** One for each form: sent twice, it gives one place. */
  idempotencyKey: string
  /** Why before registration opens. */
  words: string
}

/** Gives a player a place at once, to be paid later. A full session stays as full as it is. */
export async function registerAtDesk(world: World, family: DeskFamily, place: DeskPlace, actor: Actor) {
  const { accountId, familyId, kind, email } = family
  const { personId, sessionId, seenCents, idempotencyKey, words } = place
  if (!words && (await isBeforeOpening(world.db, sessionId)))
    refuse('not-possible', 'Registration is not open yet. Write why this player is registered before.')
  const visitor = { accountId, familyId, kind, email: email ?? '' }
  const cart = { method: 'later' as const, places: [{ personId, sessionId, seenCents }], idempotencyKey }
  try {
    return await processCart(world, visitor, cart, { actor, words })
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'cart-changed') throw problem
    const { codes, problems } = problem.facts as { codes: string[]; problems: string[] }
    if (codes[0] === 'full')
      refuse('not-possible', 'This session is full. Raise its places first, then register the player.')
    return refuse('not-possible', problems[0])
  }
}
