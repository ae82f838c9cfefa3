import { existsSync, readFileSync } from 'node:fs'
import { getTableName, isTable } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '../../database/schema.ts'

const docs = new URL('../../../docs/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, docs), 'utf8')

/** How many requirements of levels 1 and 2 each section of the standard has. */
const sections = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11 },
  ...{ '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4 },
  ...{ '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}
const states = ['met', 'does not apply', 'not met'] as const
const standard = read('asvs.md').split('\n## Keys\n')[0] ?? ''
const rows = [...standard.matchAll(/^\| (\d+\.\d+\.\d+) \| ([a-z ]+) \| (.+) \|$/gm)]

test('every requirement of the security standard has one row, which says how it stands and why', () => {
  const ids = Object.entries(sections).flatMap(([section, many]) =>
    Array.from({ length: many }, (_, at) => `${section}.${at + 1}`),
  )

  expect(ids).toHaveLength(253)
  expect(rows.map(([, id]) => id).sort()).toEqual(ids.sort())
  for (const [, id, state, how = ''] of rows) {
    expect(states, id).toContain(state)
    if (state === 'does not apply' || state === 'not met') expect(how.length, id).toBeGreaterThan(5)
  }
  const [met, idle, open] = states.map((state) => rows.filter((row) => row[2] === state).length)
  expect(read('asvs.md')).toContain(`Of 253: ${met} met, ${idle} do not apply, ${open} not met.`)
})

test.for(['asvs.md', 'threats.md'])('every test and file that docs/%s names is there', (page) => {
  const links = [...read(page).matchAll(/\[([^\]]+)\]\(([^)#]+)(?:#([^)]+))?\)/g)]
  const inside = links.filter(([, , path = '']) => !path.startsWith('https:'))

  expect(inside.length).toBeGreaterThan(40)
  const missing = inside.filter(([, text = '', path = '', anchor]) => {
    if (!existsSync(new URL(path, docs))) return true
    // The words of a link to a test are the beginning of its title, and “…” stands for the rest.
    const words = text.replace(/…$/, '')
    const isTitle = /\.(test|spec|drill)\.tsx?$/.test(path) && words.split(' ').length > 3
    if (isTitle) return !["'", '"', '`'].some((quote) => read(path).includes(quote + words))
    return anchor !== undefined && !anchorsOf(read(path)).includes(anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

/** Where a heading of a page can be linked. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, head = '']) =>
    head
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('every threat names what stops it and which test shows it', () => {
  const [, table = ''] = read('threats.md').split(
    '| What could go wrong | What stops it | Shown by |\n|---|---|---|\n',
  )
  const threats = table.split('\n\n')[0]?.split('\n') ?? []

  expect(threats.length).toBeGreaterThan(25)
  for (const row of threats) {
    const [, wrong = '', stop = '', shown = ''] = row.split(' | ').join('|').split('|')
    expect(
      [wrong, stop].every((words) => words.length > 10),
      row,
    ).toBe(true)
    expect(shown, row).toContain('](../')
  }
})

test('every package is locked by its hash, and none runs a program when it is installed', () => {
  const { packages } = JSON.parse(read('../package-lock.json'))
  const unlocked = Object.entries<{ link?: boolean; integrity?: string; inBundle?: boolean }>(packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([, { link, integrity, inBundle }]) => !link && !inBundle && !integrity?.startsWith('sha512-'))
    .map(([path]) => path)

  expect(unlocked).toEqual([])
  expect(read('../.npmrc').split('\n')).toContain('ignore-scripts=true')
})

test('what the standard’s page says of passwords, of lines out and of a team is what the code has', () => {
  const code = (path: string) => read(`../web/app/${path}`)
  const [, kib, rounds] =
    /memoryCost: ([\d_]+), timeCost: (\d+)/.exec(code('people/accounts/passwords/passwords.server.ts')) ?? []
  const cost = `Argon2id, ${Number(kib?.replace('_', '')) / 1024} MiB, ${rounds} rounds`
  const said = [...read('asvs.md').matchAll(/Argon2id, [^.|]*rounds/g)].map(([words]) => words)
  const [, linesOut = ''] = read('asvs.md').split('\n## Lines out\n')
  const addresses = [
    ...code('platform/settings/env.server.ts').matchAll(/^ {2}(\w+_URL|\w+_SCRIPT): /gm),
  ].map(([, name]) => name)

  expect(said).toEqual([cost, cost])
  expect(addresses).toContain('OPERATOR_PING_URL')
  expect(addresses.filter((name) => !linesOut.split('\n## ')[0]?.includes(`\`${name}\``))).toEqual([])
  // A row that says there is none was true before the team had one.
  expect(read('asvs.md')).not.toContain('No second factor')
})

test('the tables that are worth protecting are tables of the site', () => {
  const [, table = ''] = read('threats.md').split('## What is worth protecting\n')
  const [rows = ''] = table.split('\n## ')
  const named = [...rows.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)
  const known: string[] = Object.values(schema).flatMap((part) => (isTable(part) ? [getTableName(part)] : []))

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name = '') => !known.includes(name))).toEqual([])
})
