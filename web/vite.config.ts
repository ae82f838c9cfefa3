import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { honoDev } from './hono-dev.ts'

export default defineConfig({
  plugins: [honoDev(), reactRouter()],
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: { ssr: { build: { rollupOptions: { input: './server.ts' } } } },
})
