import { href } from 'react-router'
import { isFull, sessionText } from '#events/events.ts'
import { type AgeRule, ageProblem } from '#events/fit/age-problem.ts'
import type { Kind } from '#events/kinds.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import { isOffline, type PaidWay } from './ways-to-pay.ts'

/** Omitted properties are not compared. */
export type SeenSession = {
  startsOn?: string | undefined
  endsOn?: string | undefined
  description?: string | undefined
}

export type PlaceState = {
  session:
    | (AgeRule & {
        number: number
        endsOn: Day
        joinableUntil?: Day | undefined
        description: string
        isActive: boolean
        places: number | null
        taken: number
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
        isException?: boolean
      }
    | undefined
  standing: 'registered' | 'held' | 'being-paid' | undefined
  seenCents: number
  seen?: SeenSession | undefined
  /** Registered without a cart, as free places are. */
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
  message: string
}

/** Undefined if the place can be had. `today`: the programme's day. */
export function placeProblem(
  { session, player, standing, seenCents, seen = {}, isFreeAlone = false }: PlaceState,
  today: Day,
): PlaceProblem | undefined {
  if (!session?.isActive) return { code: 'not-offered', message: 'This session is no longer offered.' }
  if (!player?.isActive) return { code: 'not-in-family', message: 'This player is no longer in your family.' }
  if (standing === 'registered')
    return { code: 'already-registered', message: alreadyRegistered(player.firstName) }
  if (standing === 'being-paid')
    return { code: 'being-paid', message: `${player.firstName}’s place is being paid in another window.` }
  if (today > (session.joinableUntil ?? session.startsOn))
    return { code: 'started', message: 'This session has already started.' }
  // A place that is held was promised.
  if (session.closedWords && standing !== 'held') return { code: 'closed', message: session.closedWords }
  if (session.opens) return { code: 'not-open', message: opensMessage(session.opens) }
  // A corrected birthday takes no place or offer away.
  const doesNotFit = standing || player.isException ? undefined : ageProblem(player, session)
  if (doesNotFit) return { code: 'does-not-fit', message: doesNotFit }
  if (!isAsSeen(session, seen))
    return {
      code: 'session-changed',
      message: `This session has changed. It is now “${sessionText(session)}”.`,
    }
  if (session.priceCents === 0 && !isFreeAlone)
    return { code: 'free-now', message: 'This is free now: register on its page.' }
  if (seenCents !== session.priceCents)
    return {
      code: 'price-changed',
      message: `The price has changed from ${dollarsOrFree(seenCents)} to ${dollars(session.priceCents)}.`,
    }
  if (isFull(session) && standing !== 'held') return { code: 'full', message: 'This session is full.' }
  return undefined
}

const isAsSeen = (now: Required<SeenSession>, { startsOn, endsOn, description }: SeenSession) =>
  (startsOn ?? now.startsOn) === now.startsOn &&
  (endsOn ?? now.endsOn) === now.endsOn &&
  (description ?? now.description) === now.description

export const opensMessage = (opens: string) => `Registration opens ${opens}.`

export const twiceInCart: PlaceProblem = { code: 'twice-in-cart', message: 'Already added to your cart!' }

export const alreadyRegistered = (firstName: string) => `${firstName} is already registered for this session.`

/** From 2019 to this year, and next year from November on; latest first. */
export function historyYears(today: Day): number[] {
  const last = Number(today.slice(0, 4)) + (Number(today.slice(5, 7)) >= 11 ? 1 : 0)
  return Array.from({ length: last - 2019 + 1 }, (_, index) => last - index)
}

/** An offered year, or a later one: places may exist before their year is offered. */
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

/** The charge's receipt, or the one of a recorded payment. */
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

/** As it appears in the note of a transfer. */
export const formatInvoiceNumber = (year: number, familyNumber: number) => `${year}-${familyNumber}`

export const invoicePath = (userId: string, year: number) =>
  href('/pages/invoice/unpaid-invoice/:userId/:year', { userId, year: String(year) })

export const statementPath = (userId: string, year: number) =>
  href('/pages/statement/:userId/:year', { userId, year: String(year) })

/** The calendar file of a year, or of one registration. */
export const calendarPath = (scope: { year: number } | { registration: number }) =>
  `${href('/pages/registration-history/calendar')}?${Object.entries(scope).map(([name, value]) => `${name}=${value}`)}`
