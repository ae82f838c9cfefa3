import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { parseDay, yearFrom } from './season-days.ts'
import { readSeason, readStructure } from './season-file.server.ts'
import { formatSeason, parseStructure } from './season-structure.server.ts'

const path = join(import.meta.dirname, '../../../../season.yaml')
const demo = await readSeasonFile(path, 'season.yaml')

/** The demo season with one piece of text changed, read on a day of 2027. */
function problemsWith(piece: string, instead: string): string[] {
  expect(demo.text).toContain(piece)
  return readSeason({ ...demo, text: demo.text.replace(piece, instead) }, () => '2027-06-01').problems
}
const lineOf = (piece: string) => demo.text.slice(0, demo.text.indexOf(piece)).split('\n').length

test.each([
  ['2027-06-21', '2027-06-21'],
  ['+10 days', '2027-06-12'],
  ['-3 weeks', '2027-05-12'],
  ['Monday', '2027-06-07'],
  ['wednesday', '2027-06-02'],
  ['Monday +2 weeks', '2027-06-21'],
  ['+1 day', '2027-06-03'],
  ['2027-02-30', undefined],
  ['next week', undefined],
  ['', undefined],
])('on Wednesday, Jun 2, “%s” is %s', (words, day) => {
  expect(parseDay(words, '2027-06-02')).toBe(day)
})

test('years are counted from the first start, or written out', () => {
  expect(
    ['last year', 'this year', 'next year', 2031, '2031', 'soon'].map((year) => yearFrom(year, '2027-06-02')),
  ).toEqual([2026, 2027, 2028, 2031, 2031, undefined])
})

test('the demo season is in order on whichever day the site is first started, with something to book this year and next', () => {
  for (let day = '2026-12-20'; day < '2029-01-15'; day = addDays(day, 5)) {
    const { season, problems } = readSeason(demo, () => day)
    expect(problems, day).toEqual([])
    for (const event of season?.events ?? []) {
      const ahead = event.sessions.filter(({ startsOn }) => startsOn > day)
      expect(ahead.length, `${event.key} on ${day}`).toBeGreaterThanOrEqual(2)
      expect(
        ahead.some(({ startsOn }) => startsOn > addDays(day, 365)),
        `${event.key} next year`,
      ).toBe(true)
    }
  }
})

test.each<[piece: string, instead: string, where: string, words: string]>([
  ...['18O', '-5', '95.505', '100000.01', '99999999'].map((price): [string, string, string, string] => [
    'price: 180',
    `price: ${price}`,
    'price: 180',
    `price is “${price}”; write dollars up to 100,000 (0 is free), such as 180 or 95.50`,
  ]),
  [
    'places: 16',
    'places: some',
    'places: 16',
    'places is “some”; write the number of places, or leave the line out where it is never full',
  ],
  [
    'summary: Ages 8 to 12',
    'colour: green\n    summary: Ages 8 to 12',
    'summary: Ages 8 to 12',
    '“colour” is not known here; known are key, name, summary',
  ],
  ['    name: Green Ball Clinic\n', '', '- key: green-ball', 'name is missing; write the name of the event'],
  [
    'Monday +1 week',
    'Moonday',
    'starts: Monday +1 week',
    'starts is “Moonday”; write a day such as 2027-06-21',
  ],
  [
    'ends: Thursday',
    'ends: 2020-01-01',
    'ends: Thursday',
    'ends is 2020-01-01, before it starts; write 2026-',
  ],
  ['number: 4', 'number: 5', 'number: 5', 'session 5 of 2027 stands in line'],
  ['key: first-rally', 'key: green-ball', 'key: first-rally', 'key is “green-ball” as in line'],
  [
    'America/Los_Angeles',
    'California',
    'time zone: ',
    'time zone is “California”; write a time zone such as America/Los_Angeles',
  ],
  [
    'mara-quillfeather.svg\n',
    'mara-quillfeather.gif\n',
    'picture: season-pictures/mara',
    'picture “season-pictures/mara-quillfeather.gif” was not found; write the path of a file',
  ],
  [
    'Pip Lobwell: check',
    'Kip Lobwell: check',
    'demo: { Pip',
    '“Kip Lobwell” is no player of the demo section; write one of Pip Lobwell',
  ],
  [
    '- name: Mara Quillfeather',
    '- name: Mara at mara@club.example',
    '- name: Mara',
    'name is “Mara at mara@club.example”; write the name of the staff member: letters, blanks, hyphens,',
  ],
  [
    '      name: Mara Quillfeather\n      line',
    '      name: Mara Quill\n      line',
    '      name: Mara Quillfeather\n      line',
    'name is “Mara Quill”, who is not on the staff list; write one of Mara Quillfeather, Teodor Brisk, Ines',
  ],
  [
    'line: If you can keep it going',
    `line: ${'If you can '.repeat(15)}keep it going`,
    'line: If you can',
    'line is “If you can If you can If you can If you can If you can If y…”; write a line of theirs of up to 160',
  ],
  [
    'bring: [water, a hat, shoes',
    `bring: [water, ${'hat'.repeat(21)}, shoes`,
    'bring: [water, a hat, shoes',
    'bring (entry 2) is “hathat',
  ],
  [
    '        500: Court',
    '        400: Court',
    '500: Court time',
    '“400” is not known here; known are 50, 100, 250, 500',
  ],
  [
    '250: A clinic for',
    `250: ${'Four mornings '.repeat(5)}`,
    '250: A clinic for',
    '250 is “Four mornings Four mornings Four mornings Four mornings Fou…”; write what a gift of that much',
  ],
  [
    'file: season-pictures/demo-courts',
    'file: season-pictures/our-courts',
    'file: season-pictures/demo',
    'file “season-pictures/our-courts-at-evening.svg” was not found; write the path of a file beside',
  ],
  [
    'focus: 25% 50%',
    'focus: 120% 50%',
    'focus: 25%',
    'focus is “120% 50%”; write its point that is never cut off, in percent from the left and from the top',
  ],
  [
    '  # limits: { hold minutes: 15,',
    '  limits: { hold minutes: 0.5,',
    '  # limits',
    'hold minutes is “0.5”; write the minutes for which checkout keeps places, such as 15',
  ],
  [
    'name: Robin Lobwell',
    'name: Robin www.club.example',
    '      parent: { name: Robin',
    'name is “Robin www.club.example”; write a first and a last name: letters, blanks, hyphens,',
  ],
  [
    'name: Robin Lobwell',
    'name: Robin',
    '      parent: { name: Robin',
    'name is “Robin”; write a first and a last name',
  ],
  ['others: 16', 'others: 17', 'demo: { others: 16', 'demo has 17 players for 16 places; write fewer'],
])('“%s” written as “%s” is named with its line and what would be right', (piece, instead, where, words) => {
  const problems = problemsWith(piece, instead)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`season.yaml:${lineOf(where)}: ${words}`)
})

