#!/usr/bin/env node
// Starts the built sandbox from wherever it is called.
import { existsSync } from 'node:fs'
import module from 'node:module'

const program = new URL('./dist/main.js', import.meta.url)
if (!existsSync(program)) {
  console.error('The sandbox is not built yet. In its project: npm run build -w sandbox')
  process.exit(1)
}
module.enableCompileCache?.()
await import(program)
