// The commands of the owner as plain JavaScript, for a machine that has nothing that reads TypeScript.
import { relative, resolve, sep } from 'node:path'
import { build } from 'vite'

const commands = ['season', 'record-payment', 'family', 'team', 'backup', 'restore', 'doctor', 'books']
const outDir = resolve('build/commands')

/** Each looks for what it needs from where its source lies. */
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
