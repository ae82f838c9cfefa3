import { expect, test } from 'vitest'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { aSeason, seededDice } from '../../../test/builders/seasons.ts'
import { listChanges } from './draft-changes.ts'
import { eventIn, withEvent, withoutEvent, withSession } from './draft-edits.ts'
import { mergeSeasons } from './draft-merge.ts'

const session = (number: number, more: Partial<StructureSession> = {}): StructureSession => ({
  ...{ number, starts: '2027-07-10', ends: '2027-07-10', note: 'One day', places: 20 },
  ...{ meets: [], skips: [], extra: [], court: [], coaches: [], opens: [], closed: [] },
  ...{ ages: [], 'ages on': [], levels: [] },
  ...more,
})
const open: StructureEvent = {
  ...{ key: 'open', name: 'Orange Ball Open', summary: 'One day', price: 150, 'price note': 'per player' },
  ...{ location: ['Fairmeadow Park'], description: 'Matches.', sessions: [session(1), session(2)] },
}
const base: SeasonStructure = {
  ...{ ...aSeason(seededDice(1), 'mara@courtside.example'), clinics: [], lessons: [], leagues: [] },
  tournaments: [open],
}
const withPlaces = (season: SeasonStructure, places: number) =>
  withSession(season, 'open', session(1, { places }), '2027-1')
const sessionsOf = (season: SeasonStructure) => eventIn(season, 'open')?.event.sessions

test('a draft comes onto a newer season with what it changed, and keeps what others changed', () => {
  const mine = withSession(base, 'open', session(2, { court: 'Court 2' }), '2027-2')
  const theirs = withEvent(withPlaces(base, 24), { kind: 'tournament', event: { ...open, price: 160 } })

  const { merged, conflicts } = mergeSeasons({ base, mine, theirs: withPlaces(theirs, 24) })
  expect(merged.programme).toEqual(base.programme)

  expect(conflicts).toEqual([])
  expect(sessionsOf(merged)).toEqual([session(1, { places: 24 }), session(2, { court: 'Court 2' })])
  expect(eventIn(merged, 'open')?.event.price).toBe(160)
})

test('a line that both changed waits for an answer, and takes it', () => {
  const states = { base, mine: withPlaces(base, 22), theirs: withPlaces(base, 24) }

  const { merged, conflicts } = mergeSeasons(states)

  expect(conflicts).toEqual([
    {
      key: 'session tournament open 2027-1|places',
      entity: 'Orange Ball Open, Session 1 of 2027',
      name: 'Places',
      was: '20 places',
      theirs: '24 places',
      mine: '22 places',
    },
  ])
  expect(sessionsOf(merged)?.[0]?.places, 'until then it is theirs').toBe(24)
  const answered = (answer: 'mine' | 'theirs') =>
    mergeSeasons(states, { 'session tournament open 2027-1|places': answer })
  expect(answered('mine').conflicts).toEqual([])
  expect(sessionsOf(answered('mine').merged)?.[0]?.places).toBe(22)
  expect(sessionsOf(answered('theirs').merged)?.[0]?.places).toBe(24)
})

test('what one took away while the other changed it waits for an answer as a whole', () => {
  const gone = withSession(base, 'open', undefined, '2027-1')

  const { conflicts } = mergeSeasons({ base, mine: gone, theirs: withPlaces(base, 24) })

  expect(conflicts.map(({ name, theirs, mine }) => [name, theirs, mine])).toEqual([
    ['All of it', 'there', 'removed'],
  ])
  const { merged } = mergeSeasons({ base, mine: withoutEvent(base, 'open'), theirs: base })
  expect(merged.tournaments).toEqual([])
})

