import { measureCheckouts } from './checkouts.ts'
import { conclude } from './report.ts'

await measureCheckouts()
process.exitCode = conclude() ? 0 : 1
