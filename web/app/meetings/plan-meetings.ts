import type { Extra, Meets } from '#events/meeting-days.ts'
import { addDays, type Day, type Time, weekdayOf } from '#platform/format/dates.ts'

/** What a session says of its meetings. */
export type MeetingPlan = {
  startsOn: Day
  endsOn: Day
  /** Null where its hours are words: then it has the meetings of `extra` alone. */
  meets: Meets | null
  /** Days on which the weekdays do not count; a meeting of `extra` takes place all the same. */
  skips: Day[]
  extra: Extra[]
}
export type PlannedMeeting = { day: Day; starts: Time; ends: Time }

export const mostMeetings = 200
const tooMany = 2 * mostMeetings

/** The meetings of a session in the order of their days, in the programme's time zone. */
export function planMeetings({ startsOn, endsOn, meets, skips, extra }: MeetingPlan): PlannedMeeting[] {
  const planned: PlannedMeeting[] = extra.map(({ day, starts, ends }) => ({ day, starts, ends }))
  if (meets)
    for (let day = startsOn; day <= endsOn && planned.length < tooMany; day = addDays(day, 1))
      if (meets.days.includes(weekdayOf(day)) && !skips.includes(day))
        planned.push({ day, starts: meets.starts, ends: meets.ends })
  return planned.sort(byTime)
}

/** A meeting that begins before another of its day is over; undefined where there is none. */
export const overlapIn = (planned: PlannedMeeting[]): PlannedMeeting | undefined =>
  planned.find((meeting, index) =>
    planned.slice(0, index).some(({ day, ends }) => day === meeting.day && meeting.starts < ends),
  )

export const byTime = (left: Omit<PlannedMeeting, 'ends'>, right: Omit<PlannedMeeting, 'ends'>) =>
  `${left.day} ${left.starts}`.localeCompare(`${right.day} ${right.starts}`)
