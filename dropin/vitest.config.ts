import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'dropin', include: ['tests/**/*.test.ts'] } })
