import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { markByForm } from '#meetings/attendance/marks.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { daySheet } from '#meetings/sheet/sheet.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { aMeeting } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { listPlayerMeetings, reportAbsence } from './absences.server.ts'

test('a family reports an absence until a meeting starts, takes it back, and sees who was marked; of its own players alone', async ({
  db,
}) => {
  const { session, meeting, member, players } = await aCourt(db, 2)
  const [ada, ben] = [orNotFound(players[0]), orNotFound(players[1])]
  const later = await aMeeting(db, { sessionId: session.id, day: session.endsOn })
  const player = { accountId: ada.accountId, personId: ada.id }
  const marksSeen = async () => (await listPlayerMeetings(db, player)).map(({ mark }) => mark)
  const onSheet = async () =>
    orNotFound((await daySheet(db, member, later.id)).players[0]).absentSince !== null

  await reportAbsence(db, player, later.id, true)
  expect([await marksSeen(), await onSheet()]).toEqual([[undefined, 'excused'], true])
  await reportAbsence(db, player, later.id, false)
  expect([await marksSeen(), await onSheet()]).toEqual([[undefined, undefined], false])
  await reportAbsence(db, player, later.id, true)
  expect(await onSheet()).toBe(true)

  await expect(reportAbsence(db, player, meeting.id, true)).rejects.toThrow('This meeting has started.')
  const foreign = { ...player, personId: ben.id }
  await expect(reportAbsence(db, foreign, later.id, true)).rejects.toMatchObject({ code: 'not-found' })
  await markByForm(db, member, meeting.id, { personId: ada.id, mark: 'here', collectedBy: null })
  await markByForm(db, member, meeting.id, { personId: ben.id, mark: 'absent', collectedBy: null })
  expect(await marksSeen()).toEqual(['here', 'excused'])
})

test('a meeting that is cancelled stays in the list of its families, who read why and report nothing for it', async ({
  db,
}) => {
  const { session, players } = await aCourt(db, 1)
  const { id: personId, accountId } = orNotFound(players[0])
  const later = await aMeeting(db, { sessionId: session.id, day: session.endsOn })
  const cancelled = { state: 'cancelled', why: 'Court repairs.' } as const
  await db.update(meetings).set(cancelled).where(eq(meetings.id, later.id))

  expect(await listPlayerMeetings(db, { accountId, personId })).toMatchObject([
    { isCancelled: false },
    { id: later.id, isCancelled: true, why: 'Court repairs.' },
  ])
  await expect(reportAbsence(db, { accountId, personId }, later.id, true)).rejects.toMatchObject({
    code: 'not-found',
  })
})
