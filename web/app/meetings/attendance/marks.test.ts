import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { daySheet } from '#meetings/sheet/sheet.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aMeeting, aMember, aPlayer } from '../../../test/builders/builders.ts'
import { aCourt, asMember } from '../../../test/builders/court.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { attendance } from './attendance.tables.ts'
import { countingMark, type Mark } from './attendance.ts'
import { markByForm, takeMarks } from './marks.server.ts'

const phone = crypto.randomUUID()
let seq = 0
const aMark = (personId: string, mark: Mark | null = 'here', at = new Date()) => {
  seq += 1
  return { id: crypto.randomUUID(), personId, mark, collectedBy: null, at, seq }
}
const none = { mark: undefined }

async function marksOn(db: Db, { member, meeting }: Awaited<ReturnType<typeof aCourt>>) {
  const { players } = await daySheet(db, member, meeting.id)
  return Object.fromEntries(
    players.map(({ id, log }) => {
      const entries = log.map((entry) => ({ ...entry, at: new Date(entry.at) }))
      return [id, (countingMark(entries, null) ?? none).mark]
    }),
  )
}

test('a mark is taken once, however often it is sent; the same id or number with other content is refused and logged', async ({
  db,
}) => {
  const court = await aCourt(db, 2)
  const [ada, ben] = court.players.map(({ id }) => id) as [string, string]
  const send = (...marks: ReturnType<typeof aMark>[]) =>
    takeMarks(db, court.member, { meetingId: court.meeting.id, phone, marks })
  const [first, second] = [aMark(ada), aMark(ben, 'late')]

  expect(await send(first, second)).toEqual({ taken: [first.id, second.id], refused: [] })
  expect(await send(second, first)).toEqual({ taken: [second.id, first.id], refused: [] })
  expect(await db.$count(attendance)).toBe(2)

  const other = { ...first, mark: 'left' as const }
  const sameNumber = { ...other, id: crypto.randomUUID() }
  expect(await send(other, sameNumber)).toMatchObject({
    taken: [],
    refused: [{ id: first.id }, { id: sameNumber.id }],
  })
  expect(await marksOn(db, court)).toEqual({ [ada]: 'here', [ben]: 'late' })
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { what: 'mark refused', actor: court.member.actor, meetingId: court.meeting.id, personId: ada },
    { what: 'mark refused' },
  ])
})

test('marks of a place that was given up are kept and shown, guests are marked, others are not on the sheet', async ({
  db,
}) => {
  const court = await aCourt(db, 2)
  const [ada, ben] = court.players
  const guest = await aPlayer(db)
  const stranger = await aPlayer(db)
  await db.insert(meetingGuests).values({ meetingId: court.meeting.id, personId: guest.id, addedBy: 'site' })
  for (const { id } of [orNotFound(ada), orNotFound(ben)])
    await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.personId, id))
  const marks = [aMark(orNotFound(ada).id), aMark(guest.id), aMark(stranger.id)]

  const { taken, refused } = await takeMarks(db, court.member, { meetingId: court.meeting.id, phone, marks })

  expect(taken).toHaveLength(2)
  expect(refused).toEqual([{ id: marks[2]?.id, message: 'This player is not on the sheet.' }])
  const { players } = await daySheet(db, court.member, court.meeting.id)
  expect(players.map(({ id, stands }) => [id, stands])).toEqual([
    [orNotFound(ada).id, 'removed'],
    [guest.id, 'guest'],
  ])
})

test('a player is there for the first time until an earlier meeting of any session had a “here” that was not taken back', async ({
  db,
}) => {
  const court = await aCourt(db, 1)
  const ada = orNotFound(court.players[0]).id
  const isFirst = async () =>
    orNotFound((await daySheet(db, court.member, court.meeting.id)).players[0]).isFirstTime
  const earlier = await aMeeting(db, { day: '2026-03-02' })
  await db.insert(meetingGuests).values({ meetingId: earlier.id, personId: ada, addedBy: 'site' })
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const other = crypto.randomUUID()
  const send = (mark: Mark | null) =>
    takeMarks(db, registrar, { meetingId: earlier.id, phone: other, marks: [aMark(ada, mark)] })

  expect(await isFirst()).toBe(true)
  await send('here')
  expect(await isFirst()).toBe(false)
  await send(null)
  expect(await isFirst()).toBe(true)
  await takeMarks(db, court.member, { meetingId: court.meeting.id, phone, marks: [aMark(ada)] })
  expect(await isFirst()).toBe(true)
})

