import { ageOn } from '#people/people.ts'
import { addDays, type Day, longMonthDay, longMonthDayYear, yearOf } from '#platform/format/dates.ts'
import { eldest, forAges } from './ages.ts'

/** For whom a session is, as it stands in its row. */
export type AgeRule = { agesFrom: number | null; agesTo: number | null; agesOn: Day | null; startsOn: Day }

type Child = { firstName: string; birthday: Day | null }

/** Why this player is not of the session's age, in one sentence for page, cart, API and desk; undefined where it fits. */
export function ageProblem({ firstName, birthday }: Child, session: AgeRule): string | undefined {
  const { agesFrom: from, agesTo: to, agesOn, startsOn } = session
  if (from === null || to === null) return undefined
  const who = forAges({ from, to })
  if (!birthday) return `This is for ${who}: we need ${firstName}’s birthday first.`
  const day = agesOn ?? startsOn
  const years = ageOn(birthday, day)
  // Who is born after that day.
  const age = Math.max(0, years)
  if (age >= from && (age <= to || to === eldest)) return undefined
  const no = `${firstName} is ${age} on ${longMonthDay(day)}; this is for ${who}.`
  if (age > to) return no
  const turning = dayOfAge(birthday, from)
  const oldEnough = `${firstName} turns ${from} on ${years + 1 === from ? longMonthDay(turning) : longMonthDayYear(turning)}`
  // Sessions that count on a day of their own may begin before it and be for the child, or after it and not.
  if (agesOn) return `${no} ${oldEnough}.`
  return `${no} ${oldEnough}: sessions that begin from that day are for ${firstName}.`
}

/** The day on which somebody is that old: for February 29, in other years March 1. */
function dayOfAge(birthday: Day, age: number): Day {
  const year = yearOf(birthday) + age
  const anniversary = `${year}${birthday.slice(4)}`
  return birthday.endsWith('-02-29') ? addDays(`${year}-02-28`, 1) : anniversary
}

type Learner = { firstName: string; skillLevel: string | null }

/** What a family is told where the session is for other levels than its child's. It refuses nobody: families choose the level. */
export function levelNote(learner: Learner, levels: string[]): string | undefined {
  if (!isOfOtherLevel(learner.skillLevel, levels)) return undefined
  return `This is for ${levels.join(' and ')}; ${learner.firstName}’s level is ${learner.skillLevel}. You decide.`
}

export const isOfOtherLevel = (skillLevel: string | null, levels: string[]) =>
  !!skillLevel && levels.length > 0 && !levels.includes(skillLevel)
