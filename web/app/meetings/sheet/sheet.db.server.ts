import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { absences, attendance } from '#meetings/attendance/attendance.tables.ts'
import { type Mark, standingMarks } from '#meetings/attendance/attendance.ts'
import type { SheetMeeting } from '#meetings/meeting.db.server.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { careNotes, contacts } from '#people/care/care.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { actorMayAll } from '#team/member.server.ts'

type ContactRow = { id: string; name: string; relation: string; phone: string; mayCollect: boolean }
type LogRow = { mark: Mark | null; collectedBy: string | null; at: number; phone: string; seq: number }

const dated = (entry: LogRow) => ({ ...entry, at: new Date(entry.at) })

export const parents = alias(people, 'parents')

export const contactsColumn = sql<ContactRow[]>`coalesce((
  select json_agg(json_build_object('id', ${contacts.id}, 'name', ${contacts.name}, 'relation', ${contacts.relation},
    'phone', ${contacts.phone}, 'mayCollect', ${contacts.mayCollect}) order by ${contacts.position}, ${contacts.id})
  from ${contacts} where ${contacts.personId} = ${people.id}), '[]')`

const logColumn = (meetingId: string) => sql<LogRow[]>`coalesce((
  select json_agg(json_build_object('mark', ${attendance.mark}, 'collectedBy', ${attendance.collectedBy},
    'at', round(extract(epoch from ${attendance.at}) * 1000), 'phone', ${attendance.phone}, 'seq', ${attendance.seq})
    order by ${attendance.at}, ${attendance.phone}, ${attendance.seq})
  from ${attendance} where ${attendance.personId} = ${people.id} and ${attendance.meetingId} = ${meetingId}), '[]')`

/** Has a 'here' at an earlier meeting of any session, not taken back by the phone's next mark. */
const wasHereBefore = ({ day, starts }: SheetMeeting) => sql<boolean>`exists (
  select from attendance as earlier join meetings as past on past.id = earlier.meeting_id
  where earlier.person_id = ${people.id} and earlier.mark = 'here' and past.day + past.starts < ${day}::date + ${starts}::time
    and not exists (select from attendance as undo
      where undo.phone = earlier.phone and undo.person_id = earlier.person_id and undo.meeting_id = earlier.meeting_id
        and undo.mark is null and undo.seq = (select min(next.seq) from attendance as next where next.phone = earlier.phone
          and next.person_id = earlier.person_id and next.meeting_id = earlier.meeting_id and next.seq > earlier.seq)))`

/** Places, guests, and former ones with a mark. */
export async function listSheetPlayers(db: Db, meeting: SheetMeeting): Promise<SheetPlayerRow[]> {
  const rows = await playersOrMarked(db, meeting)
  return rows.filter(
    ({ hasPlace, isGuest, isTakenOff, log }) =>
      hasPlace || (isGuest && !isTakenOff) || standingMarks(log.map(dated)).length > 0,
  )
}

function playersOrMarked(db: Db, meeting: SheetMeeting) {
  const { id, session } = meeting
  // `union` mutates its first query: built anew each time.
  const place = (isOurs = isNull(registrations.removedAt)) =>
    db
      .select({ id: registrations.personId })
      .from(registrations)
      .where(and(eq(registrations.sessionId, session.id), isNull(registrations.heldUntil), isOurs))
  const wasHeldThen = or(isNull(registrations.removedAt), gt(registrations.removedAt, meeting.startsAt))
  const guest = db
    .select({ id: meetingGuests.personId })
    .from(meetingGuests)
    .where(eq(meetingGuests.meetingId, id))
  const marked = db.select({ id: attendance.personId }).from(attendance).where(eq(attendance.meetingId, id))
  return db
    .select({
      id: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      phone: people.phone,
      hasPlace: sql<boolean>`${inArray(people.id, place())}`,
      /** At the meeting's time, even if given up since. */
      hadPlace: sql<boolean>`${inArray(people.id, place(wasHeldThen))}`,
      isGuest: sql<boolean>`${meetingGuests.personId} is not null`,
      isAddedByDesk: actorMayAll(meetingGuests.addedBy, 'marks'),
      isTakenOff: sql<boolean>`${meetingGuests.takenOffAt} is not null`,
      hasSigned,
      parent: { firstName: parents.firstName, lastName: parents.lastName, phone: parents.phone },
      contacts: contactsColumn,
      care: careNotes.category,
      absentSince: absences.reportedAt,
      log: logColumn(id),
      wasHereBefore: wasHereBefore(meeting),
    })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .leftJoin(parents, and(eq(parents.accountId, people.accountId), eq(parents.role, 'parent')))
    .leftJoin(careNotes, eq(careNotes.personId, people.id))
    .leftJoin(
      absences,
      and(eq(absences.personId, people.id), eq(absences.meetingId, id), isNull(absences.takenBackAt)),
    )
    .leftJoin(meetingGuests, and(eq(meetingGuests.personId, people.id), eq(meetingGuests.meetingId, id)))
    .where(inArray(people.id, place().union(guest).union(marked)))
    .orderBy(asc(people.firstName), asc(people.lastName), asc(people.id))
}
export type SheetPlayerRow = Awaited<ReturnType<typeof playersOrMarked>>[number]
