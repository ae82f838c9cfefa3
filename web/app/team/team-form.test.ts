import { expect, test } from 'vitest'
import { toFieldProblems } from '#platform/forms/submit.server.ts'
import { inviteForm, rolesForm } from './team.schema.ts'

const today = '2027-06-21'
const over = 'This day is over. Write Jun 21, 2027 or a later day.'
const problemsIn = (schema: ReturnType<typeof inviteForm | typeof rolesForm>, form: object) => {
  const { error } = schema.safeParse(form)
  return error ? toFieldProblems(error) : {}
}

test('a role that ended before today is neither given nor invited to, and one that is over already may stay', () => {
  const invited = { email: 'new@example.test', role: 'coach' }
  expect(problemsIn(inviteForm(today), { ...invited, last_day: '2020-01-02' })).toEqual({ last_day: over })
  for (const last_day of ['', today])
    expect(problemsIn(inviteForm(today), { ...invited, last_day })).toEqual({})

  const form = { coach: 'on', coach_first: '2020-01-01', coach_last: '2020-01-02' }
  expect(problemsIn(rolesForm(today, []), form)).toEqual({ coach_last: over })
  const before = [{ role: 'coach' as const, firstDay: '2020-01-01', lastDay: '2020-01-02' }]
  expect(problemsIn(rolesForm(today, before), form)).toEqual({})
  expect(problemsIn(rolesForm(today, before), { ...form, coach_last: '2020-01-03' })).toEqual({
    coach_last: over,
  })
})