test('what a draft alone changed is offered line by line, and a line that is not wanted stays as it is published', () => {
  const mine = withSession(base, 'open', session(2, { court: 'Court 2', places: 22 }), '2027-2')
  const states = { base, mine, theirs: withPlaces(base, 24) }
  const court = 'session tournament open 2027-2|court'

  const { conflicts, others } = mergeSeasons(states)

  expect(conflicts).toEqual([])
  expect(others).toEqual([
    {
      ...{ key: 'session tournament open 2027-2|places', entity: 'Orange Ball Open, Session 2 of 2027' },
      ...{ name: 'Places', was: '20 places', theirs: '20 places', mine: '22 places' },
    },
    {
      ...{ key: court, entity: 'Orange Ball Open, Session 2 of 2027' },
      ...{ name: 'Courts', was: 'none', theirs: 'none', mine: 'Court 2' },
    },
  ])
  expect(sessionsOf(mergeSeasons(states, { [court]: 'theirs' }).merged)).toEqual([
    session(1, { places: 24 }),
    session(2, { places: 22 }),
  ])
})

test('an event that a draft removes while somebody changes a session of it waits for an answer, and goes or stays whole', () => {
  const states = { base, mine: withoutEvent(base, 'open'), theirs: withPlaces(base, 24) }

  const { conflicts, merged } = mergeSeasons(states)

  expect(conflicts.map(({ key, name }) => [key, name])).toEqual([['event tournament open', 'All of it']])
  expect(merged.tournaments).toEqual(states.theirs.tournaments)
  expect(mergeSeasons(states, { 'event tournament open': 'mine' }).merged.tournaments).toEqual([])
})

test('two new sessions of the same number wait for an answer where they differ', () => {
  const both = (places: number) => withSession(base, 'open', session(3, { places }))

  const { conflicts, others } = mergeSeasons({ base, mine: both(10), theirs: both(12) })
  const mineAlone = mergeSeasons({ base, mine: both(10), theirs: base })

  expect([conflicts, others]).toMatchObject([
    [{ name: 'Places', theirs: '12 places', mine: '10 places' }],
    [],
  ])
  expect(mineAlone.others).toMatchObject([{ name: 'All of it', theirs: 'not there', mine: 'there' }])
})

test('a season is the same in whatever order the database gives its lines back', () => {
  const coach = { name: 'Mara', line: 'Good feet.' }
  const withCoach = (of: typeof coach) =>
    withEvent(base, { kind: 'tournament', event: { ...open, coach: of } })

  expect(listChanges(withCoach(coach), withCoach({ line: coach.line, name: coach.name }))).toEqual([])
})

test('whatever two people change, nothing is lost that only one of them changed', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const [one, two] = [
      aSeason(seededDice(seed), 'a@b.example'),
      aSeason(seededDice(seed + 500), 'a@b.example'),
    ]
    const mine = { ...one, clinics: two.clinics ?? [] }
    const theirs = { ...one, lessons: two.lessons ?? [] }

    const { merged, conflicts } = mergeSeasons({ base: one, mine, theirs })

    expect(conflicts, `seed ${seed}`).toEqual([])
    expect(
      listChanges({ ...one, clinics: mine.clinics, lessons: theirs.lessons }, merged),
      `seed ${seed}`,
    ).toEqual([])
  }
})

test('what changes is said in words: what families plan by, texts, and what nobody is told', () => {
  const changed = session(1, { starts: '2027-07-11', ends: '2027-07-11', note: 'A Sunday', places: 24 })
  const after = withSession(
    withEvent(withSession(base, 'open', changed, '2027-1'), {
      kind: 'tournament',
      event: { ...open, price: 160 },
    }),
    'open',
    session(3, { places: 8 }),
  )
  const moved = withSession(after, 'open', changed, '2027-1')

  const lines = listChanges(base, moved).map(({ entity, name, before, after: now, kind }) =>
    [entity, name, before, now, kind].join(' | '),
  )

  expect(lines).toEqual([
    'Orange Ball Open | Price | $150.00 | $160.00 | quiet',
    'Orange Ball Open, Session 1 of 2027 | Days | Sat, Jul 10, 2027 | Sun, Jul 11, 2027 | move',
    'Orange Ball Open, Session 1 of 2027 | Text | One day | A Sunday | text',
    'Orange Ball Open, Session 1 of 2027 | Places | 20 places | 24 places | quiet',
    'Orange Ball Open, Session 3 of 2027 | New |  | Sat, Jul 10, 2027, 8 places, $160.00 | quiet',
  ])
})
