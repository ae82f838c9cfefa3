import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Programme } from '#season/file/season-file.schema.ts'
import { parseStructure } from '#season/file/season-structure.server.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { programmeForm, readProgrammeForm } from './programme-form.ts'

const { text } = await readSeasonFile(join(import.meta.dirname, '../../../../season.yaml'), 'season.yaml')
const season = parseStructure(text)
const form = programmeForm(season)

test('a form of the programme that nobody touched changes nothing', () => {
  const { programme, problems } = readProgrammeForm(form, season)

  expect(problems).toEqual({})
  expect(JSON.stringify(programme)).toBe(JSON.stringify(season.programme))
})

test('whatever a season file says of its programme can be written on screen', () => {
  const elsewhere = ['picture', 'logo', 'closed']
  const typed = {
    ...Object.fromEntries(
      Object.entries(form).map(([name, words = '']) => [name, `${words.slice(0, 50)} now`]),
    ),
    ...{
      email: 'New@Club.Example',
      phone: '5550100199',
      wallet: '@new',
      accent: '#7C2D12',
      'time zone': 'America/Denver',
    },
    ...{ 'limits-hold minutes': '20', 'limits-players': '', 'reliability page': 'on' },
    ...{ 'limits-unpaid places': '30', 'limits-unpaid places of a session': ' 5 ' },
    'limits-dollars given back by one member': '250',
    ...{ 'causes-MCT-ein': '123456789', 'causes-DBF-ein': '', 'causes-DBF-about': '' },
  }

  const { programme, problems } = readProgrammeForm(typed, season)

  expect(problems).toEqual({})
  for (const name of Object.keys(Programme.shape).filter((each) => !elsewhere.includes(each)))
    expect(programme[name as 'name'], name).not.toEqual(season.programme[name as 'name'])
  expect(programme).toMatchObject({
    email: 'new@club.example',
    phone: '(555) 010-0199',
    'time zone': 'America/Denver',
    limits: {
      ...{ 'hold minutes': 20, 'unpaid places': 30, 'unpaid places of a session': 5 },
      'dollars given back by one member': 250,
    },
    'reliability page': true,
  })
  const { MCT, DBF } = programme.causes
  expect([MCT.ein, MCT.gifts?.['50'], DBF.gifts?.['500']]).toEqual([
    '12-3456789',
    'New balls for a group now',
    'A scholarship for a season now',
  ])
  expect(Object.keys(DBF).sort()).toEqual(['blurb', 'gifts', 'name'])
})

test('what is wrong in a cause or the time zone is said at its field', () => {
  const wrong = {
    ...form,
    accent: '#ffcc00',
    'time zone': 'Mars',
    'causes-MCT-name': '',
    'causes-DBF-ein': '12',
    'causes-MCT-gifts-50': 'x'.repeat(61),
  }

  const { problems } = readProgrammeForm(wrong, season)

  expect(problems).toEqual({
    accent:
      'Colour is “#ffcc00”, on which white words are hard to read: their contrast is 1.5 to 1, and must be 6.5 to 1; write a darker colour.',
    'time zone': 'Time zone is “Mars”; write a time zone such as America/Los_Angeles.',
    'causes-MCT-name': 'Name is “”; write the name of the cause.',
    'causes-DBF-ein': 'EIN is “12”; write the EIN in quotes, such as "12-3456789".',
    'causes-MCT-gifts-50': expect.stringMatching(/^What \$50 does is “xxx.* in up to 60 letters\.$/),
  })
})
