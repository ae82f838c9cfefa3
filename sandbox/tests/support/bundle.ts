import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleSandbox } from '../../bundle.ts'

/** Where Node finds the packages that are left out. */
const folders = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
/** Before the first build it is not there, and Hono would say so of each script that it holds. */
const scriptsFolder = fileURLToPath(new URL('../../dist', import.meta.url))

/** Bundles the sandbox once for a run, from its sources as they are: tests start it a hundred times. */
export default async function bundleForTests() {
  for (const folder of [folders, scriptsFolder]) mkdirSync(folder, { recursive: true })
  const outDir = mkdtempSync(join(folders, 'sandbox-'))
  await bundleSandbox(outDir)
  process.env.SANDBOX_PROGRAM = join(outDir, 'main.js')
  return () => rmSync(outDir, { recursive: true })
}
