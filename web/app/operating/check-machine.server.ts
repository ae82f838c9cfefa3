import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '#platform/contexts.server.ts'
import { type Finding, fine, missing, wrong } from './finding.ts'

const leastFree = 0.1

/** The keys of the sandbox stand in the repository. */
export function checkKeys({ env }: World): Finding {
  const what = 'Keys'
  const { environment, merchantId, publicKey, privateKey } = env.gateway
  const isDefault = [merchantId, publicKey, privateKey].some((key) => key.startsWith('integration_'))
  if (environment === 'local')
    return missing(env, what, 'the gateway is the sandbox: no card is charged. Set GATEWAY_ENVIRONMENT.')
  if (isDefault)
    return wrong(
      what,
      'a key of the gateway is the sandbox’s own. Set GATEWAY_MERCHANT_ID, GATEWAY_PUBLIC_KEY and GATEWAY_PRIVATE_KEY.',
    )
  return fine(what, `those of the gateway are your own, for ${environment}.`)
}

/** What only the site's own user may open. */
export function checkFolders({ env, migrationsFolder }: World): Finding {
  const what = 'Folders'
  const settings = join(migrationsFolder, '../../../.env')
  const paths = ['site', 'sandbox', 'owner-door.json', 'desk-key'].map((name) => join(env.dataDir, name))
  const open = [...paths, settings].filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return fine(what, 'nobody else on this machine can open what is private.')
  return wrong(
    what,
    `others on this machine can open ${open.join(' and ')}. Run: chmod -R go= ${open.join(' ')}`,
  )
}

/** In a container the data folder may be memory: there the disk below everything is the one that fills. */
export async function checkDisk({ env }: Pick<World, 'env'>): Promise<Finding> {
  const folder = existsSync(env.dataDir) ? await statfs(env.dataDir) : undefined
  return folder && folder.type !== inMemory
    ? diskFinding(env.dataDir, folder)
    : diskFinding('/', await statfs('/'))
}

/** Linux's number of a tmpfs. */
const inMemory = 0x0102_1994

export function diskFinding(folder: string, { bavail, blocks }: { bavail: number; blocks: number }): Finding {
  const what = 'Disk'
  const free = bavail / blocks
  const percent = `${Math.floor(free * 100)} % of the disk of ${folder} is free`
  return free < leastFree
    ? wrong(what, `${percent}. Delete old backups and logs, or make it larger.`)
    : fine(what, `${percent}.`)
}
