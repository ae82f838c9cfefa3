import { sql } from 'drizzle-orm'
import { holdBack, nudgeMail } from '#mail/outbox.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { markOf, removeMark } from '#platform/jobs/marks.db.server.ts'
import { refuse } from '#platform/refusal.ts'

/**
 * Ends the standstill after a restore, once somebody has seen the whole list of what may have gone out already. The mails on it
 * are not sent unless that is said too; the gateway is asked for each refund before it is made.
 */
export async function goOn(world: World, { sendsMails }: { sendsMails: boolean }): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from marks where name = 'standstill' for update`)
    const still = await markOf(tx, 'standstill')
    if (!still) refuse('not-possible', 'Nothing stands still: mails and refunds go out.')
    const list = await markOf(tx, 'list')
    if (!list || list.at < still.at)
      refuse(
        'not-possible',
        'Read the list of “npm run doctor” first, once it is whole: it shows what may have gone out already.',
      )
    if (!sendsMails) await holdBack(tx, still.at, list.at)
    await removeMark(tx, 'standstill')
  })
  nudgeMail(world)
}
