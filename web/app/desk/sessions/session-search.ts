import { addressAt, type ListSearch, listSearchIn, textAt } from '#desk/list-address.ts'
import { isDay } from '#platform/format/dates.ts'

/** Which sessions: those that are over, or some of the others. */
export const sessionStates = {
  full: 'Full',
  few: 'Almost full',
  closed: 'Closed',
  past: 'Past',
} as const
export type SessionState = keyof typeof sessionStates
export const stateNames = Object.keys(sessionStates) as SessionState[]

export type SessionSearch = Omit<ListSearch, 'session'> & {
  state?: SessionState | undefined
  /** An account, or nobody. */
  coach?: string | undefined
  /** As it was typed. */
  day?: string | undefined
}

const isCoach = (text: string | undefined) => text === 'none' || /^[0-9a-f-]{36}$/.test(text ?? '')

/** What the address of the list says. */
export function searchIn(params: URLSearchParams): SessionSearch {
  const { event, page } = listSearchIn(params)
  const coach = textAt(params, 'coach')
  return {
    ...{ event, page, day: textAt(params, 'day') },
    state: stateNames.find((state) => state === params.get('state')),
    coach: isCoach(coach) ? coach : undefined,
  }
}

/** The address that says it. */
export const addressOf = (search: SessionSearch): string => addressAt('/desk/sessions', search)

/** The day that it is about, where one can be read. */
export const dayOf = ({ day }: SessionSearch) => (day && isDay(day) ? day : undefined)
