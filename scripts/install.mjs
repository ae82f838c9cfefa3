import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, npm, readJson, root, step } from './tools.mjs'

const lockFile = join(root, 'package-lock.json')
/** Written by npm at the end of an installation. */
const installedRecord = join(root, 'node_modules/.package-lock.json')

/** Without `withDev`, only packages needed at run time. */
export async function install({ withDev = true } = {}) {
  if (isInstalled({ withDev })) return
  const packages = packagesFor({ withDev: true })
  const there = () => packages.filter(([path]) => existsSync(join(root, path, 'package.json'))).length
  const { code, output } = await step(
    `Installing ${packages.length} packages (once; this takes a minute or two)`,
    () => npm(['ci', '--include=dev', '--no-audit', '--no-fund']),
    () => `${there()} of ${packages.length}`,
  )
  if (code !== 0) throw new Failure(`${output}\nThe packages could not be installed; npm says why above.`)
}

export function isInstalled({ withDev, record = installedRecord }) {
  if (!existsSync(record)) return false
  const present = new Map(listPackages(record))
  return packagesFor({ withDev }).every(([path, { version }]) => present.get(path)?.version === version)
}

const packagesFor = ({ withDev }) =>
  listPackages(lockFile).filter(([, entry]) => isForThisMachine(entry) && (withDev || !entry.dev))

const listPackages = (path) =>
  Object.entries(readJson(path).packages).filter(
    ([name, entry]) => name.includes('node_modules/') && !entry.link,
  )

/** The report takes milliseconds, for each of a thousand packages. */
const isGlibc = Boolean(process.report?.getReport().header.glibcVersionRuntime)

/** npm installs native packages for this system alone. */
function isForThisMachine({ os, cpu, libc, peer, optional }) {
  if (peer && optional) return false
  if (optional && !os && !cpu) return false
  return (
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes(isGlibc ? 'glibc' : 'musl'))
  )
}
