import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventIn, eventsIn } from '#season/drafts/draft-edits.ts'
import { eventForm, readEvent } from '#season/forms/event-form.ts'
import { programmeForm, readProgrammeForm } from '#season/forms/programme-form.ts'
import { readStaffForm, staffForm, withStaff } from '#season/forms/staff-form.ts'
import { parseStructure } from './season-structure.server.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../season.yaml'), 'utf8')

test('what nobody changes on the pages of the season stays as it is, and coaches follow a new name', () => {
  const season = parseStructure(text)
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

  const edited = readStaffForm({ ...staffForm(season), 'name-0': 'Mara Bellwether' }, season)
  const coachOf = (key: string) => eventIn(withStaff(season, edited.staff, edited.names), key)?.event.coach
  expect(coachOf('green-ball')).toEqual({
    ...eventIn(season, 'green-ball')?.event.coach,
    name: 'Mara Bellwether',
  })
  expect(coachOf('first-rally')?.name).toBe('Teodor Brisk')
})
