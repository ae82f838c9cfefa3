import { z } from 'zod'
import { processCart } from '#checkout/process-cart.server.ts'
import { withCheckoutLimit } from '#checkout/queue/line.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { parseCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { entryView } from '#waiting-list/entry-view.ts'
import { listFamilyEntries } from '#waiting-list/family-entries.db.server.ts'
import { joinList } from '#waiting-list/join-list.server.ts'
import { waitingListPath } from '#waiting-list/waiting-list.ts'
import { leaveList, takeFreePlace } from './answer-offer.server.ts'

export const EntryAnswer = z.object({
  act: z.enum(['leave', 'take', 'stand again', 'register']),
  entry: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  /** Idempotency key of the form. */
  key: z.uuid().optional(),
})

/** Returns the path to redirect to. */
export async function answerEntry(
  world: World,
  visitor: Visitor,
  { act, entry: entryId, key = crypto.randomUUID() }: z.output<typeof EntryAnswer>,
): Promise<string> {
  if (act === 'leave') await leaveList(world, visitor, entryId)
  else if (act === 'take') await takeFreePlace(world, visitor, entryId)
  else {
    const entries = await listFamilyEntries(world.db, visitor.accountId)
    const view = entryView(orNotFound(entries.find(({ id }) => id === entryId)))
    if (act === 'register') return registerFree(world, visitor, view.offer, key)
    if (!view.canStandAgain) refuse('not-possible', 'Nobody can wait for this session now.')
    await joinList(world.db, visitor, view)
  }
  return waitingListPath
}

type Offer = ReturnType<typeof entryView>['offer']

async function registerFree(world: World, visitor: Visitor, { items }: Offer, idempotencyKey: string) {
  // Pressed twice, or too late: the page shows the outcome.
  if (items.length === 0) return waitingListPath
  const places = items.map(({ event, player, eventSession }) => ({
    personId: player.id,
    sessionId: eventSession.id,
    seenCents: parseCents(event.price) ?? 0,
  }))
  const cart = { method: 'later' as const, places, idempotencyKey }
  const { orderId } = await withCheckoutLimit(world, visitor.accountId, () =>
    processCart(world, visitor, cart),
  )
  return `/pages/order/success/${orderId}`
}
