import { describe, expect, it } from 'vitest'
import { eventJsonLd } from './event-json-ld.ts'

describe('what search engines read of an event', () => {
  const session = { id: 3, number: 2, startsOn: '2027-06-21', endsOn: '2027-06-24', places: 16, taken: 16 }
  const event = { id: 7, kind: 'clinic', name: 'Green Ball', summary: 'Ages 8 to 12.', priceCents: 9550 }
  const texts = { starts: '', ends: '', days: '', description: 'Mornings', text: '', when: '' }
  const facts = eventJsonLd({
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
        ...{ name: '', heading: '', laterYear: undefined },
        sessions: [
          { ...session, ...texts, isFull: true, isShut: true, notice: null, availability: 'SoldOut' },
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
