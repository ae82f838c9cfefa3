import { join } from 'node:path'
import { readSiteSettings } from '#platform/command.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { askSite, findOpenDoor } from './owner-door.server.ts'

type Site = {
  web: string
  env: Env
  log?: 'warn' | 'silent'
}

/** Runs a command on the database itself, where no site runs on its data folder. */
export async function runLocally<Answer>(
  { web, env, log = 'warn' }: Site,
  answer: (world: World) => Promise<Answer>,
): Promise<Answer> {
  // Loaded lazily: the database's modules take a second.
  const { openStored } = await import('#platform/database/database.server.ts')
  const { openLog } = await import('#platform/log.server.ts')
  const migrationsFolder = join(web, 'database/migrations')
  const { db, close } = await openStored(env, migrationsFolder)
  try {
    return await answer({ db, env, log: openLog(log), migrationsFolder, close })
  } finally {
    await close()
  }
}

type SiteRequest = Omit<Site, 'env'> & {
  /** The operation of the API that does it. */
  path: string
  request: object
}

/** Asks the site that runs on the data folder; where none does, the database itself. */
export async function runOnSiteOrLocally<Answer>(
  { path, request, ...command }: SiteRequest,
  answer: (world: World) => Promise<Answer>,
): Promise<Answer> {
  const env = readSiteSettings(command.web)
  const door = await findOpenDoor(env)
  if (door) return (await askSite<{ done: Answer }>(door, path, request)).done
  return runLocally({ ...command, env }, answer)
}
