import { describe, expect, it } from 'vitest'
import { calendarOf } from './calendar.server.ts'
import type { RegistrationEntry } from './entries.db.server.ts'
import { eventFacts } from './event-facts.ts'

const programme = { name: 'Courtside, Inc.', email: 'help@courtside.example' }
const entry: RegistrationEntry = {
  id: 12,
  personId: 'p',
  firstName: 'Zoë',
  lastName: 'Vale',
  priceCents: 18_000,
  paidAt: null,
  paidBy: null,
  chargeId: null,
  offlinePaymentId: null,
  transactionId: null,
  meansLabel: null,
  session: {
    id: 3,
    number: 2,
    startsOn: '2027-12-29',
    endsOn: '2027-12-31',
    description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
    revision: 0,
  },
  event: {
    id: 7,
    name: 'Green Ball; Winter, and a name that goes on until it must be folded, é after é after é',
    kind: 'clinic',
    location: 'Fairmeadow Park, Courts 3 to 6<br>18 Orchard Way<br>Mondays, 9:00 am',
  },
}

/** The file as a calendar program reads it: lines unfolded, then by name. */
function read(file: string) {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

describe('the calendar file of a registration', () => {
  const file = calendarOf([entry], { siteUrl: 'https://tennis.example', programme })

  it('spans whole days and ends, as the standard counts, on the day after the last', () => {
    const facts = read(file)
    expect(facts.get('DTSTART;VALUE=DATE')).toBe('20271229')
    expect(facts.get('DTEND;VALUE=DATE')).toBe('20280101')
    expect(facts.get('UID')).toBe('registration-12@tennis.example')
    expect(facts.get('URL;VALUE=URI')).toBe('https://tennis.example/pages/clinic/7')
  })

  it('escapes what the format reserves, and says the hours in words', () => {
    const facts = read(file)
    expect(facts.get('SUMMARY')).toContain('Zoë: Green Ball\\; Winter\\, and a name')
    expect(facts.get('LOCATION')).toBe('Fairmeadow Park\\, Courts 3 to 6\\, 18 Orchard Way')
    expect(facts.get('DESCRIPTION')).toContain('Session 2: Mon to Thu\\, 9:00 to 11:30 am (Ages 8 to 10)\\n')
  })

  it.each(['Nguyễn Thị Phương Thảo', 'يوسف عبد الرحمن', '山田さくら'])('spells the name %s', (firstName) => {
    const named = calendarOf([{ ...entry, firstName }], { siteUrl: 'https://tennis.example', programme })
    expect(read(named).get('SUMMARY')).toContain(`${firstName}: Green Ball`)
    for (const line of named.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('has no line over 75 bytes, and each ends as the standard asks', () => {
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

describe('what search engines read of an event', () => {
  const session = { id: 3, number: 2, startsOn: '2027-06-21', endsOn: '2027-06-24', places: 16, taken: 16 }
  const event = { id: 7, kind: 'clinic', name: 'Green Ball', summary: 'Ages 8 to 12.', priceCents: 9550 }
  const words = { starts: '', ends: '', days: '', description: 'Mornings', text: '', when: '' }
  const facts = eventFacts({
    event: {
      ...event,
      kind: 'clinic',
      price: '$95.50',
      per: 'per week',
      location: ['Fairmeadow Park', '18 Orchard Way', '9:00 am'],
      paragraphs: [],
      formats: [],
      missions: [],
    },
    groups: [
      {
        name: '',
        sessions: [
          { ...session, ...words, isFull: true, isShut: true, notice: null, availability: 'SoldOut' },
        ],
      },
    ],
    siteUrl: 'https://tennis.example',
    programme: { name: 'Courtside', addressLines: [] },
  })

  it('names dates, place, price, and that it is sold out', () => {
    expect(facts['@graph'][0]).toMatchObject({
      '@type': 'SportsEvent',
      startDate: '2027-06-21',
      endDate: '2027-06-24',
      location: { '@type': 'Place', name: 'Fairmeadow Park', address: '18 Orchard Way' },
      remainingAttendeeCapacity: 0,
      offers: { price: '95.50', priceCurrency: 'USD', availability: 'https://schema.org/SoldOut' },
    })
  })
})
