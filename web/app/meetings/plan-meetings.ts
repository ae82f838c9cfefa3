import type { Extra, Meets } from '#events/meeting-days.ts'
import { addDays, type Day, isoWeekday, type Time } from '#platform/format/dates.ts'

export type MeetingPlan = {
  startsOn: Day
  endsOn: Day
  /** Null for free-text hours: only `extra` meetings then. */
  meets: Meets | null
  /** Days without the weekly meeting; `extra` still applies. */
  skips: Day[]
  extra: Extra[]
}
export type PlannedMeeting = { day: Day; starts: Time; ends: Time }

export const mostMeetings = 200
const tooMany = 2 * mostMeetings

/** In order, in the programme's time zone. */
export function planMeetings({ startsOn, endsOn, meets, skips, extra }: MeetingPlan): PlannedMeeting[] {
  const planned: PlannedMeeting[] = extra.map(({ day, starts, ends }) => ({ day, starts, ends }))
  if (meets)
    for (let day = startsOn; day <= endsOn && planned.length < tooMany; day = addDays(day, 1))
      if (meets.days.includes(isoWeekday(day)) && !skips.includes(day))
        planned.push({ day, starts: meets.starts, ends: meets.ends })
  return planned.sort(byTime)
}

/** The first meeting that begins before another of that day ends. */
export const overlapIn = (planned: PlannedMeeting[]): PlannedMeeting | undefined =>
  planned.find((meeting, index) =>
    planned.slice(0, index).some(({ day, ends }) => day === meeting.day && meeting.starts < ends),
  )

export const byTime = (left: Omit<PlannedMeeting, 'ends'>, right: Omit<PlannedMeeting, 'ends'>) =>
  `${left.day} ${left.starts}`.localeCompare(`${right.day} ${right.starts}`)
