import { expect } from 'vitest'
import { aMeeting, anAccount, aProgramme, aSession } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { meetingFor } from './meeting.db.server.ts'
import { meetingCoaches, sessionCoaches } from './meetings.tables.ts'

test('a coach has the meetings of an own session, a substitute the one meeting', async ({ db }) => {
  const [coach, substitute] = [await anAccount(db), await anAccount(db)]
  const session = await aSession(db)
  const [first, second] = [
    await aMeeting(db, { sessionId: session.id, day: session.startsOn }),
    await aMeeting(db, { sessionId: session.id, day: session.endsOn }),
  ]
  const foreign = await aMeeting(db)
  await db.insert(sessionCoaches).values({ sessionId: session.id, accountId: coach.id })
  await db.insert(meetingCoaches).values({ meetingId: second.id, accountId: substitute.id })

  async function coached({ id }: { id: string }) {
    const all: unknown[] = []
    for (const meeting of [first, second, foreign]) all.push((await meetingFor(db, meeting.id, id))?.isOwn)
    return all
  }

  expect(await coached(coach)).toEqual([true, true, false])
  expect(await coached(substitute)).toEqual([false, true, false])
})

test('a session lasts from its first planned meeting to its last on the wall clock, without any for its own days', async ({
  db,
}) => {
  await aProgramme(db, { timeZone: 'America/Los_Angeles' })
  const { id: sessionId } = await aSession(db, { startsOn: '2027-11-06', endsOn: '2027-11-09' })
  const cancelled = await aMeeting(db, { sessionId, day: '2027-11-09', state: 'cancelled' })
  const { id: anybody } = await anAccount(db)
  const zone = (hours: number, day: string) => new Date(`${day}:00:00-0${hours}:00`)

  expect(await meetingFor(db, cancelled.id, anybody)).toMatchObject({
    session: { startsAt: zone(7, '2027-11-06T00'), endsAt: zone(8, '2027-11-10T00') },
  })
  await aMeeting(db, { sessionId, day: '2027-11-06' })
  await aMeeting(db, { sessionId, day: '2027-11-08' })

  expect(await meetingFor(db, cancelled.id, anybody)).toMatchObject({
    session: { startsAt: zone(7, '2027-11-06T09'), endsAt: new Date('2027-11-08T11:30:00-08:00') },
  })
})
