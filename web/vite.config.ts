import { reactRouter } from '@react-router/dev/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { honoDev } from './hono-dev.ts'

/** What every page needs comes in two files: many small ones are compressed worse and asked for one by one. */
const everyPage = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  // The ways to pay are named by pages with a payment form alone, the sentences of a no where one is said.
  { name: 'ui', test: /web\/app\/(ui|platform)\/(?!payment-options|refusal)/, minShareCount: 4 },
]

/** React Router 7 asks Vite three times for an option that Vite calls deprecated. */
const { warn } = console
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('`envFile` option is deprecated')) warn(...words)
}

/** React Router's exports name its development build alone; browsers get the one without the warnings for developers. */
const routerForBrowsers = (): Plugin => ({
  name: 'router-for-browsers',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer, options) {
    if (source !== 'react-router' && source !== 'react-router/dom') return
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found?.id.replace('/dist/development/', '/dist/production/')
  },
})

/** The widget is built with the site, from its sources: its renderer is the site's own. */
const ofSources = (conditions: readonly string[]) => ({
  resolve: { conditions: ['courtside', ...conditions] },
})

export default defineConfig({
  plugins: [honoDev(), routerForBrowsers(), reactRouter()],
  environments: {
    client: {
      ...ofSources(defaultClientConditions),
      build: { rolldownOptions: { output: { codeSplitting: { groups: everyPage } } } },
    },
    ssr: { ...ofSources(defaultServerConditions), build: { rollupOptions: { input: './server.ts' } } },
  },
})
