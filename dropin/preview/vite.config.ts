import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { clientTokenFor } from './gateway.ts'
import { optionTables } from './option-tables.ts'
import { scenarios } from './scenarios.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const gatewayUrl = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 3001}`

/** Serves the scenarios, and client tokens of the running sandbox (SANDBOX_PORT); or builds the page for any web host. */
export default defineConfig(({ command }) => ({
  root: at('.'),
  base: command === 'build' ? './' : '/',
  server: { host: 'localhost', port: Number(process.env.PREVIEW_PORT ?? 4300), strictPort: true },
  // Its code is shown as it is written.
  build: { minify: false, target: 'es2022' },
  // What merchants get, who have Preact inside.
  resolve: {
    alias:
      command === 'build'
        ? [{ find: /^react(-dom\/client|\/jsx-runtime)?$/, replacement: at('../preact.ts') }]
        : [],
  },
  // Found later, they would load the page again.
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'] },
  plugins: [
    {
      name: 'sandbox',
      async transformIndexHtml(page) {
        const gateway = command === 'build' ? './gateway' : gatewayUrl
        const html = page.replace('<!-- options -->', await optionTables())
        // The browser of the preview is a device that has Apple Pay.
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
