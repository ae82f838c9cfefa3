import { fileURLToPath } from 'node:url'
import { bundleSandbox } from './bundle.ts'

await import('./stand-ins/build.ts')
await bundleSandbox(fileURLToPath(new URL('dist', import.meta.url)))
