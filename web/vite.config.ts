import { reactRouter } from '@react-router/dev/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { honoDev } from './hono-dev.ts'

/** What every page needs comes in two files: many small ones are compressed worse and asked for one by one. */
const everyPage = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'ui', test: /web\/app\/(ui|platform)\//, minShareCount: 4 },
]

/** React Router 7 asks Vite three times for an option that Vite calls deprecated. */
const { warn } = console
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('`envFile` option is deprecated')) warn(...words)
}

/** The widget is built with the site, from its sources: its renderer is the site's own. */
const ofSources = (conditions: readonly string[]) => ({
  resolve: { conditions: ['courtside', ...conditions] },
})

export default defineConfig({
  plugins: [honoDev(), reactRouter()],
  environments: {
    client: {
      ...ofSources(defaultClientConditions),
      build: { rolldownOptions: { output: { codeSplitting: { groups: everyPage } } } },
    },
    ssr: { ...ofSources(defaultServerConditions), build: { rollupOptions: { input: './server.ts' } } },
  },
})
