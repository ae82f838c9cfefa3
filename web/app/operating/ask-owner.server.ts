import { join } from 'node:path'
import type { Env } from '#platform/env.server.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'
import type { Operated, OperateRequest } from './operate.api.server.ts'

/**
 * Through the site that runs on this data folder; where none does, with the database itself. Who only looks leaves the
 * tables of PostgreSQL as they are.
 */
export async function askOwner(web: string, env: Env, request: OperateRequest): Promise<Operated> {
  const door = await doorOfRunningSite(env)
  if (door) return askSite<Operated>(door, '/operate', request)
  // Only here: what the database needs takes a second to load.
  const { connectPostgres, openDatabase } = await import('#platform/database.server.ts')
  const { openLog } = await import('#platform/log.server.ts')
  const { operate } = await import('./operate.api.server.ts')
  const migrationsFolder = join(web, 'database/migrations')
  const isLook = request.act === 'doctor' && env.databaseUrl
  // A restore changes the tables of an older backup when they are full.
  const isPatient = request.act === 'restore'
  const { db, close } = isLook
    ? connectPostgres(isLook, { max: 2 })
    : await openDatabase({ ...env, isPatient }, migrationsFolder)
  try {
    return await operate({ db, env, log: openLog('error'), migrationsFolder, close }, request)
  } finally {
    await close()
  }
}
