import { expect, test } from 'vitest'
import { followLocale } from '../../src/follow-locale.ts'

test('a widget in React follows the locale of its page, also one that changed while it was being made', () => {
  let asked: string | undefined = 'fr'
  const locales: string[] = []
  const { begin, follow } = followLocale(() => asked)

  asked = 'ar'
  follow()
  expect(locales).toEqual([])
  begin({ setLocale: async (locale) => void locales.push(locale) })
  expect(locales).toEqual(['ar'])
  follow()
  expect(locales).toEqual(['ar'])
  asked = undefined
  follow()
  expect(locales).toEqual(['ar', 'en_US'])
})
