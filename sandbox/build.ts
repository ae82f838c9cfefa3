import { fileURLToPath } from 'node:url'
import { bundleSandbox } from './bundle.ts'

await import('./played/build.ts')
await bundleSandbox(fileURLToPath(new URL('dist', import.meta.url)))
