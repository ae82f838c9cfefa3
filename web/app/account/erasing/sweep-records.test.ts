import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { familyData } from '#account/family-data.server.ts'
import { sessions } from '#events/events.tables.ts'
import { absences, attendance, meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { messageFamilies, messages } from '#messages/messages.tables.ts'
import { messagesTo } from '#messages/sessions.db.server.ts'
import { writeMessage } from '#messages/write-message.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { invitations } from '#team/team.tables.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { eraseAccount } from './erase-account.server.ts'
import { sweepRecords } from './sweep-records.server.ts'

/** A session with a player who was marked, a note of its coach and a message to its family. */
async function aPastMeeting(db: Db) {
  const { session, meeting, member, coach, players } = await aCourt(db, 1)
  const { id: personId, accountId } = orNotFound(players[0])
  const subject = { meetingId: meeting.id, personId }
  await db.insert(attendance).values({
    ...{ ...subject, id: crypto.randomUUID(), mark: 'here' },
    ...{ at: new Date(), phone: crypto.randomUUID(), seq: 1, markedBy: coach.id },
  })
  await db.insert(absences).values(subject)
  await db
    .insert(meetingNotes)
    .values({ meetingId: meeting.id, accountId: coach.id, note: 'Pip and Zephyrine' })
  const message = {
    id: crypto.randomUUID(),
    audience: { to: 'sessions' as const, sessions: [session.id] },
    subject: 'Rain',
    text: 'No tennis.',
  }
  await writeMessage(db, member, message)
  return { accountId, coach }
}
const records = [attendance, absences, meetingNotes, messageFamilies, messages]
const counts = async (db: Db) => {
  const all = []
  for (const table of records) all.push(await db.$count(table))
  return all
}
const lastDay = (days: number) =>
  sql`current_date - make_interval(years => ${retention.sessionRecordsYears}, days => ${days})`
const endedAgo = (db: Db, days: number) =>
  db.update(sessions).set({ startsOn: lastDay(days), endsOn: lastDay(days) })

test('marks, notes of meetings and messages to families go two years after the last day of their session', async ({
  db,
}) => {
  await aPastMeeting(db)
  await endedAgo(db, 0)
  await sweepRecords(db)
  expect(await counts(db)).toEqual([1, 1, 1, 1, 1])

  await endedAgo(db, 1)
  await sweepRecords(db)

  expect(await counts(db)).toEqual([0, 0, 0, 0, 0])
})

test('a message that the version before wrote to a session stands with that session', async ({ db }) => {
  const { session } = await aCourt(db, 0)
  const message = { sessionId: session.id, subject: 'Rain', text: 'No tennis.', writtenBy: 'site' as const }
  await db.insert(messages).values(message)

  await sweepRecords(db)

  expect(await messagesTo(db, session.id)).toMatchObject([{ subject: 'Rain', families: 0 }])
})

test('an invitation that nobody took goes a week after its link has ended', async ({ db }) => {
  const row = { email: 'bea@example.test', roles: [], invitedBy: 'site' }
  const at = (days: number) => sql`now() - make_interval(days => ${days})`
  await db.insert(invitations).values({ ...row, tokenHash: 'new', expiresAt: at(6) })
  await db.insert(invitations).values({ ...row, tokenHash: 'old', expiresAt: at(8) })

  await sweepRecords(db)

  expect(await db.select({ hash: invitations.tokenHash }).from(invitations)).toEqual([{ hash: 'new' }])
})

test('a family downloads the messages that it got and who came, and nobody the notes of a meeting; the marks go with the player', async ({
  db,
  gateway,
}) => {
  const { accountId, coach } = await aPastMeeting(db)

  const data = await familyData(db, accountId)

  expect(data).toMatchObject({
    messages: [{ subject: 'Rain', text: 'No tennis.' }],
    attendance: [{ mark: 'here' }],
    absences: [{}],
  })
  for (const id of [accountId, coach.id])
    expect(JSON.stringify(await familyData(db, id))).not.toContain('Zephyrine')
  await eraseAccount(aWorld(db, gateway.settings), accountId)
  expect(await counts(db)).toEqual([0, 0, 1, 1, 1])
})
