import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { honoDev } from './hono-dev.ts'

/** What every page needs comes in two files: many small ones are compressed worse and asked for one by one. */
const everyPage = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'every-page',
    test: /web\/app\/(root\.tsx|(events|ui)\/(fields\/)?(board|events|field|places|unbroken)\.tsx?|platform\/format\/(dates|money)\.ts)$|vite\/preload-helper/,
    priority: 1,
  },
  // The ways to pay are named by pages with a payment form alone, the sentences of a no where one is said.
  { name: 'ui', test: /web\/app\/(ui|platform)\/(?!settings\/payment-options|refusal)/, minShareCount: 4 },
]

/** React Router 7 asks Vite three times for an option that Vite calls deprecated. */
const { warn } = console
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('`envFile` option is deprecated')) warn(...words)
}

/** Icons are drawn by a function of ours. */
const ownIcons = (): Plugin => ({
  name: 'own-icons',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react'))
      return fileURLToPath(new URL('app/ui/icon.tsx', import.meta.url))
  },
})

/** React Router's exports name its development build alone, which is larger by its words for developers. */
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

/** The widget is built with the site, from its sources: its renderer is the site's own. */
const ofSources = (conditions: readonly string[]) => ({
  resolve: { conditions: ['courtside', ...conditions] },
})

/** Icons come into the server's build too: Node would take lucide's function, and the page would differ from a browser's. */
const ofServer = { resolve: { ...ofSources(defaultServerConditions).resolve, noExternal: ['lucide-react'] } }

export default defineConfig({
  plugins: [honoDev(), ownIcons(), productionRouter(), reactRouter()],
  environments: {
    client: {
      ...ofSources(defaultClientConditions),
      build: {
        license: { fileName: 'licenses.txt' },
        rolldownOptions: { output: { codeSplitting: { groups: everyPage } } },
      },
    },
    ssr: { ...ofServer, build: { rollupOptions: { input: './server.ts' } } },
  },
})