test('the page’s own form marks and takes back without a script', async ({ db }) => {
  const court = await aCourt(db, 1)
  const personId = orNotFound(court.players[0]).id
  const tap = (mark: Mark | null) =>
    markByForm(db, court.member, court.meeting.id, { personId, mark, collectedBy: null })

  await tap('here')
  await tap('left')
  expect(await marksOn(db, court)).toEqual({ [personId]: 'left' })
  await tap(null)
  expect(await marksOn(db, court)).toEqual({ [personId]: 'here' })
})

test('a phone belongs to the account that marked with it first: nobody else takes its numbers, and a form marks on whatever was written under its own', async ({
  db,
}) => {
  const court = await aCourt(db, 1)
  const { meeting, member } = court
  const ada = orNotFound(court.players[0]).id
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const mine = { meetingId: meeting.id, phone: crypto.randomUUID() }
  const tap = { personId: ada, mark: 'late' as const, collectedBy: null }
  await takeMarks(db, member, { ...mine, marks: [aMark(ada)] })
  await markByForm(db, member, meeting.id, tap)
  const written = {
    meetingId: meeting.id,
    personId: ada,
    mark: 'here' as const,
    markedBy: registrar.accountId,
  }
  const highest = { id: crypto.randomUUID(), phone: member.accountId, seq: 2 ** 31 - 1, at: new Date() }
  await db.insert(attendance).values({ ...written, ...highest })

  for (const phone of [mine.phone, member.accountId, registrar.accountId]) {
    const marks = [{ ...aMark(ada, 'absent'), seq: 900_000 }]
    const message = 'This phone belongs to another account, and takes no marks of yours.'
    expect(await takeMarks(db, registrar, { ...mine, phone, marks })).toEqual({
      taken: [],
      refused: [{ id: marks[0]?.id, message }],
    })
  }

  const next = { ...aMark(ada, 'left'), seq: 900_000 }
  expect(await takeMarks(db, member, { ...mine, marks: [next] })).toMatchObject({ taken: [next.id] })
  await markByForm(db, member, meeting.id, tap)
  expect(await db.$count(attendance)).toBe(5)
})

test('a number above 1,000,000 and the 41st mark of a player at a meeting are refused in a sentence, and what was taken stays taken', async ({
  db,
}) => {
  const court = await aCourt(db, 2)
  const [ada, ben] = court.players.map(({ id }) => id) as [string, string]
  const send = (marks: ReturnType<typeof aMark>[]) =>
    takeMarks(db, court.member, { meetingId: court.meeting.id, phone, marks })
  const high = { ...aMark(ada), seq: 1_000_001 }
  const forty = Array.from({ length: 40 }, () => aMark(ada))
  const more = aMark(ada, 'left')

  expect(await send([high])).toEqual({
    taken: [],
    refused: [
      { id: high.id, message: 'This phone has counted its marks to the end. Mark with another one.' },
    ],
  })
  const ids = forty.map(({ id }) => id)
  const tooMany = 'This player has 40 marks at this meeting, and no more are taken.'
  const atTheEnd = { taken: ids, refused: [{ id: more.id, message: tooMany }] }
  expect(await send([...forty, more])).toEqual(atTheEnd)
  expect(await send([...forty, more])).toEqual(atTheEnd)
  expect((await send([aMark(ben)])).refused).toEqual([])
  const tap = { personId: ada, mark: 'absent' as const, collectedBy: null }
  await expect(markByForm(db, court.member, court.meeting.id, tap)).rejects.toMatchObject({
    message: tooMany,
  })
})

test('marks that come after the second step has run out wait for the code, and none of them is lost', async ({
  db,
}) => {
  const court = await aCourt(db, 1)
  const world = aWorld(db)
  const stale = await aMember(db, ['registrar'], { secondFactorAt: null })
  const {
    personId: person_id,
    collectedBy: collected_by,
    at,
    ...mark
  } = aMark(orNotFound(court.players[0]).id)
  const body = {
    meeting_id: court.meeting.id,
    phone,
    marks: [{ ...mark, person_id, collected_by, at: at.toISOString() }],
  }
  const call = await apiClient(world)
  const send = (token: string) => call('/desk/marks', body, { headers: { cookie: `sign-in=${token}` } })

  expect(await send(stale.token)).toMatchObject({ status: 401, answer: { code: 'second-step-needed' } })
  expect(await db.$count(attendance)).toBe(0)
  expect(await send(court.coach.token)).toMatchObject({ status: 200, answer: { taken: [mark.id] } })
})
