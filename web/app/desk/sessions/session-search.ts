import { addressAt, type ListSearch, listSearchIn, textAt } from '#desk/list-address.ts'
import { isDay } from '#platform/format/dates.ts'

export const sessionStates = {
  full: 'Full',
  few: 'Almost full',
  closed: 'Closed',
  past: 'Past',
} as const
export type SessionState = keyof typeof sessionStates
export const sessionStateNames = Object.keys(sessionStates) as SessionState[]

export type SessionSearch = Omit<ListSearch, 'session'> & {
  state?: SessionState | undefined
  /** An account's id, or "none". */
  coach?: string | undefined
  /** Unparsed. */
  day?: string | undefined
}

const isCoach = (text: string | undefined) => text === 'none' || /^[0-9a-f-]{36}$/.test(text ?? '')

/** Search parameters → filter. */
export function parseSessionSearch(params: URLSearchParams): SessionSearch {
  const { event, page } = listSearchIn(params)
  const coach = textAt(params, 'coach')
  return {
    ...{ event, page, day: textAt(params, 'day') },
    state: sessionStateNames.find((state) => state === params.get('state')),
    coach: isCoach(coach) ? coach : undefined,
  }
}

/** Inverse. */
export const sessionListUrl = (search: SessionSearch): string => addressAt('/desk/sessions', search)

/** Undefined if invalid. */
export const parseSearchDay = ({ day }: SessionSearch) => (day && isDay(day) ? day : undefined)
