#!/usr/bin/env node
// Starts the sandbox from wherever it is called; Node 20 needs a loader to read TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./src/main.ts')
