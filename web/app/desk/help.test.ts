import { expect, test } from 'vitest'
import { roles } from '#team/roles.ts'
import { deskLinks, pageDescriptions } from './desk-links.ts'

test('the help of the desk says of every page in its bar what it is for, and of none besides', () => {
  expect(Object.keys(pageDescriptions)).toEqual(deskLinks(new Set(roles)).map(({ to }) => to))
})
