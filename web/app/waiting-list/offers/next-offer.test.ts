import { describe, expect, test } from 'vitest'
import { nextOffer, offerEnd, phaseAt } from './next-offer.ts'

const timeZone = 'America/Los_Angeles'
const at = (time: string, offset = '-07:00') => new Date(`${time}:00${offset}`)
/** A session that begins on a Monday at 9 am. */
const monday = { firstAt: at('2027-06-21T09:00'), overAt: at('2027-06-22T00:00') }
const formatLocal = (moment: Date) => moment.toLocaleString('sv-SE', { timeZone }).slice(0, 16)

describe('the end of an offer', () => {
  test.each([
    ['24 hours later', '2027-06-10T14:30', '2027-06-11 14:30'],
    ['at 9 am sharp it is day', '2027-06-10T09:00', '2027-06-11 09:00'],
    ['one minute before 9 am it is night', '2027-06-10T08:59', '2027-06-11 09:00'],
    ['one minute before 9 pm it is day', '2027-06-10T20:59', '2027-06-11 20:59'],
    ['from 9 pm on it is the next morning', '2027-06-10T21:00', '2027-06-12 09:00'],
    ['after midnight it is that morning', '2027-06-10T00:10', '2027-06-11 09:00'],
    ['more than 72 hours before the first meeting: a day', '2027-06-18T08:59', '2027-06-19 09:00'],
    ['from 72 hours before: six hours', '2027-06-18T09:00', '2027-06-18 15:00'],
    ['six hours that end at night', '2027-06-18T16:00', '2027-06-19 09:00'],
  ])('%s', (_, now, end) => {
    expect(formatLocal(offerEnd(at(now), monday, timeZone))).toBe(end)
  })

  test('never after the first day of the session', () => {
    const late = { firstAt: at('2027-06-21T23:00'), overAt: at('2027-06-22T00:00') }
    expect(formatLocal(offerEnd(at('2027-06-21T16:00'), late, timeZone))).toBe('2027-06-22 00:00')
  })

  test.each([
    ['the night has no 2 am', '2027-03-13T15:00', '-08:00', '2027-03-14 16:00'],
    ['9 am of that morning', '2027-03-13T21:30', '-08:00', '2027-03-15 09:00'],
    ['the night has 1 am twice', '2027-11-06T15:00', '-07:00', '2027-11-07 14:00'],
    ['9 am after it', '2027-11-06T05:00', '-07:00', '2027-11-07 09:00'],
  ])('where the clocks change (%s) it is 24 hours later, and 9 am there', (_, now, offset, end) => {
    const summer = { firstAt: new Date('2027-12-01T00:00:00Z'), overAt: new Date('2027-12-02T00:00:00Z') }
    expect(formatLocal(offerEnd(at(now, offset), summer, timeZone))).toBe(end)
  })
})

test.each([
  ['2027-06-20T08:59', 'offers'],
  ['2027-06-20T09:00', 'first press'],
  ['2027-06-21T23:59', 'first press'],
  ['2027-06-22T00:00', 'over'],
] as const)('at %s it is: %s', (now, phase) => {
  expect(phaseAt(at(now), monday)).toBe(phase)
})

describe('a party at the head that needs more than is free', () => {
  const party = { id: 1, size: 2 }
  const single = { id: 2, size: 1 }
  const since = at('2027-06-10T06:00')
  const room = { places: 8, taken: 7, kept: 1, keptSince: since }
  const both = { head: party, fitting: single }

  test.each([
    ['is waited for', '2027-06-10T17:59', undefined],
    ['for at most twelve hours, then the next who fits is offered it', '2027-06-10T18:00', 'offer'],
    ['in the last 72 hours not at all', '2027-06-18T09:00', 'offer'],
  ])('%s', (_, now, what) => {
    const keptSince = now.startsWith('2027-06-18') ? at(now) : since
    expect(nextOffer({ ...room, keptSince }, both, at(now), monday)?.do).toBe(what)
  })

  test('what nobody can use is for everybody, and the party keeps its turn', () => {
    const alone = { head: party, fitting: undefined }
    expect(nextOffer(room, alone, at('2027-06-10T18:00'), monday)).toEqual({ do: 'open to all' })
    expect(nextOffer({ ...room, kept: 0, keptSince: null }, alone, at('2027-06-10T18:00'), monday)).toBe(
      undefined,
    )
  })

  test('it is offered as soon as kept and free together are enough', () => {
    const enough = { ...room, taken: 6 }
    expect(nextOffer(enough, both, since, monday)).toEqual({ do: 'offer', entry: party })
    expect(nextOffer({ ...room, places: null }, both, since, monday)).toEqual({ do: 'offer', entry: party })
  })
})
