import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSeason } from '#season/file/season-file.server.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'

const demo = await readSeasonFile(join(import.meta.dirname, '../../../../season.yaml'), 'season.yaml')
/** A session that says nothing of its meetings. */
const days = 'starts: Saturday +1 week\n        ends: +5 weeks'

test.each([
  [
    days,
    `${days}\n        meets: Mon to Thu, 11:30 to 9:00 am`,
    'meets: ',
    'meets is “Mon to Thu, 11:30 to 9:00 am”; it ends before it starts; write the earlier hour first',
  ],
  [
    days,
    `${days}\n        meets: Mon, 9:00 to 25:00`,
    'meets: ',
    'meets is “Mon, 9:00 to 25:00”; “25:00” is no time of day; write one such as 9:00 am or 14:30',
  ],
  [
    days,
    `${days}\n        meets: mornings`,
    'meets: ',
    'meets is “mornings”; write weekdays and hours such as Mon to Thu, 9:00 to 11:30 am',
  ],
  [
    days,
    days.replace('+5 weeks', '+399 days\n        meets: daily, 9:00 to 10:00 am'),
    'meets: ',
    'this makes 400 meetings; write up to 200',
  ],
  [
    days,
    `${days}\n        skips: [July 4]`,
    '        skips: ',
    'skips has “July 4”; write a day such as 2027-07-05',
  ],
  [
    days,
    `${days}\n        meets: Sat, 9:00 to 10:00 am\n        extra: ["Saturday, 9:30 to 11:00 am"]`,
    'extra: ',
    'two meetings on Jun 12, 2027 are at the same time; write other hours, or that day into skips',
  ],
  [
    days,
    `${days}\n        coaches: [Mara]`,
    '        coaches: ',
    'coaches (entry 1) is “Mara”; write an e-mail address in small letters',
  ],
  [
    days,
    `${days}\n        opens: soon`,
    '        opens: ',
    'opens is “soon”; write a day and a time such as 2027-03-01, 9:00 am',
  ],
  [
    days,
    `${days}\n        opens: 2027-03-14, 2:30 am`,
    '        opens: ',
    'opens is “2027-03-14, 2:30 am”, a time that clocks skip on that day; write an hour later',
  ],
  [
    days,
    `${days}\n        opens: 2027-11-07, 1:30 am`,
    '        opens: ',
    'opens is “2027-11-07, 1:30 am”, a time that comes twice on that day; write an hour later',
  ],
  [days, `${days}\n        ages: 10 to 8`, 'ages: ', 'ages is “10 to 8”; write the lower age first: 8 to 10'],
  [days, `${days}\n        ages: 0`, 'ages: ', 'ages is “0”; write ages from 1 to 99'],
  [days, `${days}\n        ages: 200`, 'ages: ', 'ages is “200”; write ages from 1 to 99'],
  [
    days,
    `${days}\n        ages: teens`,
    'ages: ',
    'ages is “teens”; write 8 to 10, 13 and up, 10 and under, or 9',
  ],
  [
    days,
    `${days}\n        ages: 8 to 10\n        ages on: soon`,
    'ages on: ',
    'ages on is “soon”; write a day such as 2027-09-01',
  ],
  [
    days,
    `${days}\n        ages: 8 to 10\n        ages on: 2026-09-01`,
    'ages on: ',
    'ages on is 2026-09-01, on a day of another year; write a day of 2027',
  ],
  [
    'ages: 5 to 9',
    'ages: 5 to 9\n        levels: [Pro]',
    '        levels: ',
    'levels (entry 1) is “Pro”; write Beginner, Beginner/Intermediate, Intermediate or Advanced',
  ],
])('“%s” written as “%s” is named with its line and what would be right', (piece, instead, where, words) => {
  expect(demo.text).toContain(piece)
  const text = demo.text.replace(piece, instead)
  const { problems } = readSeason({ ...demo, text }, () => '2027-06-01')
  expect(problems).toHaveLength(1)
  const lineNumber = text.slice(0, text.indexOf(where, text.indexOf(instead))).split('\n').length
  expect(problems[0]).toContain(`season.yaml:${lineNumber}: ${words}`)
})

test('what a session does not say is left open, and an empty list says none', () => {
  const text = demo.text.replace(
    days,
    `${days}\n        meets: []\n        skips: []\n        court: []\n        opens: []`,
  )
  const { season } = readSeason({ ...demo, text }, () => '2027-06-01')
  const [first, second] = season?.events.find(({ key }) => key === 'saturday-group')?.sessions ?? []
  expect(first).toMatchObject({ meets: null, skips: [], court: null, opensAt: null })
  for (const name of ['meets', 'skips', 'extra', 'court', 'coaches', 'opensAt', 'closedWords', 'agesOn'])
    expect(second).not.toHaveProperty(name)
})

test('a session says for which ages and levels it is, and on which day the years are counted', () => {
  const written = 'ages: 8 to 10\n        ages on: 2027-09-01\n        levels: [Intermediate, Beginner]'
  const read = (lines: string) => {
    expect(demo.text).toContain('levels: [Beginner]')
    const text = demo.text.replace('levels: [Beginner]', lines)
    const { season } = readSeason({ ...demo, text }, () => '2027-06-01')
    return season?.events.find(({ key }) => key === 'saturday-group')?.sessions[0]
  }
  const expected = { agesFrom: 8, agesTo: 10, agesOn: '2027-09-01', levels: ['Beginner', 'Intermediate'] }
  expect(read(written)).toMatchObject(expected)
  expect(read('ages: 9')).toMatchObject({ agesFrom: 9, agesTo: 9 })
  expect(read('ages: []\n        ages on: []\n        levels: []')).toMatchObject({
    ...{ agesFrom: null, agesTo: null, agesOn: null, levels: [] },
  })
})
