import type { World } from '#platform/contexts.server.ts'
import { unreadableApps } from '#team/second-step/authenticator.server.ts'
import { type Finding, fine, wrong } from './finding.ts'

export async function checkDeskKey({ db, env }: World): Promise<Finding> {
  const what = 'Key of the desk'
  const unread = await unreadableApps(db, env)
  if (unread === 0) return fine(what, 'the second step of every member can be read.')
  return wrong(
    what,
    `the code apps of ${unread} members cannot be read: it was lost or changed. Put the key back (DESK_KEY, or desk-key in DATA_DIR), or run “npm run team -- reset-factor EMAIL” for each.`,
  )
}
