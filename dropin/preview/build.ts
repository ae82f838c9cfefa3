import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { build as buildWorkspaces } from '../../scripts/build.mjs'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { startSandbox } from '../../scripts/services.mjs'
import { main } from '../../scripts/tools.mjs'
import { record, scripts } from './record.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = at('dist')

/**
 * Static files for any web host, also below a path: the page, the gateway's files, and recorded answers of a sandbox.
 */
await main(async () => {
  await buildWorkspaces(['database', 'sandbox', 'dropin'])
  await build({ configFile: at('vite.config.ts'), logLevel: 'warn' })
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: at('player.ts'), name: 'player', formats: ['iife'], fileName: () => 'player.js' },
    },
  })
  await cp(at('../dist/frames/web'), `${outDir}/gateway/web`, { recursive: true })
  const home = await mkdtemp(join(tmpdir(), 'preview-'))
  const port = await freePort()
  const settings = { SANDBOX_PORT: String(port), SANDBOX_DATA_DIR: join(home, 'sandbox') }
  const sandbox = startSandbox({ ...process.env, ...settings })
  await sandbox.untilReady()
  await keepAnswers(`http://127.0.0.1:${port}`)
  await sandbox.stop()
  await rm(home, { recursive: true, force: true })
  console.log(`The page is in ${outDir}`)
})

async function keepAnswers(origin: string) {
  for (const path of scripts) {
    await mkdir(dirname(`${outDir}/gateway/${path}`), { recursive: true })
    await writeFile(`${outDir}/gateway/${path}`, await (await fetch(`${origin}/${path}`)).text())
  }
  await writeFile(`${outDir}/recording.json`, JSON.stringify(await record(origin)))
}
