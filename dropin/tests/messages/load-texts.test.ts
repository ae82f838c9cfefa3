import { expect, test, vi } from 'vitest'
import { loadTexts } from '../../src/messages/load.ts'
import type { Messages } from '../../src/messages/messages.ts'

type Load = (locale: string) => Promise<{ messages: Partial<Messages> }>

async function* places(...loads: Load[]) {
  for (const loadLocale of loads) yield { loadLocale }
}

const missing: Load = () => Promise.reject(new Error('not found'))
const german: Load = async (locale) => ({ messages: { edit: `Bearbeiten (${locale})` } })

test('the texts of a locale come from the first place that has them; English needs none', async () => {
  expect(await loadTexts('de', places(missing, german))).toEqual({ edit: 'Bearbeiten (de_DE)' })
  expect(await loadTexts('en', places(missing))).toEqual({})
})

test('texts that no place has, or that take longer than 5 seconds, are told to the console and not waited for', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockReturnValue()

  expect(await loadTexts('de', places(missing))).toBeUndefined()
  const slow = loadTexts(
    'fr',
    places(() => new Promise(() => undefined)),
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect(await slow).toBeUndefined()
  expect(logged.mock.calls.map(([text]) => text)).toEqual([
    'The texts of de_DE did not load. The payment widget keeps those that it has.',
    'The texts of fr_FR did not load. The payment widget keeps those that it has.',
  ])
  vi.useRealTimers()
})
