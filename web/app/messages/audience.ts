import { type Day, isDay } from '#platform/format/dates.ts'

/** To whom a message goes: families with a place in these sessions. */
export type Audience =
  | { to: 'sessions'; sessions: number[] }
  | { to: 'event'; event: string }
  | { to: 'day'; day: Day }
  /** In every session that goes on or is to come; `unsigned`: those of them without a release. */
  | { to: 'all' }
  | { to: 'unsigned' }

/** More sessions than a programme has in a year. */
const mostSessions = 300

/** What an address says; nothing where it does not say yet, or says half of it. */
export function audienceIn(params: URLSearchParams): Audience | undefined {
  const to = params.get('to')
  if (to === 'all' || to === 'unsigned') return { to }
  const [event, day] = [params.get('event'), params.get('day')]
  if (to === 'event' && event) return { to, event }
  if (to === 'day' && day && /^(19|20)/.test(day) && isDay(day)) return { to, day }
  const sessions = params.getAll('session').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  if (to !== 'sessions' || sessions.length === 0) return undefined
  return { to, sessions: [...new Set(sessions.map(Number))].slice(0, mostSessions) }
}
