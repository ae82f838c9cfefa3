import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { projects: ['web', 'dropin', 'sandbox'], maxWorkers: 2 } })
