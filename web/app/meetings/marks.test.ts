import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { apiClient } from '../../test/api-client.ts'
import { aMeeting, aMember, aPlayer } from '../../test/builders.ts'
import { aCourt, asMember } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { aWorld } from '../../test/world.ts'
import { attendance } from './attendance.tables.ts'
import { countingMark, type Mark } from './attendance.ts'
import { markByForm, takeMarks } from './marks.server.ts'
import { meetingGuests } from './meetings.tables.ts'
import { daySheet } from './sheet.server.ts'

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
  for (const { id } of [found(ada), found(ben)])
    await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.personId, id))
  const marks = [aMark(found(ada).id), aMark(guest.id), aMark(stranger.id)]

  const { taken, refused } = await takeMarks(db, court.member, { meetingId: court.meeting.id, phone, marks })

  expect(taken).toHaveLength(2)
  expect(refused).toEqual([{ id: marks[2]?.id, message: 'This player is not on the sheet.' }])
  const { players } = await daySheet(db, court.member, court.meeting.id)
  expect(players.map(({ id, stands }) => [id, stands])).toEqual([
    [found(ada).id, 'removed'],
    [guest.id, 'guest'],
  ])
})

test('a player is there for the first time until an earlier meeting of any session had a “here” that was not taken back', async ({
  db,
}) => {
  const court = await aCourt(db, 1)
  const ada = found(court.players[0]).id
  const isFirst = async () =>
    found((await daySheet(db, court.member, court.meeting.id)).players[0]).isFirstTime
  const earlier = await aMeeting(db, { day: '2026-03-02' })
  await db.insert(meetingGuests).values({ meetingId: earlier.id, personId: ada, addedBy: 'site' })
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  const send = (mark: Mark | null) =>
    takeMarks(db, registrar, { meetingId: earlier.id, phone, marks: [aMark(ada, mark)] })

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
  const personId = found(court.players[0]).id
  const tap = (mark: Mark | null) =>
    markByForm(db, court.member, court.meeting.id, { personId, mark, collectedBy: null })

  await tap('here')
  await tap('left')
  expect(await marksOn(db, court)).toEqual({ [personId]: 'left' })
  await tap(null)
  expect(await marksOn(db, court)).toEqual({ [personId]: 'here' })
})

test('marks that come after the second step has run out wait for the code, and none of them is lost', async ({
  db,
}) => {
  const court = await aCourt(db, 1)
  const world = aWorld(db)
  const stale = await aMember(db, ['registrar'], { secondFactorAt: null })
  const { personId: person_id, collectedBy: collected_by, at, ...mark } = aMark(found(court.players[0]).id)
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
