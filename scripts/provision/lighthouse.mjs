import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, npm, step } from '../tools.mjs'

/** The newest for Node 20. */
const version = '12.8.2'

/**
 * Fetched on demand: a hundred megabytes.
 * @typedef {{ id: string, score: number }} Category
 * @typedef {{ runtimeError?: object, finalDisplayedUrl: string, audits: Record<string, { numericValue: number }>, categories: Record<string, Category> }} Report
 * @typedef {{ port: number, kill: () => void }} Chrome
 * @returns {Promise<{ lighthouse: (url: string, flags: object) => Promise<{ lhr: Report }>, launch: (options: object) => Promise<Chrome> }>}
 */
export async function provideLighthouse() {
  const folder = join(tmpdir(), `courtside-lighthouse-${version}`)
  const [lighthouse, launcher] = ['lighthouse/core/index.js', 'chrome-launcher/dist/index.js'].map((entry) =>
    join(folder, 'node_modules', entry),
  )
  if (!existsSync(lighthouse)) {
    const said = await step('Fetching Lighthouse', async () => {
      const { code, output } = await npm([
        'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        `lighthouse@${version}`,
      ])
      return code === 0 ? '' : output
    })
    if (said) throw new Failure(`${said}\nLighthouse could not be fetched.`)
  }
  const { launch } = await import(pathToFileURL(launcher).href)
  return { lighthouse: (await import(pathToFileURL(lighthouse).href)).default, launch }
}
