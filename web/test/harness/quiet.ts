import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test in which something is printed as an error or a warning fails: real runs must be quiet too. */
const said: string[] = []

beforeEach(() => {
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => {
      said.push(`console.${level}: ${words.join(' ')}`)
    })
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(said.splice(0), 'what was printed').toEqual([])
})
