import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('../dist/web/3.99.0/html', import.meta.url))

/** The pages of the assets host. Widgets ask for the `.min` name, or for the plain one when they debug. */
export default defineConfig({
  root,
  base: './',
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: `${root}/hosted-fields-frame.html` },
  },
  plugins: [
    {
      name: 'min-name',
      closeBundle: () =>
        copyFile(`${outDir}/hosted-fields-frame.html`, `${outDir}/hosted-fields-frame.min.html`),
    },
  ],
})
