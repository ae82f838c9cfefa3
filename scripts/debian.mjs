// Programs that tests and drills ask: found on the machine, else installed where this is Debian and we are root.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersOfPath, folderWith, run, step } from './tools.mjs'

/** The path of a program, or undefined where it cannot be had. Its package mostly has the same name. */
export async function provideProgram(name, packages = [name]) {
  const found = findProgram(name)
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  await step(`Fetching ${name} for the tests`, () => withoutServices(() => install(packages)))
  return findProgram(name)
}

/** What the tests of `npm test` ask. Not systemd: on a machine without it, that would be more than a program. */
export async function provideForTests() {
  for (const [name, packages] of [['nginx'], ['curl'], ['ps', ['procps']]])
    await provideProgram(name, packages)
}

/** The path of a program, or undefined where this machine has none. */
export function findProgram(name) {
  const folder = folderWith([name], [...foldersOfPath(), '/usr/sbin', '/usr/local/sbin'])
  return folder && join(folder, name)
}

async function install(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    {
      env,
    },
  )
  return code === 0 ? '' : output
}

/** Debian starts what it installs, unless this file says that it must not. */
async function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return work()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    rmSync(policy)
  }
}
