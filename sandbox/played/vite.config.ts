import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The script that others bring to a merchant's page. It runs there as a plain script, and leaves nothing but its one name. */
export default defineConfig({
  root: at('.'),
  build: {
    outDir: at('../dist'),
    emptyOutDir: true,
    lib: { entry: at('songbird.ts'), name: 'songbird', formats: ['iife'], fileName: () => 'songbird.js' },
  },
})
