import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays } from '#platform/dates.ts'
import { dayOf, yearFrom } from './season-days.ts'
import { readSeason } from './season-file.server.ts'
import { readGivenFile } from './season-pictures.server.ts'

const path = join(import.meta.dirname, '../../../season.yaml')
const demo = await readGivenFile(path, 'season.yaml')

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
  expect(dayOf(words, '2027-06-02')).toBe(day)
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

test.each([
  ['price: 180', 'price: 18O', 'price: 180', 'price is “18O”; write dollars above 0, such as 180 or 95.50'],
  ['price: 180', 'price: 0', 'price: 180', 'price is “0”; write dollars above 0, such as 180 or 95.50'],
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
    'svg\n',
    'gif\n',
    'picture: ',
    'picture “season-pictures/mara-quillfeather.gif” was not found; write the path of a file',
  ],
  [
    'Pip Lobwell: check',
    'Kip Lobwell: check',
    'demo: { Pip',
    '“Kip Lobwell” is no player of the demo section; write one of Pip Lobwell',
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

test('a file that is no YAML is told where it stops being so', () => {
  expect(problemsWith('  blurb: Tennis', '\tblurb: Tennis')).toEqual([
    `season.yaml:${lineOf('  blurb: Tennis')}: a tab stands before the text; write spaces`,
  ])
  expect(readSeason({ name: 'x.yaml', text: '', pictures: {} }, () => '2027-06-01').problems[0]).toMatch(
    /^x.yaml:1: the file is missing; write the lines programme, staff/,
  )
})
