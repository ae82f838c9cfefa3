import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run } from '../../../scripts/tools.mjs'
import { until } from './town.ts'

export type Machine = Awaited<ReturnType<typeof bootMachine>>

/**
 * A Debian 12 of its own, on a disk of its own of so many gigabytes, with systemd as its first process, its own network of
 * one machine, and `node` with this machine's npm. What needs Debian's or npm's registry is typed with `online`.
 */
export async function bootMachine({ gigabytes, node }: { gigabytes: number; node: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-machine-'))
  const disk = join(folder, 'disk')
  const rootOf = join(folder, 'root')
  mkdirSync(rootOf)
  await done('truncate', [`--size=${gigabytes}G`, disk])
  await done('mkfs.ext4', ['-q', '-m', '0', disk])
  await done('mount', ['-o', 'loop', disk, rootOf])
  const within = 'systemd-sysv,dbus,ca-certificates,iproute2'
  const debian = ['--variant=minbase', `--include=${within}`, 'bookworm', rootOf]
  await done(process.env.DEBOOTSTRAP_PROGRAM ?? 'debootstrap', debian)
  giveNode(rootOf, node)
  await trustWhatThisMachineTrusts(rootOf)

  const options = ['--boot', '--register=no', '--keep-unit', '--private-network', '--machine=tennis']
  const log = openSync(join(folder, 'log'), 'a')
  const system = spawn('systemd-nspawn', ['--quiet', '--directory', rootOf, ...options], {
    stdio: ['ignore', log, log],
  })
  const ended = new Promise((resolve) => system.on('exit', resolve))
  const close = async () => {
    // Nothing in it is to be kept, so its first process gets no time to end the others.
    await run('kill', ['-KILL', await firstOf(system.pid)])
    system.kill('SIGKILL')
    await ended
    await run('umount', ['--lazy', rootOf])
    rmSync(folder, { recursive: true, force: true })
  }
  const first = await until(() => firstOf(system.pid), 60, 'the first process of the machine')

  /** Types a line as root, in the folder that the line before led to. */
  function type(line: string, { online = false } = {}) {
    const spaces = ['--mount', '--uts', '--ipc', '--pid', ...(online ? [] : ['--net'])]
    const shell = [
      'env',
      '-i',
      'HOME=/root',
      'LANG=C.UTF-8',
      `PATH=${path}`,
      `NODE_EXTRA_CA_CERTS=${trusted}`,
    ]
    const kept = `cd "$(cat /run/where 2>/dev/null || echo /root)"\n${line}\ncode=$?; pwd > /run/where; exit $code`
    return run('nsenter', ['--target', first, ...spaces, ...shell, 'bash', '-c', kept])
  }
  await until(
    async () => /^(running|degraded)/.test((await type('systemctl is-system-running')).output),
    60,
    'booted',
  )
  return { root: rootOf, type, close }
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Where the machine keeps whom it trusts. Node reads it only where it is told to. */
export const trusted = '/etc/ssl/certs/ca-certificates.crt'

/** Systemd within, once what starts it has become it. */
const firstOf = async (pid = 0) =>
  (await run('pgrep', ['--parent', String(pid), '--exact', 'systemd'])).output.trim()

function giveNode(rootOf: string, node: string) {
  copyFileSync(node, join(rootOf, 'usr/bin/node'))
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'))
  cpSync(npm, join(rootOf, 'usr/lib/node_modules/npm'), { recursive: true })
  writeFileSync(
    join(rootOf, 'usr/bin/npm'),
    '#!/bin/sh\nexec /usr/bin/node /usr/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  )
}

/** Such as the certificate of a proxy by which this machine reaches npm. */
async function trustWhatThisMachineTrusts(rootOf: string) {
  cpSync('/usr/local/share/ca-certificates', join(rootOf, 'usr/local/share/ca-certificates'), {
    recursive: true,
  })
  await done('chroot', [rootOf, 'update-ca-certificates'])
}

async function done(program: string, args: string[]) {
  const { code, output } = await run(program, args, { cwd: root })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`)
}
