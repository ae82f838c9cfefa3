import { linesOf, placeOf } from '#events/events.ts'
import { isOfOtherLevel } from '#events/fit/age-problem.ts'
import { anotherCollects, type MarkEntry, parentCollects } from '#meetings/attendance/attendance.ts'
import type { careCategories } from '#people/care/care.ts'
import { ageOn, fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { timeWords } from '#platform/format/clock.ts'
import { dayWithWeekday, localOf } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { hoursInWords } from './hours.ts'
import { type MeetingFacts, meetingFor } from './meeting.db.server.ts'
import { isForDesk, type Sees, seesOf } from './sees.ts'
import { type PlayerFacts, playersOfMeeting } from './sheet.db.server.ts'

/** A day sheet as a screen, a phone without signal, or paper shows it. */
export type DaySheet = {
  id: string
  sessionId: number
  event: string
  when: { day: string; hours: string }
  where: string
  /** Why it does not take place. */
  cancelled: string | null
  startsAt: number
  endsAt: number
  timeZone: string
  readBy: string
  readAt: { day: string; time: string }
  /** The site's clock when the sheet was read. */
  now: number
  /** Names what is marked without the page's script. */
  phone: string
  isOwn: boolean
  sees: Sees
  players: SheetPlayer[]
  notes: { name: string; note: string; isOwn: boolean }[]
}

export type SheetPlayer = {
  id: string
  firstName: string
  name: string
  about: string
  /** 'removed': the place was given up after a mark was set. */
  stands: 'place' | 'guest' | 'removed'
  isFirstTime: boolean
  /** The family has not signed the release yet. */
  isUnsigned: boolean
  care: (typeof careCategories)[number] | null
  /** Here by a coach alone, without a place: the desk has the numbers and the note. */
  isForDesk: boolean
  calls: { who: string; phone: string }[]
  collectors: { id: string; who: string }[]
  absentSince: number | null
  log: SheetEntry[]
}
export type SheetEntry = Omit<MarkEntry, 'at'> & { at: number }

/** The sheet, as far as this member sees it now. */
export async function daySheet(
  db: Db,
  member: Member,
  meetingId: string,
  now = new Date(),
): Promise<DaySheet> {
  const meeting = found(await meetingFor(db, meetingId, member.accountId))
  const sees = seesOf(member, { ...meeting, meeting }, now)
  const players = await playersOfMeeting(db, meeting)
  const read = localOf(now, meeting.timeZone)
  return {
    ...headOf(meeting),
    readBy: member.name,
    readAt: { day: dayWithWeekday(read.day), time: timeWords(read.time) },
    now: now.getTime(),
    phone: member.accountId,
    isOwn: meeting.isOwn,
    sees,
    players: players.map((player) => playerOf(player, meeting, sees, isForDesk(member, 'phones', player))),
    notes: sees.marks
      ? meeting.notes.map(({ accountId, ...note }) => ({ ...note, isOwn: accountId === member.accountId }))
      : [],
  }
}

function headOf(meeting: MeetingFacts) {
  const { session, event, planned, court } = meeting
  const where = court ?? placeOf(linesOf(event.location)).join(', ')
  const isPlanned = meeting.state === 'planned'
  const counted = isPlanned ? `, meeting ${planned.indexOf(meeting.id) + 1} of ${planned.length}` : ''
  return {
    id: meeting.id,
    sessionId: session.id,
    event: event.name,
    when: { day: dayWithWeekday(meeting.day), hours: hoursInWords(meeting) },
    where: `Session ${session.number}${counted}. ${where}.`,
    cancelled: isPlanned ? null : (meeting.why ?? ''),
    startsAt: meeting.startsAt.getTime(),
    endsAt: meeting.endsAt.getTime(),
    timeZone: meeting.timeZone,
  }
}

function playerOf(
  player: PlayerFacts,
  meeting: MeetingFacts,
  sees: Sees,
  staysWithDesk: boolean,
): SheetPlayer {
  const { parent, birthday, skillLevel } = player
  const contacts = staysWithDesk ? [] : player.contacts
  const age = sees.ages && birthday ? String(ageOn(birthday, meeting.day)) : undefined
  return {
    id: player.id,
    firstName: player.firstName,
    name: fullName(player),
    about: [age, skillLevel && levelWords(skillLevel, meeting.session.levels)].filter(Boolean).join(', '),
    stands: player.hasPlace ? 'place' : player.isGuest ? 'guest' : 'removed',
    isUnsigned: sees.ages && !player.hasSigned,
    isFirstTime: sees.ages && !player.wasHereBefore,
    care: sees.care ? player.care : null,
    isForDesk: staysWithDesk && sees.phones,
    calls: sees.phones && !staysWithDesk ? callsOf(player) : [],
    collectors: sees.marks
      ? [
          ...(parent ? [{ id: parentCollects, who: 'Parent' }] : []),
          ...contacts
            .filter(({ mayCollect }) => mayCollect)
            .map(({ id, relation }) => ({ id, who: relation })),
          { id: anotherCollects, who: 'Another' },
        ]
      : [],
    absentSince: sees.marks ? (player.absentSince?.getTime() ?? null) : null,
    log: sees.marks ? player.log : [],
  }
}

/** "Beginner"; "Beginner (the session is for Intermediate)" */
const levelWords = (level: string, levels: string[]) =>
  isOfOtherLevel(level, levels) ? `${level} (the session is for ${levels.join(' and ')})` : level

/** Whom to call for a player: the parent first. */
export function callsOf({ parent, contacts, phone }: Pick<PlayerFacts, 'parent' | 'contacts' | 'phone'>) {
  const own = phone ? [{ who: 'Own number', phone }] : []
  const first = parent?.phone ? [{ who: `${fullName(parent)}, parent`, phone: parent.phone }] : []
  const others = contacts.map(({ name, relation, phone: number }) => ({
    who: `${name}, ${relation.toLowerCase()}`,
    phone: number,
  }))
  return [...first, ...others, ...own]
}
