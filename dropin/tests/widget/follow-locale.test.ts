import { expect, test } from 'vitest'
import { followLocale } from '../../src/follow-locale.ts'

test('a widget in React follows the locale of its page, also one that changed while it was being made', () => {
  let asked: string | undefined = 'fr'
  const told: string[] = []
  const { begin, follow } = followLocale(() => asked)

  asked = 'ar'
  follow()
  expect(told).toEqual([])
  begin({ setLocale: async (locale) => void told.push(locale) })
  expect(told).toEqual(['ar'])
  follow()
  expect(told).toEqual(['ar'])
  asked = undefined
  follow()
  expect(told).toEqual(['ar', 'en_US'])
})
