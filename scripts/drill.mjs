// npm run drill: long runs against the built site on a PostgreSQL that syncs its commits; with --slice the short ones
// of npm test, on any PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFileArguments } from './preflight/arguments.mjs'
import { requireNode } from './preflight/node-version.mjs'

requireNode()
checkFileArguments('e2e/drills', '.drill.ts')
const { build } = await import('./build.mjs')
const { drills } = await import('./checks/checks.mjs')
const { install } = await import('./install.mjs')
const { reportTotals } = await import('./checks/phases.mjs')
const { clusterForTests, providePostgres, startPostgres } = await import('./provision/postgres.mjs')
const { main, run } = await import('./tools.mjs')
const { provideChromium } = await import('./provision/chromium.mjs')
const { provideProgram } = await import('./provision/debian.mjs')

const patroniRun = 'a fail-over by Patroni'
const deployingRun = 'docs/deploying.md, typed line by line on a machine of its own'

await main(async () => {
  const allArgs = process.argv.slice(2)
  const isWhole = !allArgs.includes('--slice')
  const args = allArgs.filter((arg) => arg !== '--slice')
  await install()
  const bin = await providePostgres()
  const postgres = isWhole ? await startPostgres(bin, { durable: true }) : await clusterForTests()
  await build()
  const notRun = isWhole ? await provideOthers() : []
  reportTotals({ ...(await drills({ databaseUrl: postgres?.url, isWhole, args })), notRun })
})

async function provideOthers() {
  const notRun = []
  process.env.CHROMIUM = await provideChromium()
  for (const [program, what, packages] of [
    ['nginx', 'public pages behind a proxy that keeps them'],
    ['pgbouncer', 'the tests of the site through pgbouncer'],
    ['faketime', 'clocks that jump, and the two days on which they change'],
    ['patroni', patroniRun, ['patroni', 'python3-etcd']],
    ['etcd', patroniRun, ['etcd-server']],
    ['haproxy', patroniRun],
    ['debootstrap', deployingRun],
    ['systemd-nspawn', deployingRun, ['systemd-container']],
  ]) {
    const found = await provideProgram(program, packages)
    if (found) process.env[`${program.toUpperCase().replace('-', '_')}_PROGRAM`] = found
    else notRun.push(`${what} (${program} is not here)`)
  }
  if (await canMount()) process.env.CAN_MOUNT = '1'
  else notRun.push('a disk that is full (no small one can be mounted here)')
  const why = await whyNotBoot()
  if (why) notRun.push(`${deployingRun} (systemd cannot be booted: ${why})`)
  else process.env.CAN_BOOT = '1'
  return notRun
}

/** A container needs privileges: tried with one program. */
async function whyNotBoot() {
  if (process.getuid?.() !== 0) return 'that needs root'
  const { SYSTEMD_NSPAWN_PROGRAM: program, DEBOOTSTRAP_PROGRAM: debian, CAN_MOUNT } = process.env
  if (!program || !debian || !CAN_MOUNT) return 'not all that it takes is here'
  const options = ['--quiet', '--directory=/', '--volatile=yes', '--register=no', '--keep-unit', '--pipe']
  const { code, output } = await run(program, [...options, '--private-network', '/bin/true'])
  return code === 0 ? '' : output.trim()
}

async function canMount() {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-mount-'))
  const { code } = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (code === 0) await run('umount', [folder])
  rmSync(folder, { recursive: true })
  return code === 0
}
