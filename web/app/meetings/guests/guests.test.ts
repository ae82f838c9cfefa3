import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Mark } from '#meetings/attendance/attendance.ts'
import { markByForm, takeMarks } from '#meetings/attendance/marks.server.ts'
import { openNotes } from '#meetings/care-notes.server.ts'
import { meetingGuests, sessionCoaches } from '#meetings/meetings.tables.ts'
import { printSheet } from '#meetings/sheet/print-sheet.server.ts'
import { daySheet } from '#meetings/sheet/sheet.server.ts'
import { careNotes, contacts } from '#people/care/care.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aMeeting, aMember, aPlayer, aSession, timeZone } from '../../../test/builders/builders.ts'
import { aCourt, aPlaceIn, asMember } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { addGuest, playersToInvite, takeOffGuest } from './guests.server.ts'

const today = todayIn(timeZone)

/** A court of two, a child of another hour of the same event, and one who only plays elsewhere. */
async function aCourtWithOthers(db: Db) {
  const court = await aCourt(db, 2)
  const { eventId } = court.session
  const other = await aSession(db, { eventId, startsOn: today })
  const zoe = await aPlaceIn(db, other.id, { firstName: 'Zoë', lastName: 'Strauß' })
  const lastYear = await aSession(db, { eventId, startsOn: addDays(today, -366) })
  await aPlaceIn(db, lastYear.id, { firstName: 'Zoltan' })
  const stranger = await aPlayer(db, { firstName: 'Zora', phone: '(555) 010-0999' })
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  return { ...court, zoe, stranger, registrar }
}

/** A mark from an offline phone. */
const aMarkOf = (meetingId: string, personId: string) => {
  const mark = { id: crypto.randomUUID(), mark: 'here' as const, collectedBy: null, at: new Date(), seq: 1 }
  return { meetingId, phone: crypto.randomUUID(), marks: [{ ...mark, personId }] }
}

