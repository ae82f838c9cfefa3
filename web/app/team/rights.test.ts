import { expect, test } from 'vitest'
import { may, mayAll, type Right } from './rights.ts'
import type { Role } from './roles.ts'

test('two roles open what either does, as far as the further one reaches', () => {
  const reach = (right: Right, ...roles: Role[]) => {
    const member = { roles: new Set(roles) }
    return mayAll(member, right) ? 'all' : may(member, right) ? 'some' : 'none'
  }

  expect(reach('roster', 'coach')).toBe('some')
  expect(reach('roster', 'coach', 'reader')).toBe('some')
  expect(reach('roster', 'coach', 'registrar')).toBe('all')
  expect(reach('phones', 'coach', 'treasurer')).toBe('all')
  expect(reach('log', 'treasurer')).toBe('some')
  expect(reach('care', 'reader', 'treasurer')).toBe('none')
  expect(reach('roster')).toBe('none')
})
