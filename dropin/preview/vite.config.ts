import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { clientToken } from './gateway.ts'

const gatewayUrl = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 3001}`

/** Serves the scenarios, and client tokens of the running sandbox (SANDBOX_PORT). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  server: { host: 'localhost', port: Number(process.env.PREVIEW_PORT ?? 4300), strictPort: true },
  plugins: [
    {
      name: 'client-token',
      configureServer(vite) {
        vite.middlewares.use('/client-token', (request, response, next) => {
          const saved = request.url?.includes('customer=saved') === true
          clientToken(gatewayUrl, saved).then((token) => response.end(token), next)
        })
      },
    },
  ],
})
