import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { honoDev } from './hono-dev.ts'

/** What every page needs comes in two files: many small ones are compressed worse and asked for one by one. */
const everyPage = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'ui', test: /web\/app\/(ui|platform)\//, minShareCount: 4 },
]

export default defineConfig({
  plugins: [honoDev(), reactRouter()],
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: everyPage } } } } },
    ssr: { build: { rollupOptions: { input: './server.ts' } } },
  },
})
