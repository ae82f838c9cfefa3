import { expect, test } from 'vitest'
import { eventsIn } from '#season/drafts/draft-edits.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { aSeason, seededDice } from '../../test/builders/seasons.ts'
import { withoutCoach } from './former-coach.ts'

test('a coach who left is out of the season, and no other address is touched', () => {
  const season = aSeason(seededDice(1), 'other@x.org')
  const [first] = eventsIn(season)
  const [session] = first?.event.sessions ?? []
  const withCoach = (coach: string) => {
    const others = ['joann@x.org', coach, 'ann@x.org.au']
    Object.assign(session ?? {}, { coaches: others, note: 'Write to ann@x.org' })
    return parseStructure(formatSeason({ ...season, programme: { ...season.programme, email: 'ann@x.org' } }))
  }

  const changed = withoutCoach(withCoach('ann@x.org'), 'ann@x.org')

  expect(changed).toEqual(withCoach('former-coach@deleted.invalid'))
  expect(withoutCoach(changed, 'ann@x.org')).toEqual(changed)
})
