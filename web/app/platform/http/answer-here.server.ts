import { join } from 'node:path'
import { settingsOfSite } from '#platform/command.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { askSite, doorOfRunningSite } from './owner-door.server.ts'

type Site = {
  /** The folder of the command. */
  web: string
  env: Env
  log?: 'warn' | 'silent'
}

/** Answers a command with the database itself, where no site runs on its data folder. */
export async function answerHere<Answer>(
  { web, env, log = 'warn' }: Site,
  answer: (world: World) => Promise<Answer>,
): Promise<Answer> {
  // Only here: what the database needs takes a second to load.
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

type Asked = Omit<Site, 'env'> & {
  /** The operation of the API that does it. */
  path: string
  request: object
}

/** Asks the site that runs on the data folder; where none does, the database itself. */
export async function askSiteOrHere<Answer>(
  { path, request, ...command }: Asked,
  answer: (world: World) => Promise<Answer>,
): Promise<Answer> {
  const env = settingsOfSite(command.web)
  const door = await doorOfRunningSite(env)
  if (door) return (await askSite<{ done: Answer }>(door, path, request)).done
  return answerHere({ ...command, env }, answer)
}
