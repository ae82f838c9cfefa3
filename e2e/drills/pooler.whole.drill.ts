import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { needsDatabase, testFilesIn } from '../../scripts/checks/test-files.mjs'
import { findPostgres, freePort, serverUser, startPostgres } from '../../scripts/provision/postgres.mjs'
import { ask } from './support/pair.ts'
import { until } from './support/town.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/**
 * Debian's pgbouncer in transaction mode. A connection to the server is used for one transaction and closed, so that
 * whatever a session would keep is surely gone at the next.
 */
async function openPooler(serverPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pooler-'))
  const owner = process.getuid?.() === 0 ? serverUser() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'server_lifetime = 0',
    'default_pool_size = 40',
    'max_client_conn = 1000',
    `logfile = ${folder}/log`,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  const pooler = spawn(process.env.PGBOUNCER_PROGRAM ?? 'pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...owner,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => pooler.on('exit', resolve))
  cleanUps.push(async () => {
    pooler.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await until(() => ask(url, 'select 1 as answer').catch(() => undefined), 10, 'pgbouncer answers')
  return url
}

/** Those that ask for a database, but for one that cuts the connections of the site itself. */
const files = ['web/app', 'web/test']
  .flatMap(testFilesIn)
  .filter((file) => needsDatabase(file) && !file.includes('connections.race'))

test('every test of the site on PostgreSQL passes through pgbouncer in transaction mode', async () => {
  const postgres = await startPostgres((await findPostgres()) ?? '')
  cleanUps.push(postgres.stop)
  const url = await openPooler(postgres.port)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('prepare kept as select 1')
  await expect(client.query('execute kept'), 'what a session keeps').rejects.toThrow('does not exist')
  await client.end()

  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'web', ...files],
    {
      cwd: root,
      env: { ...process.env, TEST_DATABASE_URL: url, NODE_ENV: 'test', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (words) => (said += words))
  const code = await new Promise((resolve) => vitest.on('exit', resolve))

  expect(code, said.slice(-20_000)).toBe(0)
})
