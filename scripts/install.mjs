import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, npm, readJson, root, step } from './tools.mjs'

const lockFile = join(root, 'package-lock.json')
/** npm's own record of what it put into node_modules, written when it was done. */
const ofNpm = join(root, 'node_modules/.package-lock.json')

/** Installs the packages of package-lock.json, unless exactly these are there. Without `withDev`, those to run with do. */
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

export function isInstalled({ withDev, record = ofNpm }) {
  if (!existsSync(record)) return false
  const present = new Map(packagesOf(record))
  return packagesFor({ withDev }).every(([path, { version }]) => present.get(path)?.version === version)
}

const packagesFor = ({ withDev }) =>
  packagesOf(lockFile).filter(([, entry]) => isForThisMachine(entry) && (withDev || !entry.dev))

const packagesOf = (path) =>
  Object.entries(readJson(path).packages).filter(
    ([name, entry]) => name.includes('node_modules/') && !entry.link,
  )

/** Asked once: the report takes milliseconds, and there are a thousand packages. */
const isGlibc = Boolean(process.report?.getReport().header.glibcVersionRuntime)

/** Native packages are listed for every system; npm installs those of this one. */
function isForThisMachine({ os, cpu, libc, peer, optional }) {
  if (peer && optional) return false
  if (optional && !os && !cpu) return false
  return (
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes(isGlibc ? 'glibc' : 'musl'))
  )
}
