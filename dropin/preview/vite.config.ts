import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { clientTokenFor } from './gateway.ts'
import { scenarios } from './scenarios.ts'

const gatewayUrl = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 3001}`

/** Serves the scenarios, and client tokens of the running sandbox (SANDBOX_PORT). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  server: { host: 'localhost', port: Number(process.env.PREVIEW_PORT ?? 4300), strictPort: true },
  // Found later, they would load the page again.
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'] },
  plugins: [
    {
      name: 'sandbox',
      // The browser of the preview is a device that has Apple Pay.
      transformIndexHtml: () => [{ tag: 'script', attrs: { src: `${gatewayUrl}/devices/apple-pay.js` } }],
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
})
