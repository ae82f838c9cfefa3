import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import type { World } from '#platform/contexts.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { openLog } from '#platform/log.server.ts'
import { readSettings } from '#platform/settings/saved-settings.server.ts'
import { startJobs } from './jobs.ts'
import { buildSite } from './site.ts'

export { beginEnding } from '#operations/heartbeat.server.ts'
export { answerBroken, answerUnreadable } from '#platform/http/broken-request.server.ts'
export { PassingProblem, SettingsProblem } from '#platform/settings/env.server.ts'
export { tellStart } from '#setup/set-up.server.ts'
export type { World }

/** Settings, database and jobs of one process. `root` is the folder of `web/`. */
export async function openWorld(root = process.cwd()): Promise<World> {
  const env = readSettings(process.env, join(root, '..'))
  const log = openLog(env.logLevel)
  const migrationsFolder = join(root, 'database/migrations')
  const { db, close, pooled } = await openDatabase(env, migrationsFolder)
  const world: World = { env, db, log, migrationsFolder, pooled, close }
  const stopJobs = await startJobs(world)
  world.close = async () => {
    await stopJobs()
    await close()
  }
  return world
}

export const createApp = (world: World) => buildSite(world, build)
