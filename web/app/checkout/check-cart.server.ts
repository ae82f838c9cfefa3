import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { duesOf } from '#registrations/dues.ts'
import {
  type PlaceFacts,
  type PlaceProblem,
  problemOf,
  type SeenSession,
  twiceInCart,
} from '#registrations/registration-rules.ts'
import { playersAndPlaces, sessionsById } from '#registrations/registrations.db.server.ts'

/** A place that a family wants: which player, which session, and what it saw of price and session. */
export type WantedPlace = {
  personId: string
  sessionId: number
  seenCents: number
  seen?: SeenSession | undefined
}

type SessionFacts = Awaited<ReturnType<typeof sessionsById>>[number] & {
  /** The last day on which the desk registers for it; without one, the first day. */
  joinableUntil?: Day | undefined
}
type PlayerFacts = Awaited<ReturnType<typeof playersAndPlaces>>[number]
export type Place = WantedPlace & {
  problem: PlaceProblem | undefined
  session: SessionFacts | undefined
  firstName: string
  /** The registration that already holds this place for the family. */
  held: number | undefined
  /** For how long that place is kept without being paid for; null where it is not. */
  heldSeconds: number | null
  /** How many seconds ago the family's last hold in this session ended, where that was not paid for. */
  sinceHeld: number | undefined
  /** The family held it, and that time is over. */
  hasRunOut: boolean
}
export type FreePlace = Place & { session: SessionFacts }

/** Checks every place of a cart in two queries. */
export async function checkCart(
  db: Db,
  visitor: Visitor,
  wantedPlaces: WantedPlace[],
  today: Day,
): Promise<Place[]> {
  if (wantedPlaces.length === 0) return []
  const sessions = await sessionsById(db, sessionIdsOf(wantedPlaces))
  const players = await readPlayers(db, visitor, wantedPlaces, false)
  return judge(wantedPlaces, sessions, players, today).places
}

/** Free places are registered by themselves: each on the page of its event. */
export const isFree = (wantedPlaces: WantedPlace[]) =>
  wantedPlaces.length > 0 && wantedPlaces.every(({ seenCents }) => seenCents === 0)

export const sessionIdsOf = (wantedPlaces: WantedPlace[]) => [
  ...new Set(wantedPlaces.map(({ sessionId }) => sessionId)),
]

export const readPlayers = (db: Db, visitor: Visitor, wantedPlaces: WantedPlace[], toHold: boolean) =>
  playersAndPlaces(db, visitor.accountId, {
    personIds: [...new Set(wantedPlaces.map(({ personId }) => personId))],
    sessionIds: sessionIdsOf(wantedPlaces),
    toHold,
  })

/**
 * Goes through a cart in its order, so that the last place is given to one item only, and says what it costs, and how
 * many places of each session the family has unpaid or free.
 */
export function judge(
  wantedPlaces: WantedPlace[],
  sessions: SessionFacts[],
  players: PlayerFacts[],
  today: Day,
): { places: Place[]; totalCents: number; unpaid: Map<number, number>; free: Map<number, number> } {
  const adding = new Map<number, number>()
  const pairs = new Set<string>()
  const isFreeAlone = isFree(wantedPlaces)
  const places = wantedPlaces.map((place) => {
    const session = sessions.find(({ id }) => id === place.sessionId)
    const rows = players.filter(({ personId }) => personId === place.personId)
    const row = rows.find(({ sessionId }) => sessionId === place.sessionId)
    const taken = (session?.taken ?? 0) + (adding.get(place.sessionId) ?? 0)
    const { seenCents, seen } = place
    const [known] = rows
    const isException = known?.grantedSessions.includes(place.sessionId) ?? false
    const player = known && { ...known, isException }
    const facts = { player, standing: standingOf(row), seenCents, seen, isFreeAlone }
    const pair = `${place.personId} ${place.sessionId}`
    const problem = pairs.has(pair)
      ? twiceInCart
      : problemOf({ ...facts, session: session && { ...session, taken } }, today)
    pairs.add(pair)
    const held = (!row?.hasRunOut && row?.registrationId) || undefined
    if (!problem && held === undefined) adding.set(place.sessionId, (adding.get(place.sessionId) ?? 0) + 1)
    return {
      ...place,
      problem,
      session,
      firstName: rows[0]?.firstName ?? '',
      held,
      heldSeconds: (facts.standing === 'held' && row?.heldSeconds) || null,
      sinceHeld: rows[0]?.sinceHeld?.[place.sessionId],
      hasRunOut: row?.hasRunOut ?? false,
    }
  })
  const { unpaid, free } = players[0]?.places ?? {}
  return {
    places,
    totalCents: duesOf(places.flatMap(({ session }) => session ?? [])),
    unpaid: bySession(unpaid),
    free: bySession(free),
  }
}

const bySession = (counts: Record<string, number> | null | undefined) =>
  new Map(Object.entries(counts ?? {}).map(([id, count]) => [Number(id), count]))

function standingOf(row: PlayerFacts | undefined): PlaceFacts['standing'] {
  if (!row?.registrationId || row.hasRunOut) return undefined
  if (!row.heldUntil) return 'registered'
  return row.chargeId ? 'being-paid' : 'held'
}
