import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Alias, build, type InlineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const dist = at('dist')

const preactForReact = [{ find: /^react(-dom\/client|\/jsx-runtime)?$/, replacement: at('preact.ts') }]

/** Pages in another encoding than UTF-8 would misread other characters: they are escaped. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped)
  },
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Keeps dynamic imports in CommonJS, so that lazy chunks stay separate files. */
const lateRequires: Plugin = {
  name: 'late-requires',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /Promise\.resolve\(\)\.then\(\(\) => require\(("[^"]+")\)\)/g,
          'import($1)',
        )
  },
}

const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  exports: Record<string, { courtside?: string }>
}

/**
 * Modules of the SDK, as the package exports them: each an import, a `require`, and a script by the file name of the
 * original, from `src/sdk`, `src/sdk/scripts` and `src/public-types`.
 */
const sdkModules = Object.entries(exports).flatMap(([path, { courtside = '' }]) =>
  courtside.startsWith('./src/sdk/') ? [basename(path)] : [],
)

/** Ways to pay whose button is a lazy chunk. */
const buttons = readdirSync(at('src/ways-to-pay')).filter((way) =>
  existsSync(at(`src/ways-to-pay/${way}/open-button.ts`)),
)

/** In the form that bundlers recognise; others may leave modules without `import.meta.url`. */
const runtimeAddress = (file: string) =>
  `(() => { try { return new URL(${JSON.stringify(file)}, import.meta.url).href } catch { return '' } })()`

type Made = NonNullable<InlineConfig['build']>

async function make(made: Made, plugins: Plugin[] = [], alias: Alias[] = preactForReact) {
  await build({
    root: at('.'),
    configFile: false,
    logLevel: 'warn',
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias },
    plugins,
    experimental: { renderBuiltUrl: (file) => ({ runtime: runtimeAddress(file) }) },
    build: { outDir: dist, emptyOutDir: false, target: 'es2022', ...made },
  })
}

/** `require` gives the default export, which is also its own `default`. */
const exportsItself = `module.exports = exports.default;
Object.defineProperty(module.exports, '__esModule', { value: true });
module.exports.default = module.exports;`

const wayFor = (file = '') => /\/ways-to-pay\/([^/]+)\/open-button\.ts$/.exec(file)?.[1]

/** For bundlers: shared chunks, and locales and options as lazy ones. */
async function makeModules(format: 'es' | 'cjs', names: Record<string, string>) {
  const ending = format === 'es' ? 'mjs' : 'cjs'
  const entry = Object.fromEntries(Object.entries(names).map(([name, file]) => [name, at(file)]))
  const made: Made = {
    lib: { entry, formats: [format] },
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      output: {
        entryFileNames: `[name].${ending}`,
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.at(-1)?.includes('/locales/')
            ? `locales/[name].${format === 'es' ? 'js' : 'cjs'}`
            : `shared/${wayFor(moduleIds.at(-1)) ?? '[name]'}.${ending}`,
        assetFileNames: 'dropin[extname]',
        exports: 'named',
        footer: ({ isEntry }) => (isEntry && format === 'cjs' ? exportsItself : ''),
      },
    },
  }
  await make(made, format === 'cjs' ? [lateRequires] : [])
}

/** For plain pages and AMD loaders: one file without imports. */
async function makeScript(entry: string, file: string) {
  const lib = { entry: at(entry), formats: ['iife' as const], name: 'part', fileName: () => file }
  const checks = { commonJsVariableInEsm: false }
  await make({ lib, rolldownOptions: { checks } }, [asciiOnly])
}

