import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { sumPrices } from '#registrations/dues.ts'
import {
  type PlaceProblem,
  type PlaceState,
  placeProblem,
  type SeenSession,
  twiceInCart,
} from '#registrations/registration-rules.ts'
import { playersAndPlaces, sessionsById } from '#registrations/registrations.db.server.ts'

/** `seen`: the session as the family saw it. */
export type RequestedPlace = {
  personId: string
  sessionId: number
  seenCents: number
  seen?: SeenSession | undefined
}

type SessionState = Awaited<ReturnType<typeof sessionsById>>[number] & {
  /** The last day on which the desk registers for it; without one, the first day. */
  joinableUntil?: Day | undefined
}
type PlayerRow = Awaited<ReturnType<typeof playersAndPlaces>>[number]
export type Place = RequestedPlace & {
  problem: PlaceProblem | undefined
  session: SessionState | undefined
  firstName: string
  /** The family's hold or registration of this place. */
  held: number | undefined
  /** Null where it is not held. */
  heldSeconds: number | null
  /** Seconds since the family's last unpaid hold in this session ended. */
  sinceHeld: number | undefined
  /** The family's hold has run out. */
  hasRunOut: boolean
}
export type FreePlace = Place & { session: SessionState }

/** In two queries. */
export async function checkCart(
  db: Db,
  visitor: Visitor,
  requested: RequestedPlace[],
  today: Day,
): Promise<Place[]> {
  if (requested.length === 0) return []
  const sessions = await sessionsById(db, toSessionIds(requested))
  const players = await readPlayers(db, visitor, requested, false)
  return checkPlaces(requested, sessions, players, today).places
}

/** Free places are registered by themselves: each on the page of its event. */
export const isFree = (requested: RequestedPlace[]) =>
  requested.length > 0 && requested.every(({ seenCents }) => seenCents === 0)

export const toSessionIds = (requested: RequestedPlace[]) => [
  ...new Set(requested.map(({ sessionId }) => sessionId)),
]

export const readPlayers = (db: Db, visitor: Visitor, requested: RequestedPlace[], toHold: boolean) =>
  playersAndPlaces(db, visitor.accountId, {
    personIds: [...new Set(requested.map(({ personId }) => personId))],
    sessionIds: toSessionIds(requested),
    toHold,
  })

/**
 * Checks the items in order, so that the last place goes to one item only. Also returns the total, and the family's
 * unpaid and free places by session.
 */
export function checkPlaces(
  requested: RequestedPlace[],
  sessions: SessionState[],
  players: PlayerRow[],
  today: Day,
): { places: Place[]; totalCents: number; unpaid: Map<number, number>; free: Map<number, number> } {
  const adding = new Map<number, number>()
  const pairs = new Set<string>()
  const isFreeAlone = isFree(requested)
  const places = requested.map((place) => {
    const session = sessions.find(({ id }) => id === place.sessionId)
    const rows = players.filter(({ personId }) => personId === place.personId)
    const row = rows.find(({ sessionId }) => sessionId === place.sessionId)
    const taken = (session?.taken ?? 0) + (adding.get(place.sessionId) ?? 0)
    const { seenCents, seen } = place
    const [known] = rows
    const isException = known?.grantedSessions.includes(place.sessionId) ?? false
    const player = known && { ...known, isException }
    const state = { player, standing: placeStanding(row), seenCents, seen, isFreeAlone }
    const pair = `${place.personId} ${place.sessionId}`
    const problem = pairs.has(pair)
      ? twiceInCart
      : placeProblem({ ...state, session: session && { ...session, taken } }, today)
    pairs.add(pair)
    const held = (!row?.hasRunOut && row?.registrationId) || undefined
    if (!problem && held === undefined) adding.set(place.sessionId, (adding.get(place.sessionId) ?? 0) + 1)
    return {
      ...place,
      problem,
      session,
      firstName: rows[0]?.firstName ?? '',
      held,
      heldSeconds: (state.standing === 'held' && row?.heldSeconds) || null,
      sinceHeld: rows[0]?.sinceHeld?.[place.sessionId],
      hasRunOut: row?.hasRunOut ?? false,
    }
  })
  const { unpaid, free } = players[0]?.places ?? {}
  return {
    places,
    totalCents: sumPrices(places.flatMap(({ session }) => session ?? [])),
    unpaid: bySession(unpaid),
    free: bySession(free),
  }
}

const bySession = (counts: Record<string, number> | null | undefined) =>
  new Map(Object.entries(counts ?? {}).map(([id, count]) => [Number(id), count]))

function placeStanding(row: PlayerRow | undefined): PlaceState['standing'] {
  if (!row?.registrationId || row.hasRunOut) return undefined
  if (!row.heldUntil) return 'registered'
  return row.chargeId ? 'being-paid' : 'held'
}
