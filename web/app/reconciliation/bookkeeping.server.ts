import { sweepNotifications } from '#payments/notifications.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { every, stopsAll } from '#platform/jobs/every.server.ts'
import { compareDaily } from './compare.server.ts'
import { followNotifications } from './follow-notifications.server.ts'

const hourSeconds = 3600

/**
 * Follows notifications every minute, compares the books once a day, and sweeps old notifications every hour. Returns
 * the function that stops it.
 */
export function startBookkeeping(world: World): () => Promise<void> {
  return stopsAll([
    every(
      world.env.settleEverySeconds,
      () => followNotifications(world),
      world.log,
      'messages of the gateway could not be followed',
    ),
    every(
      world.env.settleEverySeconds,
      () => compareDaily(world),
      world.log,
      'our books could not be compared with the gateway’s list',
    ),
    every(hourSeconds, () => sweepNotifications(world.db), world.log, 'old messages could not be forgotten'),
  ])
}
