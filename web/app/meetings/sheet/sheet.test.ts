import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { absences, careViews } from '#meetings/attendance/attendance.tables.ts'
import { openNotes } from '#meetings/care-notes.server.ts'
import { saveMeetingNote } from '#meetings/meeting-notes.server.ts'
import { careNotes, contacts } from '#people/care/care.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Role } from '#team/roles.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { aCourt, asMember } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { printSheet } from './print-sheet.server.ts'
import { daySheet } from './sheet.server.ts'

const hour = 3_600_000

async function aSheet(db: Parameters<typeof aCourt>[0]) {
  const court = await aCourt(db, 1)
  const personId = orNotFound(court.players[0]).id
  await db.insert(careNotes).values({
    personId,
    category: 'allergy',
    note: 'Peanuts.',
    whatToDo: 'The blue pen.',
    erasesOn: '2026-01-31',
  })
  const grandmother = {
    name: 'Ruth Vale',
    relation: 'Grandmother',
    phone: '(555) 010-0178',
    mayCollect: true,
  }
  await db.insert(contacts).values({ personId, ...grandmother })
  const [start] = [(await daySheet(db, court.member, court.meeting.id)).startsAt]
  return { ...court, personId, start }
}

test('a sheet says where a player’s level is none of the session’s', async ({ db }) => {
  const { member, meeting, players } = await aCourt(db, 1)
  const about = async (levels: string[]) => {
    await db.update(sessions).set({ levels })
    return (await daySheet(db, member, meeting.id)).players[0]?.about
  }
  expect(players).toHaveLength(1)
  expect(await about(['Beginner', 'Intermediate'])).toMatch(/^\d+, Beginner$/)
  expect(await about(['Intermediate', 'Advanced'])).toMatch(
    /^\d+, Beginner \(the session is for Intermediate and Advanced\)$/,
  )
})

test('a coach sees numbers and flags near the meeting, names and levels in the weeks around it, and nothing before and after', async ({
  db,
}) => {
  const { member, meeting, start } = await aSheet(db)
  const seen = async (at: number) =>
    orNotFound((await daySheet(db, member, meeting.id, new Date(at))).players[0])

  expect(await seen(start)).toMatchObject({
    about: expect.stringMatching(/^\d+, Beginner$/),
    care: 'allergy',
    calls: [
      { who: 'Robin Vale, parent', phone: '(555) 010-0100' },
      { who: 'Ruth Vale, grandmother', phone: '(555) 010-0178' },
    ],
    collectors: [{ who: 'Parent' }, { who: 'Grandmother' }, { who: 'Another' }],
  })
  expect(await seen(start - 25 * hour)).toMatchObject({
    about: expect.stringContaining(','),
    care: null,
    calls: [],
  })
  await expect(seen(start - 8 * 24 * hour)).rejects.toMatchObject({ code: 'not-your-work' })
})

test('the desk sees a sheet at all times, a reader its names and levels alone, a foreign coach not even that it exists', async ({
  db,
}) => {
  const { meeting, start } = await aSheet(db)
  const later = new Date(start + 300 * 24 * hour)
  const seen = async (role: Role) =>
    daySheet(db, asMember(await aMember(db, [role]), [role]), meeting.id, later)

  expect(orNotFound((await seen('registrar')).players[0])).toMatchObject({ care: 'allergy', calls: [{}, {}] })
  const { players, notes, sees: permissions } = await seen('reader')
  expect(players[0]).toMatchObject({
    about: 'Beginner',
    care: null,
    calls: [],
    collectors: [],
    isFirstTime: false,
  })
  expect([notes, permissions]).toEqual([[], { ages: false, phones: false, care: false, marks: false }])
  await expect(seen('coach')).rejects.toMatchObject({ code: 'not-found' })
})

test('each care note that is opened or printed is written down for the family, a kept one once for each coach and meeting', async ({
  db,
}) => {
  const { member, meeting, personId } = await aSheet(db)
  const note = { personId, note: 'Peanuts.', whatToDo: 'The blue pen.' }

  expect(await openNotes(db, member, meeting.id, 'opened', personId)).toEqual([note])
  expect(await openNotes(db, member, meeting.id, 'kept')).toEqual([note])
  expect(await openNotes(db, member, meeting.id, 'kept')).toEqual([note])
  expect(await printSheet(db, member, meeting.id, 'with notes')).toEqual([note])
  expect(await printSheet(db, member, meeting.id, 'plain')).toEqual([])

  const views = await db.select().from(careViews).orderBy(careViews.id)
  expect(views.map(({ how, accountId }) => [how, accountId])).toEqual(
    ['opened', 'kept', 'printed'].map((how) => [how, member.accountId]),
  )
  const logged = await db.select().from(changes).orderBy(changes.id)
  expect(logged.map(({ what, after }) => [what, after])).toEqual([
    ['care note opened', null],
    ['care notes kept on a phone', null],
    ['day sheet printed', { rows: 1 }],
    ['care notes printed', null],
    ['day sheet printed', { rows: 1 }],
  ])
})

test('what a family said before stands on the sheet, and what the coaches wrote of the meeting', async ({
  db,
}) => {
  const { member, meeting, personId } = await aSheet(db)
  const reportedAt = new Date('2027-06-21T14:05:00Z')
  await db.insert(absences).values({ meetingId: meeting.id, personId, reportedAt })
  await saveMeetingNote(db, member, meeting.id, 'Court 3 is wet.')
  await saveMeetingNote(db, member, meeting.id, 'Court 3 is dry.')

  const { players, notes } = await daySheet(db, member, meeting.id)

  expect(orNotFound(players[0]).absentSince).toBe(reportedAt.getTime())
  expect(notes).toEqual([{ name: 'Robin Vale', note: 'Court 3 is dry.', isOwn: true }])
})
