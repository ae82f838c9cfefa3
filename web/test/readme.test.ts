import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test.for(['web/app/platform/env.server.ts', 'sandbox/src/platform/settings.ts'])(
  'README lists every setting of %s',
  (path) => {
    const settings = [...read(path).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

    expect(settings.length).toBeGreaterThan(5)
    expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  },
)

test('README names every command of package.json that people type', () => {
  const { scripts } = JSON.parse(read('package.json'))

  const unnamed = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme))
  expect(unnamed).toEqual([])
})
