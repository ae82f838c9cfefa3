import type { z } from '@hono/zod-openapi'
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { CartItem } from '#checkout/checkout.schema.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'

/**
 * For each item the order that its `sent` key became, if the place is registered or being paid. A plain hold does not
 * count.
 */
export async function sentOrders(db: Db, { accountId }: Visitor, cart: z.output<typeof CartItem>[]) {
  const keys = [...new Set(cart.flatMap(({ sent }) => sent ?? []))]
  if (keys.length === 0) return []
  const { personId, sessionId, heldUntil, chargeId, removedAt } = registrations
  const rows = await db
    .select({ id: orders.id, key: orders.idempotencyKey, personId, sessionId, heldUntil })
    .from(orders)
    .innerJoin(registrations, eq(registrations.orderId, orders.id))
    .where(
      and(
        eq(orders.accountId, accountId),
        inArray(orders.idempotencyKey, keys),
        isNull(removedAt),
        or(isNull(heldUntil), isNotNull(chargeId)),
      ),
    )
  return cart.map(({ sent, player, eventSession }) => {
    const place = rows.find(
      (row) => row.key === sent && row.personId === player.id && row.sessionId === eventSession.id,
    )
    return place && { id: place.id, is_open: place.heldUntil !== null }
  })
}
