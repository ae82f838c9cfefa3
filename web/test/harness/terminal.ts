import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { openDoor } from '#platform/http/owner-door.server.ts'
import { api } from '../../api.ts'
import { aWorld } from './world.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A folder of data that goes with the test, and a terminal in the root of the repository whose commands use it. */
export function aTerminal() {
  const dataDir = mkdtempSync(join(tmpdir(), 'courtside-terminal-'))
  /** Runs a line as a person types it; answers its exit code and what could be read. */
  const type = (line: string) => run(line, { DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent' })
  return { dataDir, type, close: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** The same beside a site that runs on this folder. */
export async function aTerminalBesideASite(db: Db, settings: Record<string, string> = {}) {
  const terminal = aTerminal()
  const world = aWorld(db, { DATA_DIR: terminal.dataDir, ...settings })
  const site = new Hono().get('/health', (c) => c.text('ok')).route('/api', api(world))
  const server = serve({ fetch: site.fetch, port: 0 })
  await new Promise((ready) => server.once('listening', ready))
  openDoor(terminal.dataDir, (server.address() as AddressInfo).port)
  const close = async () => {
    await new Promise((closed) => server.close(closed))
    terminal.close()
  }
  return { ...terminal, close }
}

function run(line: string, env: Record<string, string>) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    // What does not end by itself does not outlive its test.
    const options = { cwd: root, shell: true, timeout: 100_000 }
    const child = spawn(line, { ...options, env: { ...process.env, ...env, NODE_ENV: '' } })
    const heard: Buffer[] = []
    child.stdout.on('data', (chunk) => heard.push(chunk))
    child.stderr.on('data', (chunk) => heard.push(chunk))
    child.stdin.end()
    child.on('close', (code) => resolve({ code, said: withoutNpm(Buffer.concat(heard).toString()) }))
  })
}

/** What npm itself says around a command is left out. */
const withoutNpm = (said: string) =>
  said
    .split('\n')
    .filter((line) => !/^(> |npm (warn|error))/.test(line))
    .join('\n')
    .trim()
