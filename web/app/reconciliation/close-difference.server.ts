import { and, eq, inArray, sql } from 'drizzle-orm'
import { lockPayer } from '#payments/charges.db.server.ts'
import { closeDifference, lockDifference, openDifference } from '#payments/comparisons.db.server.ts'
import type { Difference } from '#payments/reconciliation.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { listParts } from '#refunds/parts.db.server.ts'
import { removeRegistration } from '#refunds/refund.server.ts'
import { addUnregisteredMail } from '#refunds/refund-mails.server.ts'
import { postRefund, refundColumns } from '#refunds/refunds.db.server.ts'
import { lockPlaces } from '#registrations/places.server.ts'
import { isUnderWay } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

type ClosingDifference = { id: number; by: string }
type Place = { id: number; accountId: string | null; familyId: string | null; paidCents: number }

/** Closed by a person: not mailed again. */
export const closeByHand = (
  { db }: Pick<World, 'db'>,
  { id, by, note }: ClosingDifference & { note: string },
) =>
  db.transaction(async (tx) => {
    const difference = await lockDifference(tx, id)
    await closeDifference(tx, id, by, note)
    return difference
  })

/**
 * Assigns a refund of the gateway's panel to these places: they are given up as if this site had made the refund, and
 * the family is mailed.
 */
export async function assignPanelRefund(
  world: Pick<World, 'db' | 'env'>,
  { id, by, registrationIds }: ClosingDifference & { registrationIds: number[] },
): Promise<Difference> {
  return world.db.transaction(async (tx) => {
    // Read without its lock: accounts and places are locked before it (docs/decisions/0010-locks.md).
    const { kind, chargeId, ...seen } = await openDifference(tx, id)
    if (kind !== 'panel refund' || !chargeId)
      return refuse('not-found', `Difference ${id} is no refund that was made at the gateway.`)
    await lockPayer(tx, chargeId)
    await lockPlaces(tx, inArray(registrations.id, registrationIds))
    const difference = await lockDifference(tx, id)
    const places = await paidPlaces(tx, chargeId, registrationIds)
    const cents = sumCents(places.map(({ paidCents }) => paidCents))
    if (places.length !== registrationIds.length || cents !== seen.amountCents)
      refuse(
        'total-changed',
        `${dollars(seen.amountCents)} was given back; these places of that payment cost ${dollars(cents)}. Name those that it was for, or close ${id} with a note.`,
      )
    for (const place of places) await giveUp(tx, place, { chargeId, by, transactionId: seen.transactionId })
    await closeDifference(tx, id, by, `given up: registrations ${registrationIds.join(', ')}`)
    return difference
  })
}

/** Places that have money of the charge, or a queued refund of it; `paidCents`: that money. */
async function paidPlaces(tx: Db, chargeId: string, ids: number[]): Promise<Place[]> {
  const { id, accountId, familyId, removedAt } = registrations
  const parts = (await listParts(tx, ids)).filter((part) => part.chargeId === chargeId)
  const goingBack = await tx
    .select({ id: refunds.registrationId, state: refunds.state, cents: refunds.amountCents })
    .from(refunds)
    .where(and(inArray(refunds.registrationId, ids), eq(refunds.chargeId, chargeId), isUnderWay))
  const places = await tx
    .select({ id, accountId, familyId, removedAt })
    .from(registrations)
    .where(inArray(id, ids))
  return places.flatMap((place) => {
    const back = goingBack.find((refund) => refund.id === place.id)
    const part = parts.find(({ registrationId }) => registrationId === place.id)
    if (back) return back.state === 'queued' ? { ...place, paidCents: back.cents } : []
    return part && !place.removedAt ? { ...place, paidCents: part.cents } : []
  })
}

async function giveUp(
  tx: Db,
  { id: registrationId, accountId, familyId, paidCents: amountCents }: Place,
  { chargeId, by, transactionId }: { chargeId: string; by: string; transactionId: string },
) {
  const actor: Actor = `command:${by}`
  const made = {
    ...{ state: 'done' as const, transactionId, endedAt: sql`now()`, endedBy: actor },
    ...{ leasedUntil: null, askSettlementAt: sql`now() + interval '1 day'` },
  }
  const isQueued = and(
    ...[eq(refunds.registrationId, registrationId), eq(refunds.chargeId, chargeId)],
    eq(refunds.state, 'queued'),
  )
  const [queued] = await tx.update(refunds).set(made).where(isQueued).returning(refundColumns)
  const row = { registrationId, accountId, familyId, chargeId, amountCents, ...made }
  const [refund] = queued ? [queued] : await tx.insert(refunds).values(row).returning(refundColumns)
  await removeRegistration(tx, registrationId, { removedBy: actor, removedWhy: 'desk' })
  await postRefund(tx, 'refunded', orNotFound(refund), actor)
  await addUnregisteredMail(tx, registrationId, 'refunded', { refund: orNotFound(refund), isAll: true })
}
