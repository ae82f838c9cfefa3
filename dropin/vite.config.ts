import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The order counts: the longer names first. */
const preact = [
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react-dom', replacement: 'preact/compat' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: 'react', replacement: 'preact/compat' },
]

const module = { entry: at('src/index.tsx'), formats: ['es' as const], fileName: () => 'dropin.mjs' }
const standalone = {
  entry: at('src/standalone.ts'),
  formats: ['iife' as const],
  name: 'braintree.dropin',
  fileName: () => 'dropin.js',
}

/** Two builds of one source: `module` for pages that have React, `standalone` with Preact inside. */
export default defineConfig(({ mode }) => ({
  root: at('.'),
  base: './',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: mode === 'standalone' ? preact : [] },
  build: {
    outDir: at(`dist/${mode}`),
    emptyOutDir: true,
    lib: mode === 'standalone' ? standalone : module,
    rollupOptions: {
      external: mode === 'standalone' ? [] : [/^react/],
      output: { assetFileNames: 'dropin[extname]' },
    },
  },
}))
