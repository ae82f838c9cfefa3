import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import type { World } from '#platform/contexts.server.ts'
import { openDatabase } from '#platform/database.server.ts'
import { parseEnv } from '#platform/env.server.ts'
import { openLog } from '#platform/log.server.ts'
import { startJobs } from './jobs.ts'
import { siteOf } from './site.ts'

export { SettingsProblem } from '#platform/env.server.ts'
export type { World }

/** Settings, database and jobs of one process. `root` is the folder of `web/`. */
export async function openWorld(root = process.cwd()): Promise<World> {
  const env = parseEnv(process.env, join(root, '..'))
  const log = openLog(env.logLevel)
  const { db, close } = await openDatabase(env, join(root, 'database/migrations'))
  const world: World = { env, db, log, close }
  const stopJobs = await startJobs(world)
  world.close = async () => {
    await stopJobs()
    await close()
  }
  return world
}

export const createApp = (world: World) => siteOf(world, build)
