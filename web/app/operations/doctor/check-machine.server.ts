import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paper } from '#mail/pdf/paper.ts'
import { renderPdf } from '#mail/pdf/pdf.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { describeCause, type Finding, fine, missing, wrong } from './finding.ts'

const leastFree = 0.1

/** The sandbox's keys are public. */
export function checkKeys({ env }: World): Finding {
  const what = 'Keys'
  const { environment, merchantId, publicKey, privateKey } = env.gateway
  const isDefault = [merchantId, publicKey, privateKey].some((key) => key.startsWith('integration_'))
  if (environment === 'local')
    return missing(
      env,
      what,
      'the gateway is the sandbox: no card is charged. Set your account at /desk/settings, or GATEWAY_ENVIRONMENT.',
    )
  if (isDefault)
    return wrong(
      what,
      'a key of the gateway is the sandbox’s own. Set GATEWAY_MERCHANT_ID, GATEWAY_PUBLIC_KEY and GATEWAY_PRIVATE_KEY.',
    )
  return fine(what, `those of the gateway are your own, for ${environment}.`)
}

/** End of security support, by https://github.com/nodejs/release#release-schedule. */
const lastDays: Record<number, Day> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}

export function checkNode(
  { env }: Pick<World, 'env'>,
  version = process.versions.node,
  today = todayIn('UTC'),
): Finding {
  const what = 'Node'
  const lastDay = lastDays[Number.parseInt(version, 10)]
  if (!lastDay)
    return { what, state: 'note', message: `${version} is no release with long support. Install Node 24.` }
  if (today > lastDay)
    return missing(env, what, `${version} has had no security releases since ${lastDay}. Install Node 24.`)
  return fine(what, `${version} gets security releases until ${lastDay}.`)
}

const ownerOnly = { closed: 0o077, mend: 'go=' }
/** Settings may be root's, and readable by the site's group (docs/deploying.md). */
const groupReadable = { closed: 0o037, mend: 'g-wx,o=' }

export function checkFolders({ env, migrationsFolder }: Pick<World, 'env' | 'migrationsFolder'>): Finding {
  const what = 'Folders'
  const privateOnes = ['site', 'sandbox', 'owner-door.json', 'desk-key', 'settings.json'].map((name) => ({
    path: join(env.dataDir, name),
    ...ownerOnly,
  }))
  const settings = { path: join(migrationsFolder, '../../../.env'), ...groupReadable }
  const open = [...privateOnes, settings].filter(({ path, closed }) => (fileMode(path) & closed) !== 0)
  if (open.length === 0) return fine(what, 'nobody else on this machine can open what is private.')
  const paths = open.map(({ path }) => path).join(' and ')
  const mend = open.map(({ path, mend }) => `chmod -R ${mend} ${path}`).join(' && ')
  return wrong(what, `others on this machine can open ${paths}. Run: ${mend}`)
}

/** 0 where there is no such file; other errors are thrown. */
const fileMode = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0

const blank: Paper = {
  ...{ title: 'A receipt', number: '0', date: '', to: [], paragraphs: [] },
  from: { name: '', addressLines: [], email: '', phone: '' },
  table: { columns: ['', ''], rows: [], total: ['', ''] },
}

/** A mail with a receipt waits until its PDF can be rendered. */
export async function checkPapers(): Promise<Finding> {
  const what = 'Papers'
  const problem = await renderPdf(blank).then(() => undefined, describeCause)
  if (problem === undefined) return fine(what, 'a receipt can be set as PDF.')
  return wrong(what, `no mail with a receipt goes out (${problem}). Run “npm ci”, and start the site again.`)
}

/** In a container the data folder may be a tmpfs: there the root disk fills. */
export async function checkDisk({ env }: Pick<World, 'env'>): Promise<Finding> {
  const folder = existsSync(env.dataDir) ? await statfs(env.dataDir) : undefined
  return folder && folder.type !== inMemory
    ? diskFinding(env.dataDir, folder)
    : diskFinding('/', await statfs('/'))
}

/** TMPFS_MAGIC of Linux. */
const inMemory = 0x0102_1994

export function diskFinding(folder: string, { bavail, blocks }: { bavail: number; blocks: number }): Finding {
  const what = 'Disk'
  const free = bavail / blocks
  const percent = `${Math.floor(free * 100)} % of the disk of ${folder} is free`
  return free < leastFree
    ? wrong(what, `${percent}. Delete old backups and logs, or make it larger.`)
    : fine(what, `${percent}.`)
}
