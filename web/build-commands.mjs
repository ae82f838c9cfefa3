// Bundles the owner's commands as JavaScript, for machines whose Node does not run TypeScript.
import { relative, resolve, sep } from 'node:path'
import { build } from 'vite'

const commands = ['season', 'record-payment', 'family', 'team', 'backup', 'restore', 'doctor', 'books']
const outDir = resolve('build/commands')

/** Paths are relative to the source. */
const fromSources = {
  name: 'from-sources',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return
    const source = JSON.stringify(relative(outDir, id).split(sep).join('/'))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [fromSources],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: {
      input: commands.map((name) => `commands/${name}.ts`),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})
