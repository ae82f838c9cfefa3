import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventIn, eventsIn } from './draft-edits.ts'
import { eventForm, readEvent } from './event-form.ts'
import { programmeForm, readProgrammeForm } from './programme-form.ts'
import { structureOf } from './season-structure.server.ts'
import { readStaffForm, staffForm, withStaff } from './staff-form.ts'

const text = readFileSync(join(import.meta.dirname, '../../../season.yaml'), 'utf8')
/** A text of its own that says the same. */
const textNumber = (number: number) => `${text}\n# ${number}\n`

test('previews of one draft read its text once, and none can change what the next one sees', () => {
  const season = structureOf(text)

  expect(structureOf(`${text}`)).toBe(season)
  expect(() => Object.assign(season.clinics?.[0]?.sessions[0] ?? {}, { places: 1 })).toThrow(TypeError)
  expect(() => season.clinics?.pop()).toThrow(TypeError)
})

test('the texts that were asked for last stay as they were read, and the oldest are read again', () => {
  const [first, second] = [structureOf(textNumber(1)), structureOf(textNumber(2))]
  for (let number = 3; number <= 32; number += 1) structureOf(textNumber(number))

  expect(structureOf(textNumber(1))).toBe(first)
  structureOf(textNumber(33))
  expect(structureOf(textNumber(1))).toBe(first)
  expect(structureOf(textNumber(2))).not.toBe(second)
})

test('what nobody changes on the pages of the season stays as it is, and coaches follow a new name', () => {
  const season = structureOf(text)
  const staff = (season.staff ?? []).map(({ name }) => name)
  const keys = eventsIn(season).map(({ event }) => event.key)

  for (const { kind, event } of eventsIn(season)) {
    const read = readEvent(eventForm(event), { kind, before: event, keys, staff })
    expect(read.problems, event.key).toEqual({})
    expect(Object.entries(read.found.event).sort(), event.key).toEqual(
      Object.entries({ ...event, description: event.description.trim() }).sort(),
    )
  }
  const { programme, problems } = readProgrammeForm(programmeForm(season), season)
  expect([programme, problems]).toEqual([season.programme, {}])

  const said = readStaffForm({ ...staffForm(season), 'name-0': 'Mara Bellwether' }, season)
  const coachOf = (key: string) => eventIn(withStaff(season, said.staff, said.names), key)?.event.coach
  expect(coachOf('green-ball')).toEqual({
    ...eventIn(season, 'green-ball')?.event.coach,
    name: 'Mara Bellwether',
  })
  expect(coachOf('first-rally')?.name).toBe('Teodor Brisk')
})
