import { expect } from 'vitest'
import { found } from '#platform/refusal.ts'
import { aMeeting } from '../../test/builders.ts'
import { aCourt } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { meetingsOfPlayer, sayAbsent } from './absences.server.ts'
import { markByForm } from './marks.server.ts'
import { daySheet } from './sheet.server.ts'

test('a family reports an absence until a meeting starts, takes it back, and sees who was marked; of its own players alone', async ({
  db,
}) => {
  const { session, meeting, member, players } = await aCourt(db, 2)
  const [ada, ben] = [found(players[0]), found(players[1])]
  const later = await aMeeting(db, { sessionId: session.id, day: session.endsOn })
  const player = { accountId: ada.accountId, personId: ada.id }
  const marksSeen = async () => (await meetingsOfPlayer(db, player)).map(({ mark }) => mark)
  const onSheet = async () => found((await daySheet(db, member, later.id)).players[0]).absentSince !== null

  await sayAbsent(db, player, later.id, true)
  expect([await marksSeen(), await onSheet()]).toEqual([[undefined, 'excused'], true])
  await sayAbsent(db, player, later.id, false)
  expect([await marksSeen(), await onSheet()]).toEqual([[undefined, undefined], false])
  await sayAbsent(db, player, later.id, true)
  expect(await onSheet()).toBe(true)

  await expect(sayAbsent(db, player, meeting.id, true)).rejects.toThrow('This meeting has started.')
  const foreign = { ...player, personId: ben.id }
  await expect(sayAbsent(db, foreign, later.id, true)).rejects.toMatchObject({ code: 'not-found' })
  await markByForm(db, member, meeting.id, { personId: ada.id, mark: 'here', collectedBy: null })
  await markByForm(db, member, meeting.id, { personId: ben.id, mark: 'absent', collectedBy: null })
  expect(await marksSeen()).toEqual(['here', 'excused'])
})
