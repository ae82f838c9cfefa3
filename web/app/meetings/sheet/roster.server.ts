import { stringify } from 'csv-stringify/sync'
import { ageProblem } from '#events/fit/age-problem.ts'
import { toStanding } from '#ledger/balance.ts'
import { countingMark, type Mark, type MarkEntry } from '#meetings/attendance/attendance.ts'
import { isCallable } from '#meetings/attendance/window.ts'
import { ageOn, fullName } from '#people/people.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, dayRange, monthDay } from '#platform/format/dates.ts'
import { decimal } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { listAbsences, listMarks, listPlaces, listPlannedMeetings, sessionFor } from './roster.db.server.ts'
import { callList } from './sheet.server.ts'
import { sheetPermissions } from './sheet-permissions.ts'

export type Roster = Awaited<ReturnType<typeof sessionRoster>>

/** Places and attendance of a session, as far as this member may see them now. */
export async function sessionRoster(db: Db, member: Member, sessionId: number, now = new Date()) {
  const session = orNotFound(await sessionFor(db, sessionId, member.accountId))
  const meetings = await listPlannedMeetings(db, sessionId)
  const near = meetings.find((meeting) => isCallable(meeting, now))
  const permissions = sheetPermissions(
    member,
    { isOwn: session.isOwn, session: session.span, meeting: near },
    now,
  )
  const places = await listPlaces(db, sessionId)
  const came = permissions.marks ? await readAttendance(db, meetings) : () => undefined
  // Family pages are open to members who see sums.
  const showsSums = may(member, 'sums')
  return {
    id: session.id,
    eventKey: session.eventKey,
    event: session.event,
    number: session.number,
    startsOn: session.startsOn,
    title: `Session ${session.number}, ${dayRange(session.startsOn, session.endsOn)}`,
    description: session.description,
    places: session.places,
    showsAges: permissions.ages,
    showsMarks: permissions.marks,
    showsPhones: permissions.phones,
    readBy: member.name,
    misfits: permissions.ages ? places.flatMap((place) => findMisfit(place, session)) : [],
    meetings: meetings.map(({ id, day }) => ({ id, day, short: monthDay(day) })),
    players: places.map((place) => ({
      id: place.personId,
      name: fullName(place),
      age: permissions.ages && place.birthday ? ageOn(place.birthday, session.startsOn) : null,
      level: place.skillLevel ?? '',
      isUnsigned: permissions.ages && !place.hasSigned,
      standing: permissions.ages ? toStanding(place) : null,
      priceCents: showsSums ? place.priceCents : null,
      family: showsSums ? place.familyNumber : null,
      calls: permissions.phones ? callList(place) : [],
      marks: meetings.map(({ id }) => came(id, place.personId) ?? null),
    })),
  }
}

type Place = Awaited<ReturnType<typeof listPlaces>>[number]
type Session = NonNullable<Awaited<ReturnType<typeof sessionFor>>>

/** Birthdays and age limits may be corrected later: nobody loses a place for it. */
function findMisfit({ grantedSessions, ...place }: Place, session: Session) {
  const problem = place.birthday && !grantedSessions.includes(session.id) && ageProblem(place, session)
  return problem ? [{ id: place.personId, name: fullName(place), problem }] : []
}

/** The counting mark by meeting and player. */
async function readAttendance(db: Db, meetings: { id: string; day: Day }[]) {
  const ids = meetings.map(({ id }) => id)
  const key = (row: { meetingId: string; personId: string }) => `${row.meetingId} ${row.personId}`
  const logs = new Map<string, MarkEntry[]>()
  for (const entry of await listMarks(db, ids)) logs.set(key(entry), [...(logs.get(key(entry)) ?? []), entry])
  const reported = new Map((await listAbsences(db, ids)).map((row) => [key(row), row]))
  return (meetingId: string, personId: string): Mark | undefined => {
    const rowKey = key({ meetingId, personId })
    return countingMark(logs.get(rowKey) ?? [], reported.get(rowKey) ?? null)?.mark
  }
}

/** Exports are logged with their number of rows. */
function logExport(db: Db, member: Member, roster: Roster, what: 'roster printed' | 'roster downloaded') {
  const after = { rows: roster.players.length }
  return addChange(db, { actor: member.actor, what, sessionId: roster.id, after })
}

export async function printRoster(db: Db, member: Member, sessionId: number): Promise<void> {
  await logExport(db, member, await sessionRoster(db, member, sessionId), 'roster printed')
}

/** CSV; formulas are escaped. */
export async function rosterFile(db: Db, member: Member, sessionId: number): Promise<string> {
  const roster = await sessionRoster(db, member, sessionId)
  await logExport(db, member, roster, 'roster downloaded')
  const head = ['Name', 'Age', 'Level', 'Paid', 'Price', 'Parent or other contact', 'Phone', 'Other contacts']
  const rows = roster.players.map(
    ({ name, age, level, standing, priceCents, calls: [first, ...others], marks }) => [
      ...[name, age ?? '', level, standing === null ? '' : standing === 'paid' ? 'yes' : 'no'],
      ...[priceCents === null ? '' : decimal(priceCents), first?.who, first?.phone],
      others.map(({ who, phone }) => `${who}: ${phone}`).join('; '),
      ...marks.map((mark) => mark ?? ''),
    ],
  )
  return stringify([[...head, ...roster.meetings.map(({ day }) => day)], ...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
    bom: true,
  })
}
