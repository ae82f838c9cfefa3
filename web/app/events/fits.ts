import { ageOn } from '#people/people.ts'
import { type Ages, ageBands, agesOf, agesText, around, overlap } from './ages.ts'
import { groupOf } from './events.ts'
import { type Offer, offersByEvent } from './season.ts'

/** A chip: a player or a band of ages, and the listed events that have a session for them. */
export type Fit = { id: string; name: string; isPlayer: boolean; events: number[] }

type Player = { id: string; firstName: string; birthday: string | null }

/** The chips of a list of events, where there is something to choose between. */
export function fitsOf(offers: Offer[], listed: number[], players: Player[] = []): Fit[] {
  const events = offersByEvent(offers).filter(([first]) => first && listed.includes(first.event.id))
  if (events.length < 2) return []
  const bands = ageBands(readAges(events.flat()))
  return [
    ...players.flatMap(({ id, firstName: name, birthday }) => {
      if (!birthday) return []
      const isFor = (ages: Ages, day: string) => overlap(ages, agesOn(birthday, day))
      return [{ id, name, isPlayer: true, events: eventsFor(events, isFor) }]
    }),
    ...bands.map((band) => {
      const name = agesText(band)
      return { id: name, name, isPlayer: false, events: eventsFor(events, (ages) => overlap(ages, band)) }
    }),
  ]
}

/** A session whose group says no age fits everybody. */
const eventsFor = (events: Offer[][], isFor: (ages: Ages, day: string) => boolean) =>
  events.flatMap((offers) => {
    const fitting = offers.find((offer) => {
      const ages = agesOfOffer(offer)
      return !ages || isFor(ages, offer.startsOn)
    })
    return fitting ? [fitting.event.id] : []
  })

function agesOn(birthday: string, day: string): Ages {
  const age = ageOn(birthday, day)
  return { from: age, to: age }
}

/** "5–17": all ages that the season names; undefined where it names none. */
export function agesOfSeason(offers: Offer[]): string | undefined {
  const all = readAges(offersByEvent(offers).flat())
  return all.length > 0 ? agesText(around(all)) : undefined
}

const agesOfOffer = ({ description }: Offer) => agesOf(groupOf(description))
const readAges = (offers: Offer[]) => offers.map(agesOfOffer).filter((ages) => ages !== undefined)
