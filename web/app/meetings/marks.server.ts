import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { attendance } from './attendance.tables.ts'
import { clampedTo, type Mark } from './attendance.ts'
import { meetingFor, peopleOfMeeting } from './meeting.db.server.ts'
import { meetingGuests } from './meetings.tables.ts'
import { isMarkedInTime } from './window.ts'

type SentMark = {
  id: string
  personId: string
  /** Null takes back what the same phone marked before. */
  mark: Mark | null
  collectedBy: string | null
  at: Date
  seq: number
}
export type SentMarks = { meetingId: string; phone: string; marks: SentMark[] }
/** A mark that is refused is never taken: the phone forgets it. */
export type TakenMarks = { taken: string[]; refused: { id: string; message: string }[] }

const words = {
  notOnSheet: 'This player is not on the sheet.',
  tooLate: 'This was marked more than 7 days after the last meeting.',
  otherContent: 'A mark with this id or number was taken before, with other content.',
}

/** Writes what a phone marked into the log, once, however often and whenever it arrives. */
export function takeMarks(db: Db, member: Member, sent: SentMarks): Promise<TakenMarks> {
  if (!may(member, 'marks')) refuse('not-your-work')
  const receivedAt = new Date()
  return db.transaction(async (tx) => {
    const meeting = found(await meetingFor(tx, sent.meetingId, member.accountId))
    const marksAll = mayAll(member, 'marks')
    if (!marksAll && !meeting.isOwn) refuse('not-found')
    const onSheet = await peopleOfMeeting(tx, meeting.id)
    const refused = new Map<string, string>()
    const rows = sent.marks.flatMap(({ personId, at, ...mark }) => {
      const registrationId = onSheet.get(personId)
      if (registrationId === undefined) refused.set(mark.id, words.notOnSheet)
      else if (!marksAll && !isMarkedInTime(meeting.session, at, receivedAt))
        refused.set(mark.id, words.tooLate)
      else {
        const { id: meetingId } = meeting
        const { phone } = sent
        const { accountId: markedBy } = member
        return {
          ...mark,
          meetingId,
          personId,
          registrationId,
          phone,
          markedBy,
          at: clampedTo(meeting, at),
          receivedAt,
        }
      }
      return []
    })
    await putBackOn(tx, member, meeting.id, rows)
    for (const { id, personId } of await notStored(tx, rows)) {
      refused.set(id, words.otherContent)
      await addChange(tx, { actor: member.actor, what: 'mark refused', meetingId: meeting.id, personId })
    }
    return {
      taken: rows.filter(({ id }) => !refused.has(id)).map(({ id }) => id),
      refused: [...refused].map(([id, message]) => ({ id, message })),
    }
  })
}

type Row = typeof attendance.$inferInsert

/** A guest who was taken off and has a mark of a phone without signal was there, as the guest of whoever marked. */
async function putBackOn(tx: Db, { actor: addedBy }: Member, meetingId: string, rows: Row[]) {
  const marked = rows.filter(({ mark }) => mark !== null).map(({ personId }) => personId)
  await tx
    .update(meetingGuests)
    .set({ addedBy, addedAt: new Date(), takenOffAt: null })
    .where(
      and(
        eq(meetingGuests.meetingId, meetingId),
        inArray(meetingGuests.personId, marked),
        isNotNull(meetingGuests.takenOffAt),
      ),
    )
}

/** Stores them; those come back that are there already, with other content. */
async function notStored(tx: Db, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const stored = await tx
    .insert(attendance)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: attendance.id })
  const isNew = new Set(stored.map(({ id }) => id))
  const known = rows.filter(({ id }) => !isNew.has(id))
  if (known.length === 0) return []
  const ids = known.map(({ id }) => id)
  const before = new Map(
    (await tx.select().from(attendance).where(inArray(attendance.id, ids))).map((row) => [
      row.id,
      contentOf(row),
    ]),
  )
  return known.filter((row) => before.get(row.id) !== contentOf(row))
}

const contentOf = ({ meetingId, personId, mark, collectedBy, at, phone, seq }: Row) =>
  JSON.stringify([meetingId, personId, mark, collectedBy, at, phone, seq])

type Tap = Pick<SentMark, 'personId' | 'mark' | 'collectedBy'>

/** A mark of the page's own form, which the browser sends without its script: the account counts as its phone. */
export async function markByForm(db: Db, member: Member, meetingId: string, tap: Tap): Promise<void> {
  const phone = member.accountId
  const [{ seq } = { seq: 1 }] = await db
    .select({ seq: sql<number>`coalesce(max(${attendance.seq}), 0)::int + 1` })
    .from(attendance)
    .where(eq(attendance.phone, phone))
  const mark = { ...tap, id: crypto.randomUUID(), at: new Date(), seq }
  const { refused } = await takeMarks(db, member, { meetingId, phone, marks: [mark] })
  if (refused[0]) refuse('not-possible', refused[0].message)
}