/** Lazy chunks of the scripts, with one shared chunk. */
async function makeCode(entry: Record<string, string>) {
  const rolldownOptions = {
    input: Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, at(file)])),
    preserveEntrySignatures: 'strict' as const,
    output: {
      format: 'es' as const,
      entryFileNames: 'options/[name].js',
      chunkFileNames: 'options/[name].js',
      codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
    },
  }
  // Preact is in the script: hooks of a second copy would not work, and do not build.
  const elements = [{ find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' }]
  await make({ rolldownOptions }, [asciiOnly], elements)
}

const endings = new Map<string, string>([
  ['es', 'mjs'],
  ['cjs', 'cjs'],
])

/** Entry points that use the page's widget: React component and element, the latter also as a script. */
async function makeBeside(name: string, entry: string, banner = '') {
  await build({
    root: at('.'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      lib: {
        entry: at(entry),
        name: 'paymentDropin',
        formats: name === 'react' ? ['es', 'cjs'] : ['es', 'cjs', 'iife'],
        fileName: (format) => `${name}.${endings.get(format) ?? 'js'}`,
      },
      rolldownOptions: {
        external: ['react', '@courtside/dropin'],
        output: { banner, globals: { '@courtside/dropin': 'braintree.dropin' } },
      },
    },
  })
}

const types = new Map<string, string>([
  ['src/public-types/react-component.ts', 'react'],
  ...['dropin', 'element', 'payload', ...sdkModules].map(
    (name) => [`src/public-types/${name}.ts`, name] as const,
  ),
])

/** Shipped unchanged, side by side. */
async function declare(file: string, name: string) {
  const text = await readFile(at(file), 'utf8')
  for (const kind of ['m', 'c']) {
    const beside = (_: string, other: string) => `'./${types.get(join(dirname(file), other))}.${kind}js'`
    await writeFile(`${dist}/${name}.d.${kind}ts`, text.replace(/'(\.[^']+)'/g, beside))
  }
}

/** Global names of the scripts: the widget, and each module. */
async function declareGlobals() {
  const source = await readFile(at('src/public-types/global.ts'), 'utf8')
  const text = source.replace("'./dropin.ts'", "'@courtside/dropin'")
  const named = sdkModules.map((name) => [name, name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())])
  const imports = named.map(([part, name]) => `import type ${name}Part from '@courtside/dropin/${part}'\n`)
  const constants = named.map(([, name]) => `    const ${name}: typeof ${name}Part\n`)
  const whole = text.replace(/(?<=typeof dropinPart\n)/, constants.join(''))
  await writeFile(`${dist}/global.d.cts`, `${imports.join('')}${whole}`)
}

async function computeIntegrity(folder: string): Promise<[string, string][]> {
  const files = await readdir(folder, { recursive: true })
  const served = files.filter((file) => /\.(js|mjs|css)$/.test(file)).sort()
  return Promise.all(
    served.map(async (file): Promise<[string, string]> => {
      const hash = createHash('sha384').update(await readFile(`${folder}/${file}`))
      return [file, `sha384-${hash.digest('base64')}`]
    }),
  )
}

await rm(dist, { recursive: true, force: true })
const entries = Object.fromEntries(sdkModules.map((name) => [name, `src/sdk/${name}.ts`]))
await makeModules('es', { dropin: 'src/index.tsx', ...entries })
await makeModules('cjs', { dropin: 'src/required.ts', ...entries })
await makeScript('src/script.ts', 'dropin.js')
for (const name of sdkModules) await makeScript(`src/sdk/scripts/${name}.ts`, `parts/${name}.js`)
await makeCode({
  ...Object.fromEntries(buttons.map((way) => [way, `src/ways-to-pay/${way}/open-button.ts`])),
  'billing-address': 'src/ways-to-pay/card/address-fields.tsx',
  'data-collector': 'src/request-payment-method/load-collector.ts',
  deletion: 'src/vault/deletion.ts',
  'script-tag': 'src/post-form.ts',
  'three-d-secure': 'src/request-payment-method/authenticate-by-bank.ts',
})
await makeBeside('react', 'src/react.tsx', "'use client';")
await makeBeside('element', 'src/element.ts')
for (const [file, name] of types) await declare(file, name)
await declareGlobals()
await import('./frames/build.ts')
await writeFile(
  `${dist}/integrity.json`,
  `${JSON.stringify(Object.fromEntries(await computeIntegrity(dist)), null, 2)}\n`,
)
