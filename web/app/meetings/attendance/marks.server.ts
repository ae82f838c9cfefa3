import { and, eq, exists, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { meetingFor, peopleToMark } from '#meetings/meeting.db.server.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { attendance } from './attendance.tables.ts'
import { clampedTo, type Mark } from './attendance.ts'
import { isMarkedInTime } from './window.ts'

type SentMark = {
  id: string
  personId: string
  /** Null takes back the phone's previous mark. */
  mark: Mark | null
  collectedBy: string | null
  at: Date
  seq: number
}
export type SentMarks = { meetingId: string; phone: string; marks: SentMark[] }
/** A refusal is final: the phone drops the mark. */
export type TakenMarks = { taken: string[]; refused: { id: string; message: string }[] }

const mostSeq = 1_000_000
const mostMarks = 40

const messages = {
  notOnSheet: 'This player is not on the sheet.',
  tooLate: 'This was marked more than 7 days after the last meeting.',
  otherContent: 'A mark with this id or number was taken before, with other content.',
  otherPhone: 'This phone belongs to another account, and takes no marks of yours.',
  countedOut: 'This phone has counted its marks to the end. Mark with another one.',
  tooMany: `This player has ${mostMarks} marks at this meeting, and no more are taken.`,
}

/** Idempotent: appends a phone's marks to the log, whenever they arrive. */
export function takeMarks(db: Db, member: Member, sent: SentMarks): Promise<TakenMarks> {
  if (!may(member, 'marks')) refuse('not-your-work')
  return db.transaction(async (tx) => {
    if (await isPhoneOf(tx, member, sent.phone)) return await store(tx, member, sent)
    return { taken: [], refused: sent.marks.map(({ id }) => ({ id, message: messages.otherPhone })) }
  })
}

/** A phone belongs to the account that marked with it first; forms use the account's id as phone. */
async function isPhoneOf(tx: Db, { accountId }: Member, phone: string): Promise<boolean> {
  const isForm = exists(tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, phone)))
  const first = tx
    .select({ isOwn: sql`${attendance.markedBy} is not distinct from ${accountId}` })
    .from(attendance)
    .where(eq(attendance.phone, phone))
    .orderBy(attendance.receivedAt)
    .limit(1)
  const [row] = await tx
    .select({ isOwn: sql<boolean>`not ${isForm} and coalesce(${first}, true)` })
    .from(sql`(select) as once`)
  return row?.isOwn === true
}

async function store(tx: Db, member: Member, { meetingId, phone, marks }: SentMarks): Promise<TakenMarks> {
  const receivedAt = new Date()
  const { accountId: markedBy, actor } = member
  const meeting = orNotFound(await meetingFor(tx, meetingId, markedBy))
  const marksAll = mayAll(member, 'marks')
  if (!marksAll && !meeting.isOwn) refuse('not-found')
  await lockMarks(tx, meetingId)
  const people = await peopleToMark(tx, meeting, marks)
  const refused = new Map<string, string>()
  const isLate = (at: Date) => !marksAll && !isMarkedInTime(meeting.session, at, receivedAt)
  const rows = marks.flatMap(({ personId, at, ...mark }) => {
    const player = people.get(personId)
    if (player) player.marks += 1
    const problem = player ? findProblem(mark.seq, player.marks, isLate(at)) : messages.notOnSheet
    if (problem) refused.set(mark.id, problem)
    if (problem || !player) return []
    const { registrationId } = player
    const shared = { meetingId, personId, registrationId, phone, markedBy, receivedAt }
    return [{ ...mark, ...shared, at: clampedTo(meeting, at) }]
  })
  await putBackOn(tx, member, meetingId, rows)
  for (const { id, personId } of await insertMarks(tx, rows)) {
    refused.set(id, messages.otherContent)
    await addChange(tx, { actor, what: 'mark refused', meetingId, personId })
  }
  return {
    taken: rows.filter(({ id }) => !refused.has(id)).map(({ id }) => id),
    refused: [...refused].map(([id, message]) => ({ id, message })),
  }
}

function findProblem(seq: number, marks: number, isLate: boolean): string | undefined {
  if (isLate) return messages.tooLate
  if (seq > mostSeq) return messages.countedOut
  return marks > mostMarks ? messages.tooMany : undefined
}

/** Serialises marks of a meeting, so that the count per player holds. */
const lockMarks = (tx: Db, meetingId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`marks ${meetingId}`}, 0))`)

type Row = typeof attendance.$inferInsert

/** A removed guest who was marked by an offline phone was there: is put back, as the marker's guest. */
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

/** Inserts new marks; returns those whose id or number exists with other content. */
async function insertMarks(tx: Db, rows: Row[]): Promise<Row[]> {
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
      serialise(row),
    ]),
  )
  return known.filter((row) => before.get(row.id) !== serialise(row))
}

const serialise = ({ meetingId, personId, mark, collectedBy, at, phone, seq }: Row) =>
  JSON.stringify([meetingId, personId, mark, collectedBy, at, phone, seq])

type Tap = Pick<SentMark, 'personId' | 'mark' | 'collectedBy'>

/** Mark from a plain form without JavaScript; the account's id serves as phone. */
export function markByForm(db: Db, member: Member, meetingId: string, tap: Tap): Promise<void> {
  if (!may(member, 'marks')) refuse('not-your-work')
  const phone = member.accountId
  return db.transaction(async (tx) => {
    const [{ seq } = { seq: 1 }] = await tx
      .select({ seq: sql<number>`coalesce(max(${attendance.seq}), 0)::int + 1` })
      .from(attendance)
      .where(and(eq(attendance.phone, phone), lt(attendance.seq, mostSeq)))
    const mark = { ...tap, id: crypto.randomUUID(), at: new Date(), seq }
    const { refused } = await store(tx, member, { meetingId, phone, marks: [mark] })
    if (refused[0]) refuse('not-possible', refused[0].message)
  })
}
