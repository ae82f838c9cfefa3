import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attendanceMarks,
  clampedTo,
  compareMarks,
  countingMark,
  countMarks,
  lastMark,
  type MarkEntry,
  nextAt,
  standingMarks,
} from './attendance.ts'

const meeting = { startsAt: new Date('2027-06-21T16:00:00Z'), endsAt: new Date('2027-06-21T18:30:00Z') }
const hour = 3_600_000
const in2019 = Date.parse('2019-01-01T00:00:00Z')
const players = ['Ada', 'Ben', 'Cleo']

type Sent = MarkEntry & { player: string }

/** What somebody does with a phone: after so many seconds a mark, or its clock is set to another time. */
const tap = fc.record({
  after: fc.integer({ min: 0, max: 1800 }),
  player: fc.constantFrom(...players),
  mark: fc.constantFrom(...attendanceMarks, null),
  clock: fc.option(fc.integer({ min: -5 * hour, max: 5 * hour }), { freq: 6, nil: undefined }),
})
const phone = fc.record({
  clockOff: fc.oneof(fc.integer({ min: -9 * hour, max: 9 * hour }), fc.constant(in2019 - Date.now())),
  opened: fc.integer({ min: -hour, max: hour }),
  taps: fc.array(tap, { maxLength: 8 }),
})

/** The marks of a phone as the site takes them; it learned its offset when it opened the sheet. */
function marksOf(
  name: string,
  { clockOff, opened, taps }: typeof phone extends fc.Arbitrary<infer P> ? P : never,
) {
  let now = meeting.startsAt.getTime() + opened
  let off = clockOff
  const clock = { offsetMs: -clockOff, lastAt: 0 }
  return taps.map(({ after, player, mark, clock: setBy }, index): Sent => {
    now += after * 1000
    off += setBy ?? 0
    clock.lastAt = nextAt(clock, now + off)
    const at = clampedTo(meeting, new Date(clock.lastAt))
    return { player, mark, collectedBy: null, at, phone: name, seq: index + 1 }
  })
}

/** The log of the site after these arrived one by one, some of them twice. */
function logOf(arrived: Sent[]) {
  const log = new Map(arrived.map((entry) => [`${entry.phone} ${entry.seq}`, entry]))
  return players.map((name) => [...log.values()].filter(({ player }) => player === name))
}

test('the marks of three phones end the same in any order of arrival, with clocks wrong by hours or years', () => {
  const three = fc.tuple(phone, phone, phone).chain((phones) => {
    const sent = phones.flatMap((taps, index) => marksOf('abc'.charAt(index), taps))
    const arrival = fc.shuffledSubarray([...sent, ...sent], { minLength: sent.length * 2 })
    return fc.record({ sent: fc.constant(sent), arrival, other: arrival })
  })
  const property = fc.property(three, ({ sent, arrival, other }) => {
    const ends = (arrived: Sent[]) => logOf(arrived).map((log) => countingMark(log, null))
    expect(ends(arrival)).toEqual(ends(other))
    for (const name of 'abc') {
      const sorted = arrival.filter((entry) => entry.phone === name).toSorted(compareMarks)
      const asTapped = sent.filter((entry) => entry.phone === name).flatMap((entry) => [entry, entry])
      expect(sorted).toEqual(asTapped)
    }
  })
  fc.assert(property, { numRuns: 1000, seed: 20_270_621 })
})

const entry = (facts: Partial<MarkEntry>): MarkEntry => ({
  mark: 'here',
  collectedBy: null,
  at: new Date('2027-06-21T16:05:00Z'),
  phone: 'a',
  seq: 1,
  ...facts,
})

test('undo takes back the own last mark, and never that of another phone', () => {
  const here = entry({ seq: 1 })
  const leftMark = entry({ mark: 'left', seq: 2 })
  const late = entry({ mark: 'late', phone: 'b', at: new Date('2027-06-21T16:04:00Z') })
  const undo = entry({ mark: null, seq: 3 })

  expect(countingMark([undo, leftMark, late, here], null)).toEqual({ mark: 'here', at: here.at })
  expect(standingMarks([undo, here, late])).toEqual([late])
  expect(lastMark([here, leftMark, late, undo], 'a')).toEqual(here)
  expect(lastMark([here, late, entry({ mark: null, seq: 2 })], 'a')).toBeUndefined()
})

test('what a family said counts until somebody marks the player', () => {
  const absence = { reportedAt: new Date('2027-06-21T14:05:00Z') }
  expect(countingMark([], absence)).toEqual({ mark: 'excused', at: absence.reportedAt })
  expect(countingMark([entry({})], absence)?.mark).toBe('here')
  expect(countingMark([], null)).toBeUndefined()
})

test('who is late is here, and who left or was excused is marked', () => {
  expect(countMarks(['here', 'late', 'left', 'excused', 'absent', undefined])).toEqual({ here: 2, toMark: 1 })
})
