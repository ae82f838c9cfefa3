import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { openLog } from '#platform/log.server.ts'
import { parseEnv } from '#platform/settings/env.server.ts'
import { limits } from '../builders/limits.ts'
import { administer, databaseAt, migrationsFolder } from './template.ts'

/** What a use-case runs in: this database, these settings, nothing running beside it. */
export const aWorld = (db: Db, settings: Record<string, string> = {}): World => ({
  db,
  env: parseEnv({ LOG_LEVEL: 'silent', ...settings }),
  log: openLog('silent'),
  migrationsFolder,
  close: async () => undefined,
})

/** The sandbox gateway as a process of its own, with data of its own: in the tests' cluster, else in a folder. */
export async function startGateway(cluster: string | undefined) {
  const port = String(await freePort())
  const name = `gateway_${process.pid}_${port}`
  if (cluster) await administer(cluster, `create database ${name}`)
  const SANDBOX_DATABASE_URL = cluster && databaseAt(cluster, name)
  const dataDir = mkdtempSync(join(tmpdir(), 'courtside-gateway-'))
  const child = spawn(process.execPath, [process.env.SANDBOX_PROGRAM ?? ''], {
    env: { ...process.env, SANDBOX_PORT: port, SANDBOX_DATA_DIR: dataDir, SANDBOX_DATABASE_URL },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([once(child, 'message'), failsToStart(child)])
  const url = `http://127.0.0.1:${port}`
  return {
    // The margin is counted from the start of a test's transaction.
    settings: { GATEWAY_URL: url, ...limits({ gatewayTimeoutSeconds: 2 }), GATEWAY_MARGIN_SECONDS: '90' },
    /** What goes wrong from now on; an empty list mends it. */
    setFaults: (...faults: object[]) =>
      fetch(`${url}/control/faults`, {
        method: 'PUT',
        // A kept connection may be closed by the other side at the very moment of the next call.
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify({ faults }),
      }),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      if (cluster) await administer(cluster, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>

async function failsToStart(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The sandbox did not start: exit code ${code}.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
