import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before the sandbox: tells the test, when asked, how often a file was synced to disk.
const fsyncSync = fs.fsyncSync
let syncs = 0
fs.fsyncSync = (file) => {
  syncs++
  fsyncSync(file)
}
syncBuiltinESMExports()
process.on('message', () => process.send?.(syncs))
