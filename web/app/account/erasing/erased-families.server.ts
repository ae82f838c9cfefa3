import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '#platform/contexts.server.ts'
import { seal, unseal } from '#platform/files/sealed-file.server.ts'
import { retention } from '#platform/retention.ts'
import type { Env } from '#platform/settings/env.server.ts'

const begins = 'erased-'
const dayMs = 86_400_000

/** The documented service stores backups there, too. */
export const erasedFolder = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'backups')

/**
 * Notes an erasure for a restore of an older backup: encrypted, a file for each, since a public key cannot append. A
 * failure is logged and does not stop the erasure.
 */
export async function rememberErased({ env, log }: World, familyIds: string[]): Promise<void> {
  if (!env.backupKey || familyIds.length === 0) return
  const folder = erasedFolder(env)
  async function* lines() {
    yield familyIds.join('\n')
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await seal(lines(), join(folder, `${begins}${randomUUID()}.age`), env.backupKey)
  } catch (problem) {
    log.error({ err: problem, familyIds }, 'an erased family could not be noted for a restore')
  }
}

/** Also counts files that could not be opened. */
export async function erasedFamilies(folders: string[], key: string) {
  const familyIds: string[] = []
  let unopened = 0
  for (const { path } of await filesIn(folders))
    try {
      for await (const line of unseal(path, key)) if (line) familyIds.push(line)
    } catch {
      unopened += 1
    }
  return { familyIds, unopened }
}

/** Older backups are gone, too. */
export async function sweepErased(env: Env): Promise<void> {
  for (const { path, writtenMs } of await filesIn([erasedFolder(env)]))
    if (writtenMs < Date.now() - retention.backupDays * dayMs) await rm(path, { force: true })
}

async function filesIn(folders: string[]) {
  const files: { path: string; writtenMs: number }[] = []
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => one.startsWith(begins) && one.endsWith('.age'))) {
      const path = join(folder, name)
      files.push({ path, writtenMs: (await stat(path)).mtimeMs })
    }
  }
  return files
}
