import { openInMemory } from '#platform/database/database.server.ts'
import { restoreBackup, storedNow } from './restore.server.ts'

/** Restores a backup in memory only, to prove that it opens. */
export async function tryBackup(path: string, key: string, migrationsFolder: string) {
  const { db, close } = await openInMemory(migrationsFolder)
  try {
    const { takenAt } = await restoreBackup(db, path, key, migrationsFolder)
    return { takenAt, ...(await storedNow(db)) }
  } finally {
    await close()
  }
}
