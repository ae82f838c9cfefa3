import { ageOn } from '#people/people.ts'
import { addDays, type Day, longMonthDay, longMonthDayYear, toYear } from '#platform/format/dates.ts'
import { eldest, forAges } from './ages.ts'

/** For whom a session is, as it stands in its row. */
export type AgeRule = { agesFrom: number | null; agesTo: number | null; agesOn: Day | null; startsOn: Day }

type Child = { firstName: string; birthday: Day | null }

/** Why the player does not fit the session's ages, as a sentence for users; undefined if it fits. */
export function ageProblem({ firstName, birthday }: Child, session: AgeRule): string | undefined {
  const { agesFrom: from, agesTo: to, agesOn, startsOn } = session
  if (from === null || to === null) return undefined
  const who = forAges({ from, to })
  if (!birthday) return `This is for ${who}: we need ${firstName}’s birthday first.`
  const day = agesOn ?? startsOn
  const years = ageOn(birthday, day)
  // Born after that day.
  const age = Math.max(0, years)
  if (age >= from && (age <= to || to === eldest)) return undefined
  const no = `${firstName} is ${age} on ${longMonthDay(day)}; this is for ${who}.`
  if (age > to) return no
  const turning = dayOfAge(birthday, from)
  const oldEnough = `${firstName} turns ${from} on ${years + 1 === from ? longMonthDay(turning) : longMonthDayYear(turning)}`
  // With a fixed counting day, a session's start says nothing about fitting.
  if (agesOn) return `${no} ${oldEnough}.`
  return `${no} ${oldEnough}: sessions that begin from that day are for ${firstName}.`
}

/** Birthday at that age; February 29 becomes March 1 in other years. */
function dayOfAge(birthday: Day, age: number): Day {
  const year = toYear(birthday) + age
  const anniversary = `${year}${birthday.slice(4)}`
  return birthday.endsWith('-02-29') ? addDays(`${year}-02-28`, 1) : anniversary
}

type Learner = { firstName: string; skillLevel: string | null }

/** A hint about levels. Refuses nobody: families decide. */
export function levelNote(learner: Learner, levels: string[]): string | undefined {
  if (!isOfOtherLevel(learner.skillLevel, levels)) return undefined
  return `This is for ${levels.join(' and ')}; ${learner.firstName}’s level is ${learner.skillLevel}. You decide.`
}

export const isOfOtherLevel = (skillLevel: string | null, levels: string[]) =>
  !!skillLevel && levels.length > 0 && !levels.includes(skillLevel)
