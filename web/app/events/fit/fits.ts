import { type Offer, offersByEvent } from '#events/season.ts'
import { ageProblem } from './age-problem.ts'
import { type Ages, ageBands, agesText, around, overlap } from './ages.ts'

/** A filter chip: a player or an age band, with the events that fit. */
export type Fit = { id: string; name: string; isPlayer: boolean; events: number[] }

type Player = { id: string; firstName: string; birthday: string | null }

/** None where there is nothing to choose. */
export function listFits(offers: Offer[], listed: number[], players: Player[] = []): Fit[] {
  const events = offersByEvent(offers).filter(([first]) => first && listed.includes(first.event.id))
  if (events.length < 2) return []
  const bands = ageBands(readAges(events.flat()))
  return [
    ...players.flatMap((player) => {
      const { id, firstName: name, birthday } = player
      if (!birthday) return []
      const isFor = (offer: Offer) => !ageProblem(player, offer)
      return [{ id, name, isPlayer: true, events: eventsFor(events, isFor) }]
    }),
    ...bands.map((band) => {
      const name = agesText(band)
      const isFor = (offer: Offer) => overlap(toAges(offer) ?? band, band)
      return { id: name, name, isPlayer: false, events: eventsFor(events, isFor) }
    }),
  ]
}

const eventsFor = (events: Offer[][], isFor: (offer: Offer) => boolean) =>
  events.flatMap((offers) => offers.find(isFor)?.event.id ?? [])

/** "5–17": the season's age range, if any. */
export function formatSeasonAges(offers: Offer[]): string | undefined {
  const all = readAges(offersByEvent(offers).flat())
  return all.length > 0 ? agesText(around(all)) : undefined
}

/** Undefined: all ages. */
const toAges = ({ agesFrom: from, agesTo: to }: Offer): Ages | undefined =>
  from === null || to === null ? undefined : { from, to }
const readAges = (offers: Offer[]) => offers.map(toAges).filter((ages) => ages !== undefined)
