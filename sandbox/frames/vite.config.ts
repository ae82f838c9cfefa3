import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('../dist/web/3.99.0/html', import.meta.url))

const pages = [
  'hosted-fields-frame',
  'dispatch-frame',
  'redirect-frame',
  'venmo-landing-frame',
  'three-d-secure-bank-frame',
  'three-d-secure-authentication-complete-frame',
]

/** The pages of the assets host. Widgets ask for the `.min` name, or for the plain one when they debug. */
export default defineConfig({
  root,
  base: './',
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: pages.map((page) => `${root}/${page}.html`) },
  },
  plugins: [
    {
      name: 'min-name',
      closeBundle: async () => {
        await Promise.all(
          pages.map((page) => copyFile(`${outDir}/${page}.html`, `${outDir}/${page}.min.html`)),
        )
      },
    },
    { name: 'songbird', closeBundle: buildSongbird },
  ],
})

/** A plain script of its own: it runs in the merchant's page, where it must leave nothing but its one name. */
async function buildSongbird() {
  const entry = `${root}/songbird.ts`
  const lib = { entry, name: 'songbird', formats: ['iife' as const], fileName: () => 'songbird.js' }
  await build({ configFile: false, root, logLevel: 'warn', build: { outDir, emptyOutDir: false, lib } })
}
