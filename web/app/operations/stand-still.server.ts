import { sql } from 'drizzle-orm'
import { holdBack, nudgeMail } from '#mail/outbox.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { findStamp, removeStamp } from '#platform/jobs/stamps.db.server.ts'
import { refuse } from '#platform/refusal.ts'

/**
 * Ends the standstill after a restore, once somebody has seen the complete list. Mails on it are sent only on request;
 * the gateway is asked about each refund before it is made.
 */
export async function endStandstill(world: World, { sendsMails }: { sendsMails: boolean }): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from marks where name = 'standstill' for update`)
    const still = await findStamp(tx, 'standstill')
    if (!still) refuse('not-possible', 'Nothing stands still: mails and refunds go out.')
    const list = await findStamp(tx, 'list')
    if (!list || list.at < still.at)
      refuse(
        'not-possible',
        'Read the list of “npm run doctor” first, once it is whole: it shows what may have gone out already.',
      )
    if (!sendsMails) await holdBack(tx, still.at, list.at)
    await removeStamp(tx, 'standstill')
  })
  nudgeMail(world)
}
