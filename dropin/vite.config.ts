import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The stand-alone build has Preact in place of React. The order counts: the longer names first. */
const preactForReact = [
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react-dom', replacement: 'preact/compat' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: 'react', replacement: 'preact/compat' },
]

/** Two builds of one source: a module for pages that have React, and a script that brings `braintree.dropin`. */
export default defineConfig(({ mode }) => {
  const standalone = mode === 'standalone'
  return {
    root: at('.'),
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: standalone ? preactForReact : [] },
    build: {
      outDir: at(`dist/${mode}`),
      emptyOutDir: true,
      lib: {
        entry: at('src/index.tsx'),
        formats: [standalone ? 'iife' : 'es'],
        name: 'braintree.dropin',
        fileName: () => (standalone ? 'dropin.js' : 'dropin.mjs'),
      },
      rollupOptions: {
        external: standalone ? [] : [/^react/],
        output: { assetFileNames: 'dropin[extname]' },
      },
    },
  }
})
