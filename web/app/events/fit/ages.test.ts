import { expect, test } from 'vitest'
import { ageBands, agesLine, agesText, parseAgeGroup, parseAges } from './ages.ts'

test.each([
  ['Ages 8 to 10', [8, 10]],
  ['ages 8-10', [8, 10]],
  ['Ages 8–10, green ball', [8, 10]],
  ['Ages 11 and 12', [11, 12]],
  ['Ages 5 to 9 with a grown-up', [5, 9]],
  ['Beginner, ages 6 & 7', [6, 7]],
  ['Age 9', [9, 9]],
  ['Aged 13 and up', [13, 99]],
  ['13+', [13, 99]],
  ['8–10', [8, 10]],
  ['8 to 10 years old', [8, 10]],
  ['10 and under', [0, 10]],
])('“%s” is read as from %j', (group, [from, to]) => {
  expect(parseAgeGroup(group)).toEqual({ from, to })
})

test.each([
  '',
  'Beginner',
  'Teens',
  'All ages',
  'Grades 3 to 5',
  '4 to a court',
  '2 to 4 players',
  'Court 3',
  '3',
  'Ages 8, 9 and 12',
  'Ages 8 to 10 and 13 to 15',
  'Ages 10 to 12yrs',
  'Ages 12 to 8',
  'Ages 8 to 100',
])('no age is read from “%s”', (group) => expect(parseAgeGroup(group)).toBeUndefined())

test('bands are the narrowest that are enough for all ages, youngest first', () => {
  const spans = [
    [5, 9],
    [8, 10],
    [5, 7],
    [10, 12],
    [11, 12],
    [13, 17],
    [13, 14],
    [15, 17],
    [8, 10],
    [16, 99],
  ]
  const bands = ageBands(spans.map(([from = 0, to = 0]) => ({ from, to })))
  expect(bands.map(agesText)).toEqual(['5–7', '8–10', '11–12', '13–14', '15–17', '16+'])
  expect(
    ageBands([
      { from: 5, to: 6 },
      { from: 5, to: 9 },
    ]).map(agesText),
  ).toEqual(['5–6', '5–9'])
  expect(
    [
      { from: 0, to: 10 },
      { from: 9, to: 9 },
    ].map(agesText),
  ).toEqual(['up to 10', '9'])
})

test.each([
  ['8 to 10', [8, 10], '8 to 10'],
  [' 8 - 10 ', [8, 10], '8 to 10'],
  ['8–10', [8, 10], '8 to 10'],
  ['13 and up', [13, 99], '13 and up'],
  ['13+', [13, 99], '13 and up'],
  ['10 and under', [0, 10], '10 and under'],
  ['9', [9, 9], '9'],
])('a session’s “%s” is %j, and stands as “%s”', (written, [from = 0, to = 0], line) => {
  expect(parseAges(written)).toEqual({ from, to })
  expect(agesLine({ from, to })).toBe(line)
})

test.each([
  ['10 to 8', 'write the lower age first: 8 to 10'],
  ['0', 'write ages from 1 to 99'],
  ['200', 'write ages from 1 to 99'],
  ['8 to 200', 'write ages from 1 to 99'],
  ['0 and under', 'write ages from 1 to 99'],
  ['', 'write 8 to 10, 13 and up, 10 and under, or 9'],
  ['8, 9 and 12', 'write 8 to 10, 13 and up, 10 and under, or 9'],
  ['Ages 8 to 10', 'write 8 to 10, 13 and up, 10 and under, or 9'],
  ['8.5', 'write 8 to 10, 13 and up, 10 and under, or 9'],
])('no ages are “%s”', (written, words) => expect(parseAges(written)).toBe(words))
