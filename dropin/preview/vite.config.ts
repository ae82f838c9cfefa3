import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { clientTokenFor } from './gateway.ts'
import { optionTables } from './option-tables.ts'
import { scenarios } from './scenarios.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const gatewayUrl = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 3001}`

/** Serves the scenarios with client tokens of the running sandbox (SANDBOX_PORT), or builds the page. */
export default defineConfig(({ command }) => ({
  root: at('.'),
  base: command === 'build' ? './' : '/',
  server: { host: 'localhost', port: Number(process.env.PREVIEW_PORT ?? 4300), strictPort: true },
  // Readers look at the page's code.
  build: { minify: false, target: 'es2022' },
  // Preact, as merchants get it.
  resolve: {
    alias:
      command === 'build'
        ? [{ find: /^react(-dom\/client|\/jsx-runtime)?$/, replacement: at('../preact.ts') }]
        : [],
  },
  // Late discovery would reload the page.
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'] },
  plugins: [
    {
      name: 'sandbox',
      async transformIndexHtml(page) {
        const gateway = command === 'build' ? './gateway' : gatewayUrl
        const html = page.replace('<!-- options -->', await optionTables())
        // The preview's browser has Apple Pay.
        return { html, tags: [{ tag: 'script', attrs: { src: `${gateway}/devices/apple-pay.js` } }] }
      },
      configureServer(vite) {
        vite.middlewares.use('/client-token', (request, response, next) => {
          const name = new URL(request.url ?? '', gatewayUrl).searchParams.get('scenario') ?? ''
          const scenario = scenarios[name]
          if (!scenario) return next()
          clientTokenFor(gatewayUrl, name, scenario).then((token) => response.end(token), next)
        })
      },
    },
  ],
}))
