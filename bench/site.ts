import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '../scripts/provision/postgres.mjs'
import { serviceSettings, startSite } from '../scripts/services.mjs'
import { openDatabase } from '../web/app/platform/database/database.server.ts'

const migrations = fileURLToPath(new URL('../web/database/migrations', import.meta.url))

const cluster = process.env.BENCH_CLUSTER ?? ''

export async function makeDatabase(name: string) {
  const url = await create(name)
  return { url, ...(await openDatabase({ databaseUrl: url, databasePool: 2, dataDir: '' }, migrations)) }
}

/** Nobody may be connected to the original. */
export const copyDatabase = (original: string, name: string) => create(name, `template ${original}`)

async function create(name: string, how = ''): Promise<string> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  await client.query(`create database ${name} ${how}`)
  await client.end()
  const address = new URL(cluster)
  address.pathname = `/${name}`
  return address.href
}

/** As `npm start` runs it. */
export async function openSite(databaseUrl: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-bench-'))
  const port = String(await freePort())
  const env = serviceSettings({
    ...process.env,
    PORT: port,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    // As in compose.yaml: without a pooler.
    DATABASE_KEEPS_PLANS: '1',
    ...settings,
  })
  const site = startSite(env, openSync(join(folder, 'site.log'), 'a'))
  await site.untilReady()
  return {
    url: `http://localhost:${port}`,
    pid: site.pid,
    async close() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function untilMailIsSent(databaseUrl: string, seconds = 120) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const end = Date.now() + seconds * 1000
  for (;;) {
    const { rows } = await client.query('select 1 from mails where sent_at is null limit 1')
    if (rows.length === 0) return client.end()
    if (Date.now() > end) throw new Error(`Mails were left after ${seconds} s.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
