import { href } from 'react-router'
import { placeLines } from '#events/events.ts'
import { decimal } from '#platform/format/money.ts'
import type { EventPageData } from './event-page.server.ts'

type JsonLdInput = Pick<EventPageData, 'event' | 'groups'> & {
  siteUrl: string
  programme: { name: string; addressLines: string[] } | null
}

/** JSON-LD for search engines (schema.org): one SportsEvent for each bookable session. */
export function eventJsonLd({ event, groups, siteUrl, programme }: JsonLdInput) {
  const [place, ...address] = placeLines(event.location)
  const url = siteUrl + href('/pages/:kind/:id', { kind: event.kind, id: String(event.id) })
  const organizer = { '@type': 'Organization', name: programme?.name, url: siteUrl }
  return {
    '@context': 'https://schema.org',
    '@graph': groups.flatMap(({ sessions }) =>
      sessions.map((session) => ({
        '@type': 'SportsEvent',
        '@id': `${url}#session-${session.id}`,
        name: `${event.name}, Session ${session.number}`,
        description: `${event.summary} ${session.description}`,
        sport: 'Tennis',
        startDate: session.startsOn,
        endDate: session.endsOn,
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: {
          '@type': 'Place',
          name: place,
          address: address.join(', ') || programme?.addressLines.join(', '),
        },
        image: `${siteUrl}/social.png`,
        organizer,
        ...(session.places !== null && {
          maximumAttendeeCapacity: session.places,
          remainingAttendeeCapacity: Math.max(0, session.places - session.taken),
        }),
        offers: {
          '@type': 'Offer',
          url,
          price: decimal(event.priceCents),
          priceCurrency: 'USD',
          availability: `https://schema.org/${session.availability}`,
          validThrough: session.startsOn,
        },
      })),
    ),
  }
}
