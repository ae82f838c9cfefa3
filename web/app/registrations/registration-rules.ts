import { href } from 'react-router'
import { isFull, sessionText } from '#events/events.ts'
import { type AgeRule, ageProblem } from '#events/fit/age-problem.ts'
import type { Kind } from '#events/kinds.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import { isOffline, type PaidWay } from './ways-to-pay.ts'

/** What a family saw of a session when it chose; what is left out is not compared. */
export type SeenSession = {
  startsOn?: string | undefined
  endsOn?: string | undefined
  description?: string | undefined
}

/** What the database knows of a wanted place, at one moment. */
export type PlaceFacts = {
  session:
    | (AgeRule & {
        number: number
        endsOn: Day
        joinableUntil?: Day | undefined
        description: string
        isActive: boolean
        places: number | null
        taken: number
        /** Kept for families who wait for it. */
        kept: number
        priceCents: number
        /** When registration opens; null: it is open. */
        opens?: string | null
        closedWords?: string | null
      })
    | undefined
  player:
    | {
        firstName: string
        isActive: boolean
        birthday: Day | null
        /** The programme lets this player play in this session, though it is for another age. */
        isException?: boolean
      }
    | undefined
  /** The player's standing in the session, if any. */
  standing: 'registered' | 'held' | 'being-paid' | undefined
  /** The price that the family saw when it chose. */
  seenCents: number
  seen?: SeenSession | undefined
  /** It is registered without a cart, as free places are. */
  isFreeAlone?: boolean
}

export type PlaceProblem = {
  code:
    | 'not-offered'
    | 'not-in-family'
    | 'already-registered'
    | 'being-paid'
    | 'started'
    | 'closed'
    | 'not-open'
    | 'does-not-fit'
    | 'session-changed'
    | 'price-changed'
    | 'free-now'
    | 'full'
    | 'twice-in-cart'
  words: string
}

/** Why this place cannot be had; undefined when it can. `today` is the programme's calendar day. */
export function problemOf(
  { session, player, standing, seenCents, seen = {}, isFreeAlone = false }: PlaceFacts,
  today: Day,
): PlaceProblem | undefined {
  if (!session?.isActive) return { code: 'not-offered', words: 'This session is no longer offered.' }
  if (!player?.isActive) return { code: 'not-in-family', words: 'This player is no longer in your family.' }
  if (standing === 'registered')
    return { code: 'already-registered', words: alreadyRegistered(player.firstName) }
  if (standing === 'being-paid')
    return { code: 'being-paid', words: `${player.firstName}’s place is being paid in another window.` }
  if (today > (session.joinableUntil ?? session.startsOn))
    return { code: 'started', words: 'This session has already started.' }
  // A place that is held was promised.
  if (session.closedWords && standing !== 'held') return { code: 'closed', words: session.closedWords }
  if (session.opens) return { code: 'not-open', words: opensWords(session.opens) }
  // Who has a place, or was promised one, keeps it whatever a birthday is corrected to.
  const doesNotFit = standing || player.isException ? undefined : ageProblem(player, session)
  if (doesNotFit) return { code: 'does-not-fit', words: doesNotFit }
  if (!isAsSeen(session, seen))
    return {
      code: 'session-changed',
      words: `This session has changed. It is now “${sessionText(session)}”.`,
    }
  if (session.priceCents === 0 && !isFreeAlone)
    return { code: 'free-now', words: 'This is free now: register on its page.' }
  if (seenCents !== session.priceCents)
    return {
      code: 'price-changed',
      words: `The price has changed from ${dollarsOrFree(seenCents)} to ${dollars(session.priceCents)}.`,
    }
  if (isFull(session) && standing !== 'held') return { code: 'full', words: 'This session is full.' }
  return undefined
}

const isAsSeen = (now: Required<SeenSession>, { startsOn, endsOn, description }: SeenSession) =>
  (startsOn ?? now.startsOn) === now.startsOn &&
  (endsOn ?? now.endsOn) === now.endsOn &&
  (description ?? now.description) === now.description

export const opensWords = (opens: string) => `Registration opens ${opens}.`

export const twiceInCart: PlaceProblem = { code: 'twice-in-cart', words: 'Already added to your cart!' }

export const alreadyRegistered = (firstName: string) => `${firstName} is already registered for this session.`

/** The years of the history: from 2019 to this year, and next year in November and December; latest first. */
export function historyYears(today: Day): number[] {
  const last = Number(today.slice(0, 4)) + (Number(today.slice(5, 7)) >= 11 ? 1 : 0)
  return Array.from({ length: last - 2019 + 1 }, (_, index) => last - index)
}

/** The year to show: an offered one, or a later one, in which a family may have places before it is offered. */
export function yearToShow(text: string | null, offered: number[]): number {
  const [latest = 0] = offered
  const year = /^2\d{3}$/.test(text ?? '') ? Number(text) : latest
  return year > latest || offered.includes(year) ? year : latest
}

export const registeredLists = {
  clinic: 'registered_clinics',
  lesson: 'registered_lessons',
  league: 'registered_leagues',
  tournament: 'registered_tournaments',
} as const satisfies Record<Kind, string>

/** Where the receipt of a paid registration is: by card the receipt of its charge, otherwise one of its own. */
export function receiptPath(
  entry: {
    id: number
    personId: string
    way: PaidWay | null
    transactionId: string | null
    event: { id: number; kind: Kind }
  },
  accountId: string,
): string | null {
  const { transactionId } = entry
  if (transactionId)
    return href('/pages/invoice/receipt/:userId/:transactionId', { userId: accountId, transactionId })
  if (!isOffline(entry.way)) return null
  const { event, id, personId } = entry
  const path = '/pages/invoice/cash-receipt/:eventId/:eventType/:registrationId/:personId/:userId'
  const ids = {
    eventId: String(event.id),
    eventType: event.kind,
    registrationId: String(id),
    personId,
    userId: accountId,
  }
  return `${href(path, ids)}/`
}

/** The number of a family's invoice for a year, as it stands in the note of a transfer. */
export const invoiceNumberOf = (year: number, familyNumber: number) => `${year}-${familyNumber}`

export const invoicePath = (userId: string, year: number) =>
  href('/pages/invoice/unpaid-invoice/:userId/:year', { userId, year: String(year) })

/** All that changed in a year what the family owes. */
export const statementPath = (userId: string, year: number) =>
  href('/pages/statement/:userId/:year', { userId, year: String(year) })

/** Where the sessions are as a calendar file: those of a year, or one. */
export const calendarPath = (which: { year: number } | { registration: number }) =>
  `${href('/pages/registration-history/calendar')}?${Object.entries(which).map(([name, value]) => `${name}=${value}`)}`
