import { stringify } from 'csv-stringify/sync'
import { ageProblem } from '#events/fit/age-problem.ts'
import { standingOf } from '#ledger/balance.ts'
import { countingMark, type Mark, type MarkEntry } from '#meetings/attendance/attendance.ts'
import { isCallable } from '#meetings/attendance/window.ts'
import { ageOn, fullName } from '#people/people.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, dayRange, monthDay } from '#platform/format/dates.ts'
import { decimal } from '#platform/format/money.ts'
import { found } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { absencesOf, marksOf, meetingsOf, placesOf, sessionFor } from './roster.db.server.ts'
import { seesOf } from './sees.ts'
import { callsOf } from './sheet.server.ts'

export type Roster = Awaited<ReturnType<typeof sessionRoster>>

/** Who has a place in a session, and who came to which of its meetings, as far as this member sees it now. */
export async function sessionRoster(db: Db, member: Member, sessionId: number, now = new Date()) {
  const session = found(await sessionFor(db, sessionId, member.accountId))
  const meetings = await meetingsOf(db, sessionId)
  const near = meetings.find((meeting) => isCallable(meeting, now))
  const sees = seesOf(member, { isOwn: session.isOwn, session: session.span, meeting: near }, now)
  const places = await placesOf(db, sessionId)
  const came = sees.marks ? await attendanceOf(db, meetings) : () => undefined
  // A family's page is open to whoever sees sums.
  const seesSums = may(member, 'sums')
  return {
    id: session.id,
    eventKey: session.eventKey,
    event: session.event,
    number: session.number,
    startsOn: session.startsOn,
    title: `Session ${session.number}, ${dayRange(session.startsOn, session.endsOn)}`,
    description: session.description,
    places: session.places,
    seesAges: sees.ages,
    seesMarks: sees.marks,
    seesPhones: sees.phones,
    readBy: member.name,
    misfits: sees.ages ? places.flatMap((place) => misfitOf(place, session)) : [],
    meetings: meetings.map(({ id, day }) => ({ id, day, short: monthDay(day) })),
    players: places.map((place) => ({
      id: place.personId,
      name: fullName(place),
      age: sees.ages && place.birthday ? ageOn(place.birthday, session.startsOn) : null,
      level: place.skillLevel ?? '',
      isUnsigned: sees.ages && !place.hasSigned,
      standing: sees.ages ? standingOf(place) : null,
      priceCents: seesSums ? place.priceCents : null,
      family: seesSums ? place.familyNumber : null,
      calls: sees.phones ? callsOf(place) : [],
      marks: meetings.map(({ id }) => came(id, place.personId) ?? null),
    })),
  }
}

type Place = Awaited<ReturnType<typeof placesOf>>[number]
type Session = NonNullable<Awaited<ReturnType<typeof sessionFor>>>

/** A birthday, or the session's ages, may be corrected later: nobody is removed for it. */
function misfitOf({ grantedSessions, ...place }: Place, session: Session) {
  const words = place.birthday && !grantedSessions.includes(session.id) && ageProblem(place, session)
  return words ? [{ id: place.personId, name: fullName(place), words }] : []
}

/** What counts of each player at each meeting. */
async function attendanceOf(db: Db, meetings: { id: string; day: Day }[]) {
  const ids = meetings.map(({ id }) => id)
  const key = (row: { meetingId: string; personId: string }) => `${row.meetingId} ${row.personId}`
  const logs = new Map<string, MarkEntry[]>()
  for (const entry of await marksOf(db, ids)) logs.set(key(entry), [...(logs.get(key(entry)) ?? []), entry])
  const said = new Map((await absencesOf(db, ids)).map((row) => [key(row), row]))
  return (meetingId: string, personId: string): Mark | undefined => {
    const of = key({ meetingId, personId })
    return countingMark(logs.get(of) ?? [], said.get(of) ?? null)?.mark
  }
}

/** Writes down that the roster leaves the site, and how many rows it has. */
function tellTaken(db: Db, member: Member, roster: Roster, what: 'roster printed' | 'roster downloaded') {
  const after = { rows: roster.players.length }
  return addChange(db, { actor: member.actor, what, sessionId: roster.id, after })
}

export async function printRoster(db: Db, member: Member, sessionId: number): Promise<void> {
  await tellTaken(db, member, await sessionRoster(db, member, sessionId), 'roster printed')
}

/** The roster for a spreadsheet, which must take no cell for a formula. */
export async function rosterFile(db: Db, member: Member, sessionId: number): Promise<string> {
  const roster = await sessionRoster(db, member, sessionId)
  await tellTaken(db, member, roster, 'roster downloaded')
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
