import { expect, test } from 'vitest'
import { liabilityRelease } from './liability.ts'

const programme = {
  name: 'Courtside Youth Tennis',
  clubs: ['Fairmeadow Park Tennis Club', 'Millbrook Courts'],
}

test('the release names every club and the programme, for injuries in supervised tennis P2.72', () => {
  const text = liabilityRelease(programme).paragraphs.join('\n')

  expect(text).toContain(
    'I release Fairmeadow Park Tennis Club, Millbrook Courts, and Courtside Youth Tennis',
  )
  expect(text).toContain('from all liability for injuries that happen in supervised tennis activities')
})

test('another club makes another version of the release', () => {
  const { version } = liabilityRelease({ ...programme, clubs: ['Millbrook Courts'] })

  expect(version).not.toBe(liabilityRelease(programme).version)
})
