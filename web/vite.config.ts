import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { honoDev } from './hono-dev.ts'

/** Two chunks for what every page needs: many small ones compress worse, and need a request each. */
const everyPage = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'every-page',
    test: /web\/app\/(root\.tsx|(events|ui)\/(fields\/)?(board|events|field|places-meter|unbroken)\.tsx?|platform\/format\/(dates|money)\.ts)$|vite\/preload-helper/,
    priority: 1,
  },
  // Ways to pay are needed by payment forms only, refusals where one is shown.
  {
    name: 'ui',
    test: /web\/app\/(ui|platform)\/(?!settings\/payment-options|refusal|styles\/desk)/,
    minShareCount: 4,
  },
]

/** React Router 7 triggers this deprecation warning of Vite three times. */
const { warn } = console
console.warn = (...messages: unknown[]) => {
  if (!String(messages[0]).includes('`envFile` option is deprecated')) warn(...messages)
}

const localIcons = (): Plugin => ({
  name: 'own-icons',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react'))
      return fileURLToPath(new URL('app/ui/icon.tsx', import.meta.url))
  },
})

/** React Router's exports map names its development build, which is larger by its messages. */
const productionRouter = (): Plugin => ({
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer, options) {
    if (source !== 'react-router' && source !== 'react-router/dom') return
    const module = await this.resolve(source, importer, { ...options, skipSelf: true })
    return module?.id.replace('/dist/development/', '/dist/production/')
  },
})

/** The widget is built from its sources, with the site's renderer. */
const fromSources = (conditions: readonly string[]) => ({
  resolve: { conditions: ['courtside', ...conditions] },
})

/** Icons are bundled on the server too: with lucide's own function, its HTML would differ from the browser's. */
const serverOptions = {
  resolve: { ...fromSources(defaultServerConditions).resolve, noExternal: ['lucide-react'] },
}

export default defineConfig({
  plugins: [honoDev(), localIcons(), productionRouter(), reactRouter()],
  environments: {
    client: {
      ...fromSources(defaultClientConditions),
      build: {
        license: { fileName: 'licenses.txt' },
        rolldownOptions: { output: { codeSplitting: { groups: everyPage } } },
      },
    },
    ssr: { ...serverOptions, build: { rollupOptions: { input: './server.ts' } } },
  },
})
