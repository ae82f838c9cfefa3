import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleSandbox } from '../bundle.ts'

/** Where Node finds the packages that are left out. */
const folders = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** Bundles the sandbox once for a run, from its sources as they are: tests start it a hundred times. */
export default async function bundleForTests() {
  mkdirSync(folders, { recursive: true })
  const outDir = mkdtempSync(join(folders, 'sandbox-'))
  await bundleSandbox(outDir)
  process.env.SANDBOX_PROGRAM = join(outDir, 'main.js')
  return () => rmSync(outDir, { recursive: true })
}
