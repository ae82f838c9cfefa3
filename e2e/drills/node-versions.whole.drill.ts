import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { root, run } from '../../scripts/tools.mjs'
import { provideNode } from './support/node-release.ts'

test.for(['22', '24'])(
  'on Node %s the tests without a database pass, the demo starts, and a family registers and pays in a browser',
  async (line, { onTestFinished }) => {
    const node = await provideNode(line)
    const env = { NODE_ENV: undefined, DRILL: undefined, npm_execpath: undefined, NO_COLOR: '1' }
    expect((await run(node, ['--version'])).output).toMatch(new RegExp(`^v${line}\\.`))

    const unit = await run(node, ['scripts/unit.mjs'], { env })
    expect(unit.code, unit.output).toBe(0)

    const dataDir = mkdtempSync(join(tmpdir(), 'courtside-node-'))
    const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    const demo = spawn(node, ['scripts/start.mjs'], {
      cwd: root,
      env: { ...process.env, ...env, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => demo.on('close', resolve))
    onTestFinished(async () => {
      demo.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true })
    })
    const printed: unknown[] = []
    demo.stdout.on('data', (words) => printed.push(words))
    await expect.poll(() => printed.join(''), { timeout: 60_000 }).toContain('Courtside is up.')
    expect(await (await fetch(`http://localhost:${ports.PORT}/`)).text()).toContain('Fairmeadow')

    const journey = await run(node, ['scripts/e2e.mjs', 'journey.spec.ts', '--project', 'desktop'], { env })
    expect(journey.code, journey.output).toBe(0)
  },
)
