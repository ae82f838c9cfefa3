import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCommand } from '#offline-payments/record-payment-command.server.ts'
import { retention } from '#platform/retention.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test.for([
  ['docs/settings.md', 'web/app/platform/settings/env.server.ts'],
  ['sandbox/README.md', 'sandbox/src/platform/settings.ts'],
] as const)('%s lists every setting of %s', ([page, path]) => {
  const listed = read(page)
  const settings = [...read(path).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

  expect(settings.length).toBeGreaterThan(5)
  expect(settings.filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

test('.env.example names settings that there are', () => {
  const known = read('docs/settings.md')
  const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !known.includes(`\`${name}\``))).toEqual([])
})

test('backups are deleted when the privacy notice says so', () => {
  expect(read('deploy/courtside-backup.service')).toContain(`-mtime +${retention.backupDays - 1} -delete`)
})

test('docs/commands.md names every command of package.json that people type', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const listed = read('docs/commands.md')

  const unnamed = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(listed))
  expect(unnamed).toEqual([])
})

test('every line of commands and manual that records a payment is one that the command takes', () => {
  const lines = [read('docs/commands.md'), read('docs/operating.md'), read('web/commands/record-payment.ts')]
    .flatMap((text) => [...text.matchAll(/npm run record-payment -- ([^`\n]+?)(?: {3,}.*)?(?=[`\n])/g)])
    // An ID stands for one of a refund.
    .map(([, words = '']) => words.replace(/\b(ID|0b0f…)/, crypto.randomUUID()))

  expect(lines.length).toBeGreaterThan(15)
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    expect(() => readCommand(words, 'robin'), line).not.toThrow()
  }
})

test('README names the rooms of web/app floor by floor, as the import rules have them', () => {
  const rows = [...read('README.md').matchAll(/^\| (\d) \| (`.*) \|$/gm)]
  const floors = rows.map(([, , rooms = '']) => [...rooms.matchAll(/`([\w-]+)`/g)].map(([, room]) => room))

  const isRoom = (room: string) => !room.includes('/')
  const ofRules: string[][] = JSON.parse(read('floors.json'))['web/app']
  expect(floors).toEqual(ofRules.map((rooms) => rooms.filter(isRoom)))
})
