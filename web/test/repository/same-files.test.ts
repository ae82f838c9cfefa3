import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test.for(['folder-lock', 'synced-folder'])(
  '%s has the same text in the site and in the sandbox, which may import nothing of each other',
  (name) => {
    expect(textOf(`web/app/platform/files/${name}.server.ts`)).toBe(
      textOf(`sandbox/src/platform/storage/${name}.ts`),
    )
  },
)