test('all problems of a file are named at once, in the order of their lines', () => {
  const text = demo.text
    .replace('price: 140', 'price: free')
    .replace('wallet: "@', 'wallet: "')
    .replace('places: 8', 'places: -1')
  const { problems } = readSeason({ ...demo, text }, () => '2027-06-01')
  expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['wallet', 'price', 'places'])
})

test.each([
  [
    '  blurb: Tennis for',
    '  blurb: Tennis: for',
    '  blurb: ',
    'the text has a colon; put it in quotes: blurb: "Tennis: for players',
  ],
  [
    'wallet: "@courtside-youth-tennis"',
    'wallet: @courtside',
    '  wallet: ',
    'the text begins with “@”; put it in quotes: wallet: "@courtside"',
  ],
  [
    'name: Green Ball Clinic',
    'name: *Green* Ball',
    '    name: *Green',
    'the text begins with “*”; put it in quotes: name: "*Green* Ball"',
  ],
  [
    'name: Green Ball Clinic',
    'name: &Green Ball',
    '    name: &Green',
    'the text begins with “&”; put it in quotes: name: "&Green Ball"',
  ],
  [
    'name: Green Ball Clinic',
    'name: "Green" Ball',
    '    name: "Green',
    'the text goes on after its quotes; put all of it in quotes: name: "Green Ball"',
  ],
  [
    'name: Green Ball Clinic',
    'name: "Green Ball',
    '    name: "Green',
    'a quote opens here and does not close; close it: name: "Green Ball"',
  ],
  [
    'years: [this year]',
    'years: [this year',
    'years: [this year\n',
    'a bracket opens here and does not close',
  ],
  [
    'name: Green Ball Clinic',
    'name Green Ball',
    '    name Green',
    '“name Green Ball” has no colon; write name: Green Ball',
  ],
  [
    '    price: 180',
    '     price: 180',
    '     price: 180',
    'this line begins further right than the one above; begin both in the same column',
  ],
  ['  blurb: Tennis', '\tblurb: Tennis', '\tblurb', 'a tab stands before the text; write spaces'],
  [
    '- Fairmeadow Park, Courts 3',
    '- Place: Courts 3',
    '- Place: Courts',
    'location (entry 1) is a group of lines; write a line of place or time, in quotes',
  ],
  [
    '    price: 180',
    '    price: 180\n    price: 190',
    '    price: 190',
    'this name stands here twice; write it once',
  ],
])(
  '“%s” written as “%s” is told in plain words, with its line, and nothing else',
  (piece, instead, where, words) => {
    expect(demo.text).toContain(piece)
    const text = demo.text.replace(piece, instead)
    const line = text.slice(0, text.indexOf(where)).split('\n').length
    const { problems } = readSeason({ ...demo, text }, () => '2027-06-01')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`season.yaml:${line}: ${words}`)
  },
)

