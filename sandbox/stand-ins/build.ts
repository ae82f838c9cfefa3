import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const scripts = [
  'songbird',
  'paypal-button',
  'paypal-button-frame',
  'data-collector',
  'fraudnet',
  'apple-pay',
  'google-pay',
]

const isWatching = process.argv.includes('--watch')

/** The scripts that others bring to a merchant's page. Each runs there as a plain script, and leaves nothing but its one name. */
if (!isWatching) await rm(at('../dist'), { recursive: true, force: true })
for (const name of scripts)
  await build({
    root: at('.'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: at('../dist'),
      emptyOutDir: false,
      watch: isWatching ? {} : null,
      lib: { entry: at(`${name}.ts`), formats: ['es'], fileName: () => `${name}.js` },
      rolldownOptions: { output: { banner: '(() => {', footer: '})()' } },
    },
  })
