import { join } from 'node:path'
import type { Operated, OperateRequest } from '#operating/operate.api.server.ts'
import { askSite, doorOfRunningSite } from '#platform/http/owner-door.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

/** Through the site that runs on this data folder; where none does, with the database itself. Who only looks makes nothing. */
export async function askOwner(web: string, env: Env, request: OperateRequest): Promise<Operated> {
  const isLook = request.act === 'doctor'
  const door = await doorOfRunningSite(env).catch((problem) => {
    // Who may not read where the site is may not open its database either, and is told why.
    if (isLook) return undefined
    throw problem
  })
  if (door) return askSite<Operated>(door, '/operate', request)
  // Only here: what the database needs takes a second to load.
  const { lookAtDatabase, openDatabase } = await import('#platform/database/database.server.ts')
  const { openLog } = await import('#platform/log.server.ts')
  const { operate } = await import('#operating/operate.api.server.ts')
  const migrationsFolder = join(web, 'database/migrations')
  // A restore changes the tables of an older backup when they are full.
  const isPatient = request.act === 'restore'
  const { db, close } = isLook
    ? await lookAtDatabase(env, migrationsFolder)
    : await openDatabase({ ...env, isPatient }, migrationsFolder)
  try {
    return await operate({ db, env, log: openLog('error'), migrationsFolder, close }, request)
  } finally {
    await close()
  }
}
