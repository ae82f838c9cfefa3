import { join } from 'node:path'
import type { Operated, OperateRequest } from '#operations/operate.api.server.ts'
import { askSite, findOpenDoor } from '#platform/http/owner-door.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

/** Through the site that runs on this data folder, else with the database itself. `doctor` creates nothing. */
export async function askOwner(web: string, env: Env, request: OperateRequest): Promise<Operated> {
  const isLook = request.act === 'doctor'
  const door = await findOpenDoor(env).catch((problem) => {
    // Without access to the door's file there is none to the database either, which the doctor reports.
    if (isLook) return undefined
    throw problem
  })
  if (door) return askSite<Operated>(door, '/operate', request)
  // Loaded lazily: the database's modules take a second.
  const { openWithoutMigrating: lookAtDatabase, openDatabase } = await import(
    '#platform/database/database.server.ts'
  )
  const { openLog } = await import('#platform/log.server.ts')
  const { operate } = await import('#operations/operate.api.server.ts')
  const migrationsFolder = join(web, 'database/migrations')
  // A restore migrates full tables of an older backup.
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
