import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const scripts = ['songbird', 'paypal-button', 'paypal-button-frame', 'data-collector', 'fraudnet']

/** The scripts that others bring to a merchant's page. Each runs there as a plain script, and leaves nothing but its one name. */
export default defineConfig({
  root: at('.'),
  build: {
    outDir: at('../dist'),
    emptyOutDir: true,
    lib: { entry: scripts.map((name) => at(`${name}.ts`)), formats: ['es'] },
    rollupOptions: { output: { banner: '(() => {', footer: '})()', entryFileNames: '[name].js' } },
  },
})
