import { type Day, isDay } from '#platform/format/dates.ts'

/** Families with a place in these sessions. */
export type Audience =
  | { to: 'sessions'; sessions: number[] }
  | { to: 'event'; event: string }
  | { to: 'day'; day: Day }
  /** All current and future sessions; `unsigned`: of their families those without a release. */
  | { to: 'all' }
  | { to: 'unsigned' }

const mostSessions = 300

/** Undefined while the search parameters are incomplete. */
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
