// Builds the initial database of a data folder once, since PGlite needs seconds and 700 MB for it. node empty-
// database.mjs FILE FILE: writes it to these files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const small = 'shared_buffers=16MB'
const pglite = await PGlite.create({
  initDbStartParams: ['--set', small],
  startParams: [...PGlite.defaultStartParams, '-c', small],
})
const dump = await pglite.dumpDataDir('gzip')
await pglite.close()
const content = Buffer.from(await dump.arrayBuffer())
for (const file of process.argv.slice(2)) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
