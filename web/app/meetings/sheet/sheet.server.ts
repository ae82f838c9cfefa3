import { placeLines, splitLines } from '#events/events.ts'
import { isOfOtherLevel } from '#events/fit/age-problem.ts'
import { anotherCollects, type MarkEntry, parentCollects } from '#meetings/attendance/attendance.ts'
import { formatHours } from '#meetings/hours.ts'
import { meetingFor, type SheetMeeting } from '#meetings/meeting.db.server.ts'
import type { careCategories } from '#people/care/care.ts'
import { ageOn, fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { formatTime } from '#platform/format/clock.ts'
import { dayWithWeekday, toLocal } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { listSheetPlayers, type SheetPlayerRow } from './sheet.db.server.ts'
import { isForDesk, type SheetPermissions, sheetPermissions } from './sheet-permissions.ts'

/** For the screen, an offline phone, or print. */
export type DaySheet = {
  id: string
  sessionId: number
  event: string
  when: { day: string; hours: string }
  where: string
  /** Reason of the cancellation. */
  cancelled: string | null
  startsAt: number
  endsAt: number
  timeZone: string
  readBy: string
  readAt: { day: string; time: string }
  /** The site's clock when the sheet was loaded. */
  now: number
  /** Phone id of marks made without JavaScript. */
  phone: string
  isOwn: boolean
  sees: SheetPermissions
  players: SheetPlayer[]
  notes: { name: string; note: string; isOwn: boolean }[]
}

export type SheetPlayer = {
  id: string
  firstName: string
  name: string
  about: string
  /** 'removed': given up after a mark was set. */
  stands: 'place' | 'guest' | 'removed'
  isFirstTime: boolean
  isUnsigned: boolean
  care: (typeof careCategories)[number] | null
  /** Added by a coach alone: the desk keeps numbers and note. */
  isForDesk: boolean
  calls: { who: string; phone: string }[]
  collectors: { id: string; who: string }[]
  absentSince: number | null
  log: SheetEntry[]
}
export type SheetEntry = Omit<MarkEntry, 'at'> & { at: number }

/** As far as this member may see it now. */
export async function daySheet(
  db: Db,
  member: Member,
  meetingId: string,
  now = new Date(),
): Promise<DaySheet> {
  const meeting = orNotFound(await meetingFor(db, meetingId, member.accountId))
  const permissions = sheetPermissions(member, { ...meeting, meeting }, now)
  const players = await listSheetPlayers(db, meeting)
  const read = toLocal(now, meeting.timeZone)
  return {
    ...toHead(meeting),
    readBy: member.name,
    readAt: { day: dayWithWeekday(read.day), time: formatTime(read.time) },
    now: now.getTime(),
    phone: member.accountId,
    isOwn: meeting.isOwn,
    sees: permissions,
    players: players.map((player) =>
      toSheetPlayer(player, meeting, permissions, isForDesk(member, 'phones', player)),
    ),
    notes: permissions.marks
      ? meeting.notes.map(({ accountId, ...note }) => ({ ...note, isOwn: accountId === member.accountId }))
      : [],
  }
}

function toHead(meeting: SheetMeeting) {
  const { session, event, planned, court } = meeting
  const where = court ?? placeLines(splitLines(event.location)).join(', ')
  const isPlanned = meeting.state === 'planned'
  const counted = isPlanned ? `, meeting ${planned.indexOf(meeting.id) + 1} of ${planned.length}` : ''
  return {
    id: meeting.id,
    sessionId: session.id,
    event: event.name,
    when: { day: dayWithWeekday(meeting.day), hours: formatHours(meeting) },
    where: `Session ${session.number}${counted}. ${where}.`,
    cancelled: isPlanned ? null : (meeting.why ?? ''),
    startsAt: meeting.startsAt.getTime(),
    endsAt: meeting.endsAt.getTime(),
    timeZone: meeting.timeZone,
  }
}

function toSheetPlayer(
  player: SheetPlayerRow,
  meeting: SheetMeeting,
  permissions: SheetPermissions,
  staysWithDesk: boolean,
): SheetPlayer {
  const { parent, birthday, skillLevel } = player
  const contacts = staysWithDesk ? [] : player.contacts
  const age = permissions.ages && birthday ? String(ageOn(birthday, meeting.day)) : undefined
  return {
    id: player.id,
    firstName: player.firstName,
    name: fullName(player),
    about: [age, skillLevel && formatLevel(skillLevel, meeting.session.levels)].filter(Boolean).join(', '),
    stands: player.hasPlace ? 'place' : player.isGuest ? 'guest' : 'removed',
    isUnsigned: permissions.ages && !player.hasSigned,
    isFirstTime: permissions.ages && !player.wasHereBefore,
    care: permissions.care ? player.care : null,
    isForDesk: staysWithDesk && permissions.phones,
    calls: permissions.phones && !staysWithDesk ? callList(player) : [],
    collectors: permissions.marks
      ? [
          ...(parent ? [{ id: parentCollects, who: 'Parent' }] : []),
          ...contacts
            .filter(({ mayCollect }) => mayCollect)
            .map(({ id, relation }) => ({ id, who: relation })),
          { id: anotherCollects, who: 'Another' },
        ]
      : [],
    absentSince: permissions.marks ? (player.absentSince?.getTime() ?? null) : null,
    log: permissions.marks ? player.log : [],
  }
}

/** "Beginner"; "Beginner (the session is for Intermediate)" */
const formatLevel = (level: string, levels: string[]) =>
  isOfOtherLevel(level, levels) ? `${level} (the session is for ${levels.join(' and ')})` : level

/** The parent first. */
export function callList({ parent, contacts, phone }: Pick<SheetPlayerRow, 'parent' | 'contacts' | 'phone'>) {
  const playerPhone = phone ? [{ who: 'Own number', phone }] : []
  const first = parent?.phone ? [{ who: `${fullName(parent)}, parent`, phone: parent.phone }] : []
  const others = contacts.map(({ name, relation, phone: number }) => ({
    who: `${name}, ${relation.toLowerCase()}`,
    phone: number,
  }))
  return [...first, ...others, ...playerPhone]
}
