import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build as buildByEsbuild } from 'esbuild'
import { build as buildByVite } from 'vite'
import webpack from 'webpack'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pages = join(root, 'dropin/tests/pages')
const run = promisify(execFile)
const npm = (args: string[], cwd: string) =>
  run('npm', args, { cwd, shell: process.platform === 'win32' }).then(({ stdout }) => stdout)

/** What a shop has besides: the packages are those of this repository. */
const others = [
  ...['react', 'react-dom', 'scheduler', 'requirejs', '@types/react', '@types/react-dom', 'csstype'],
  ...['braintree-web', 'braintree-web-drop-in', 'googlepay', 'applepayjs', 'paypal-checkout-components'].map(
    (name) => `@types/${name}`,
  ),
]

/** An empty folder in which the packed widget is installed, with the pages of a shop. */
export async function installPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'courtside-shop-'))
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], join(root, 'dropin'))
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder)
  await mkdir(join(folder, 'node_modules/@types'))
  for (const name of others)
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  await cp(pages, folder, { recursive: true })
  return { folder, dist: join(folder, 'node_modules/@courtside/dropin/dist') }
}

export const remove = (folder: string) => rm(folder, { recursive: true })

/** What a page's script becomes, in a folder of its own: always `page.js`, beside what it loads later. */
export type Bundler = (folder: string, entry: string, made: string) => Promise<unknown>

export const byVite: Bundler = (folder, entry, made) =>
  buildByVite({
    root: folder,
    configFile: false,
    logLevel: 'error',
    base: './',
    build: {
      outDir: made,
      rolldownOptions: { input: join(folder, entry), output: { entryFileNames: 'page.js' } },
    },
  })

export const byWebpack: Bundler = (folder, entry, made) =>
  new Promise<void>((resolve, reject) => {
    const options = {
      mode: 'production' as const,
      context: folder,
      entry: `./${entry}`,
      output: { path: made, filename: 'page.js' },
      performance: false as const,
    }
    webpack(options, (problem, stats) => {
      if (problem || stats?.hasErrors() || stats?.hasWarnings())
        reject(problem ?? new Error(stats?.toString('errors-warnings')))
      else resolve()
    })
  })

export const byEsbuild =
  (options: BuildOptions): Bundler =>
  (folder, entry, made) =>
    buildByEsbuild({
      absWorkingDir: folder,
      entryPoints: { page: entry },
      bundle: true,
      minify: true,
      outdir: made,
      logLevel: 'silent',
      ...options,
    })

/** Whether pages of a shop are sound to TypeScript as strictly as it goes, declarations of packages included. */
export async function checkTypes(folder: string, entry: string) {
  const options = {
    extends: [],
    compilerOptions: {
      ...{ strict: true, skipLibCheck: false, noEmit: true, jsx: 'react-jsx' },
      ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' },
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: ['braintree-web-drop-in'],
    },
    files: [entry],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  await run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder])
}

export const runInNode = async (folder: string, file: string) =>
  JSON.parse((await run(process.execPath, [file], { cwd: folder })).stdout)
