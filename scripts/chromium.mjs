import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { binOf, Failure, foldersOfPath, root, run, step } from './tools.mjs'

/** Chromium without the windows: the same engine at half the weight, and what Playwright itself takes. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const isRoot = process.getuid?.() === 0
const isDebian = isRoot && existsSync('/usr/bin/apt-get')

/** The program of a Chromium on this machine: the system's, else the one that Playwright has fetched. */
async function findChromium() {
  const paths = foldersOfPath().flatMap((folder) => names.map((name) => join(folder, name)))
  for (const path of [...paths, await playwrightsOwn()].filter((path) => path && existsSync(path))) {
    // Ubuntu's /usr/bin/chromium-browser may be a note that says how to get one.
    const { code } = await run(path, ['--version'])
    if (code === 0) return path
  }
}

/** Finds Chromium, or fetches it: Debian's package as root, else Playwright's own where there is none at all. */
export async function provideChromium() {
  const found = await findChromium()
  if (found && (basename(found) === shell || !isDebian)) return found
  const said = await step('Fetching Chromium for the tests', async () => {
    const fromDebian = isDebian ? await fetchFromDebian() : ''
    return (await findChromium()) ? '' : `${fromDebian}${await fetchFromPlaywright()}`
  })
  const fetched = await findChromium()
  if (fetched) return fetched
  throw new Failure(
    `${said}\nThe tests need Chromium, and neither Debian's package nor Playwright's own could be had. Install it and try again.`,
  )
}

async function playwrightsOwn() {
  const entry = join(root, 'node_modules/playwright-core/index.mjs')
  if (!existsSync(entry)) return undefined
  const { chromium } = await import(entry)
  return chromium.executablePath()
}

async function fetchFromDebian() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const patience = ['-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  const updated = await run('apt-get', ['update', ...patience], { env })
  const installed = await run('apt-get', ['install', '-y', ...patience, '--no-install-recommends', shell], {
    env,
  })
  return updated.output + installed.output
}

async function fetchFromPlaywright() {
  const args = [binOf('playwright'), 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  return (await run(process.execPath, args)).output
}
