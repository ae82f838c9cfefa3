import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderWith, listPathFolders, run, step } from '../tools.mjs'

/** Undefined when it cannot be installed. */
export async function provideProgram(name, packages = [name]) {
  const found = findProgram(name)
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  await step(`Fetching ${name} for the tests`, () => withoutServices(() => install(packages)))
  return findProgram(name)
}

/** Not systemd, which is more than a program. */
export async function provideForTests() {
  for (const [name, packages] of [['nginx'], ['curl'], ['ps', ['procps']]])
    await provideProgram(name, packages)
}

export function findProgram(name) {
  const folder = folderWith([name], [...listPathFolders(), '/usr/sbin', '/usr/local/sbin'])
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

/** policy-rc.d keeps Debian from starting services. */
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