test('a coach finds only players of the other sessions of the event, the desk every player, by names alone', async ({
  db,
}) => {
  const { member, registrar, meeting, zoe, stranger, players } = await aCourtWithOthers(db)
  const foundBy = async (who: typeof member, text: string) =>
    (await playersToInvite(db, who, meeting.id, text)).players.map(({ name }) => name).toSorted()

  expect(await foundBy(member, 'z')).toEqual(['Zoë Strauß'])
  expect(await foundBy(registrar, 'Z')).toEqual(['Zoltan Vale', 'Zora Vale', 'Zoë Strauß'])
  expect(await foundBy(registrar, 'zoe STRAUSS')).toEqual(['Zoë Strauß'])
  expect([await foundBy(registrar, '0999'), await foundBy(registrar, ' ')]).toEqual([[], []])

  await expect(addGuest(db, member, meeting.id, stranger.id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(addGuest(db, registrar, meeting.id, orNotFound(players[0]).id)).rejects.toMatchObject({
    message: 'Player 000 Vale has a place in this session, and is on the sheet with it.',
  })
  const reader = asMember(await aMember(db, ['reader']), ['reader'])
  await expect(addGuest(db, reader, meeting.id, zoe.id)).rejects.toMatchObject({ code: 'not-your-work' })
  const far = await aMeeting(db)
  await db.insert(sessionCoaches).values({ sessionId: far.sessionId, accountId: member.accountId })
  await expect(playersToInvite(db, member, far.id, 'z')).rejects.toMatchObject({ code: 'not-your-work' })
  expect(await db.$count(meetingGuests)).toBe(0)
})

test('a guest stands on the sheet with marks as all others, without a place, and comes off as long as no mark stands', async ({
  db,
}) => {
  const { member, meeting, session, zoe } = await aCourtWithOthers(db)
  const places = () => db.$count(registrations)
  const before = await places()
  const onSheet = async () =>
    (await daySheet(db, member, meeting.id)).players.find(({ id }) => id === zoe.id)?.stands
  const tap = (mark: Mark | null) =>
    markByForm(db, member, meeting.id, { personId: zoe.id, mark, collectedBy: null })

  await addGuest(db, member, meeting.id, zoe.id)
  await addGuest(db, member, meeting.id, zoe.id)
  expect([await onSheet(), await places(), session.taken]).toEqual(['guest', before, 2])
  await tap('here')
  await expect(takeOffGuest(db, member, meeting.id, zoe.id)).rejects.toMatchObject({
    message: 'Zoë Strauß has a mark, and stays on the sheet with it.',
  })
  await tap(null)
  await takeOffGuest(db, member, meeting.id, zoe.id)
  expect(await onSheet()).toBeUndefined()

  const logged = await db.select().from(changes).orderBy(changes.id)
  expect(logged.map(({ what, actor, meetingId, personId }) => [what, actor, meetingId, personId])).toEqual(
    ['guest added', 'guest taken off'].map((what) => [what, member.actor, meeting.id, zoe.id]),
  )
  await addGuest(db, member, meeting.id, zoe.id)
  expect(await onSheet()).toBe('guest')
})

test('a coach sees of a guest whom coaches alone added no number and no note, until the desk adds the guest too', async ({
  db,
}) => {
  const { member, registrar, meeting, zoe } = await aCourtWithOthers(db)
  const note = { note: 'Peanuts.', whatToDo: 'The blue pen.' }
  await db.insert(careNotes).values({ personId: zoe.id, category: 'allergy', ...note })
  const ruth = { name: 'Ruth Strauß', relation: 'Grandmother', phone: '(555) 010-0178', mayCollect: true }
  await db.insert(contacts).values({ personId: zoe.id, ...ruth })
  const seenBy = async (who: typeof member) =>
    (await daySheet(db, who, meeting.id)).players.find(({ id }) => id === zoe.id)
  const calls = [{ who: 'Robin Vale, parent' }, { who: 'Ruth Strauß, grandmother', phone: ruth.phone }]
  const collectors = [{ who: 'Parent' }, { who: 'Another' }]
  const canConfirm = async () =>
    (await playersToInvite(db, registrar, meeting.id, 'zoë')).players[0]?.isToConfirm

  await addGuest(db, member, meeting.id, zoe.id)
  expect(await seenBy(member)).toMatchObject({ care: 'allergy', isForDesk: true, calls: [], collectors })
  expect(await seenBy(registrar)).toMatchObject({ isForDesk: false, calls })
  await expect(openNotes(db, member, meeting.id, 'opened', zoe.id)).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await openNotes(db, member, meeting.id, 'kept')).toEqual([])
  expect(await openNotes(db, registrar, meeting.id, 'opened', zoe.id)).toMatchObject([note])

  expect(await canConfirm()).toBe(true)
  await addGuest(db, registrar, meeting.id, zoe.id)
  await addGuest(db, member, meeting.id, zoe.id)
  expect(await canConfirm()).toBe(false)
  expect(await seenBy(member)).toMatchObject({ isForDesk: false, calls })
  expect(await openNotes(db, member, meeting.id, 'opened', zoe.id)).toMatchObject([note])
})

test('a mark of a guest that a phone held without signal puts a guest who was taken off on the sheet again', async ({
  db,
}) => {
  const { member, meeting, zoe } = await aCourtWithOthers(db)
  await addGuest(db, member, meeting.id, zoe.id)
  await takeOffGuest(db, member, meeting.id, zoe.id)
  const sent = aMarkOf(meeting.id, zoe.id)

  expect(await takeMarks(db, member, sent)).toEqual({ taken: [sent.marks[0]?.id], refused: [] })

  const { players } = await daySheet(db, member, meeting.id)
  expect(await db.select({ takenOffAt: meetingGuests.takenOffAt }).from(meetingGuests)).toEqual([
    { takenOffAt: null },
  ])
  const guest = { stands: 'guest', isFirstTime: true, log: [{ mark: 'here' }] }
  expect(players.find(({ id }) => id === zoe.id)).toMatchObject(guest)
})

test('a mark of a player who gave the place up before the meeting opens neither numbers nor note to a coach; who gave it up since keeps them there', async ({
  db,
}) => {
  const { member, registrar, meeting, session } = await aCourtWithOthers(db)
  const noor = await aPlaceIn(db, session.id, { firstName: 'Noor' })
  const note = { note: 'Peanuts.', whatToDo: 'The blue pen.' }
  await db.insert(careNotes).values({ personId: noor.id, category: 'allergy', ...note })
  await db.insert(contacts).values({
    ...{ personId: noor.id, name: 'Ruth Strauß', relation: 'Grandmother' },
    ...{ phone: '(555) 010-0178', mayCollect: true },
  })
  const givenUp = (removedAt: Date) =>
    db
      .update(registrations)
      .set({ removedAt })
      .where(and(eq(registrations.personId, noor.id), eq(registrations.sessionId, session.id)))
  const seenBy = async (who: typeof member) =>
    orNotFound((await daySheet(db, who, meeting.id)).players.find(({ id }) => id === noor.id))
  const startsAt = new Date((await daySheet(db, member, meeting.id)).startsAt)

  await givenUp(new Date(startsAt.getTime() - 60_000))
  await takeMarks(db, member, aMarkOf(meeting.id, noor.id))

  const closed = { stands: 'removed', care: 'allergy', isForDesk: true, calls: [] }
  expect(await seenBy(member)).toMatchObject({
    ...closed,
    collectors: [{ who: 'Parent' }, { who: 'Another' }],
  })
  await expect(openNotes(db, member, meeting.id, 'opened', noor.id)).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await openNotes(db, member, meeting.id, 'kept')).toEqual([])
  expect(await printSheet(db, member, meeting.id, 'with notes')).toEqual([])
  expect(await seenBy(registrar)).toMatchObject({ isForDesk: false, calls: [{}, {}] })

  await givenUp(new Date(startsAt.getTime() + 60_000))
  expect(await seenBy(member)).toMatchObject({ stands: 'removed', isForDesk: false, calls: [{}, {}] })
  expect(await openNotes(db, member, meeting.id, 'opened', noor.id)).toMatchObject([note])
})

test('a guest whom the desk took off, and a coach marks, is the guest of that coach, without numbers and note', async ({
  db,
}) => {
  const { member, registrar, meeting, zoe } = await aCourtWithOthers(db)
  await db.insert(careNotes).values({ personId: zoe.id, category: 'allergy', note: 'Peanuts.', whatToDo: '' })
  await addGuest(db, registrar, meeting.id, zoe.id)
  await takeOffGuest(db, registrar, meeting.id, zoe.id)

  await takeMarks(db, member, aMarkOf(meeting.id, zoe.id))

  const { players } = await daySheet(db, member, meeting.id)
  expect(players.find(({ id }) => id === zoe.id)).toMatchObject({ isForDesk: true, calls: [] })
  expect(await openNotes(db, member, meeting.id, 'kept')).toEqual([])
  expect((await playersToInvite(db, registrar, meeting.id, 'zoë')).players).toMatchObject([
    { isToConfirm: true },
  ])
})
