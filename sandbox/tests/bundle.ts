import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Where Node finds the packages that are left out. */
const folders = join(root, '../node_modules/.cache')

/** Files beside a source are read from there. */
const readBesideSources: Plugin = {
  name: 'read-beside-sources',
  transform: (code, id) =>
    id.startsWith(root) && code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
}

/**
 * Bundles the sandbox once for a run: tests start it a hundred times, and so it starts in a third of the time.
 * Journeys and drills start it as it is delivered.
 */
export default async function bundleSandbox() {
  mkdirSync(folders, { recursive: true })
  const outDir = mkdtempSync(join(folders, 'sandbox-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [readBesideSources],
    build: { ssr: 'src/main.ts', outDir, emptyOutDir: false },
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
  })
  process.env.SANDBOX_PROGRAM = join(outDir, 'main.js')
  return () => rmSync(outDir, { recursive: true })
}