test('mistakes of every sort, in every part of a file, are named at once', () => {
  const text = demo.text
    .replace('blurb: Tennis for', 'blurb: Tennis: for')
    .replace('wallet: "@courtside-youth-tennis"', 'wallet: @courtside youth')
    .replace('years: [last year, this year, next year]', 'years: [last year, soon]')
    .replace('price: 180', 'price: free')
    .replace('starts: Monday +1 week', 'starts: Moonday')
    .replace('key: first-rally', 'key: green-ball')
    .replace('number: 4', 'number: 5')
    .replace('Pip Lobwell: unpaid', 'Kip Lobwell: unpaid')
  const { problems } = readSeason({ ...demo, text }, () => '2027-06-01')
  expect(problems.map((problem) => problem.replace(/^season.yaml:\d+: /, '').slice(0, 26))).toEqual([
    'the text has a colon; put ',
    'the text begins with “@”; ',
    'wallet is “@courtside yout',
    'years has “soon”; write a ',
    'price is “free”; write dol',
    'starts is “Moonday”; write',
    'session 5 of 2027 stands i',
    '“Kip Lobwell” is no player',
    'key is “green-ball” as in ',
  ])
})

test('a long text is cut where a message quotes it', () => {
  const [problem = ''] = problemsWith('email: help@courtside.example', `email: ${'very long '.repeat(50)}`)
  expect(problem).toContain('email is “very long very long')
  expect(problem).toContain('…”; write an e-mail address in small letters')
  expect(problem.length).toBeLessThan(160)
})

test.each([
  ['UTF-16 of Windows', Buffer.from(`\ufeff${demo.text}`, 'utf16le')],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${demo.text}`)],
])('a file saved as %s is read like every other', async (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-season-'))
  const own = join(folder, 'season.yaml')
  writeFileSync(own, bytes)
  const file = await readSeasonFile(own, 'season.yaml')
  rmSync(folder, { recursive: true })
  expect(readSeason({ ...file, pictures: demo.pictures }, () => '2027-06-01').problems).toEqual([])
})

test.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0000\u0000zip'), 1],
  ['an old encoding', Buffer.from('programme:\n  name: Zo\u00eb\n', 'latin1'), 2],
])('%s is refused without being printed', async (_, bytes, line) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-season-'))
  const own = join(folder, 'season.yaml')
  writeFileSync(own, bytes)
  const file = await readSeasonFile(own, 'season.yaml')
  rmSync(folder, { recursive: true })
  expect(readSeason(file, () => '2027-06-01').problems).toEqual([
    `season.yaml:${line}: a letter here cannot be read; save the file as plain text in UTF-8`,
  ])
})

test.each([
  [
    'aliases that grow',
    `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}x]`).join('\n')}`,
  ],
  ['groups in groups', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['an alias of itself', 'programme: &p\n  name: *p'],
  ['a million letters', 'a'.repeat(1_000_001)],
])('a file made of %s is refused at once', (_, text) => {
  const began = Date.now()
  const { problems } = readSeason({ name: 'x.yaml', text, pictures: {} }, () => '2027-06-01')
  expect(problems.length).toBeGreaterThan(0)
  expect(problems.join('\n').length).toBeLessThan(10_000)
  expect(Date.now() - began).toBeLessThan(5000)
})

test('a file without anything is told what to write', () => {
  expect(readSeason({ name: 'x.yaml', text: '', pictures: {} }, () => '2027-06-01').problems[0]).toMatch(
    /^x.yaml:1: the file is missing; write the lines programme, staff/,
  )
})

test('a picture that is not what the end of its name says is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pictures-'))
  const files = {
    'page.png': '<html>',
    'page.svg': 'no drawing',
    'drawing.svg': '\ufeff <svg/>',
    'x.webp': 'RIFF',
  }
  const lines = Object.keys(files).map((name) => `  - picture: ${name}`)
  writeFileSync(join(folder, 'season.yaml'), ['staff:', ...lines].join('\n'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

  const { pictures } = await readSeasonFile(join(folder, 'season.yaml'))
  rmSync(folder, { recursive: true })

  const refused = expect.stringContaining('is not what the end of its name says')
  expect(pictures).toEqual({
    ...{ 'page.png': refused, 'page.svg': refused, 'x.webp': refused },
    'drawing.svg': expect.stringContaining('data:image/svg+xml;base64,'),
  })
})

test('a season of the screens has the problems that its file would have, each at its place', () => {
  const season = structuredClone(parseStructure(demo.text))
  const [first, second] = season.clinics ?? []
  Object.assign(first?.sessions[0] ?? {}, { strange: 1 })
  Object.assign(second?.sessions[0] ?? {}, { meets: 'Mon, 11:00 to 9:00 am', opens: 'soon' })
  first?.sessions.push({ ...orNotFound(first.sessions[0]) })
  Object.assign(second ?? {}, { key: first?.key })
  const { places: ofFile } = readSeason({ ...demo, text: formatSeason(season) }, () => '2027-06-01')

  const { places } = readStructure(season, demo.pictures, '2027-06-01')

  const pathsOf = (problems: typeof places) => problems.map(({ path }) => path.join(' '))
  expect(pathsOf(places)).toEqual(pathsOf(ofFile))
  expect(places).toHaveLength(5)
  expect(places.map(({ message }) => message)).toContain(
    `key is “${first?.key}” as in another place; write a key of its own`,
  )
})
