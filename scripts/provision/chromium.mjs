import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { binPath, Failure, listPathFolders, root, run, step } from '../tools.mjs'

/** Headless: the engine at half the size, which Playwright uses too. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const isRoot = process.getuid?.() === 0
const isDebian = isRoot && existsSync('/usr/bin/apt-get')

async function findChromium() {
  const paths = listPathFolders().flatMap((folder) => names.map((name) => join(folder, name)))
  for (const path of [...paths, await playwrightChromium()].filter((path) => path && existsSync(path))) {
    // Ubuntu's /usr/bin/chromium-browser may be a stub.
    const { code } = await run(path, ['--version'])
    if (code === 0) return path
  }
}

export async function provideChromium() {
  const found = await findChromium()
  if (found && (basename(found) === shell || !isDebian)) return found
  const output = await step('Fetching Chromium for the tests', async () => {
    const fromDebian = isDebian ? await fetchFromDebian() : ''
    return (await findChromium()) ? '' : `${fromDebian}${await fetchFromPlaywright()}`
  })
  const fetched = await findChromium()
  if (fetched) return fetched
  throw new Failure(
    `${output}\nThe tests need Chromium, and neither Debian's package nor Playwright's own could be had. Install it and try again.`,
  )
}

async function playwrightChromium() {
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
  const args = [binPath('playwright'), 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  return (await run(process.execPath, args)).output
}
