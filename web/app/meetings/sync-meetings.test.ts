import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { aMeeting, aProgramme, aSession, timeZone } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { meetings } from './meetings.tables.ts'
import { syncMeetings } from './sync-meetings.server.ts'

test('when a session changes its days, what is over stays, what has begun keeps its day, and only what comes moves', async ({
  db,
}) => {
  await aProgramme(db)
  const today = todayIn(timeZone)
  const [before, tomorrow, later] = [-7, 1, 8].map((days) => addDays(today, days))
  const session = await aSession(db, { startsOn: before, endsOn: addDays(today, 30) })
  const { id: sessionId } = session
  const over = await aMeeting(db, { sessionId, day: before })
  const begun = await aMeeting(db, { sessionId, day: today, starts: '00:00', ends: '23:59' })
  const coming = await aMeeting(db, { sessionId, day: addDays(today, 7) })
  const hours = { starts: '10:00', ends: '11:30' }
  const extra = [addDays(today, -6), tomorrow, later].map((day) => ({ day: String(day), ...hours }))

  await syncMeetings(
    db,
    [
      {
        sessionId,
        ...{ startsOn: session.startsOn, endsOn: session.endsOn },
        meets: null,
        skips: [],
        extra,
        court: null,
        isOn: true,
      },
    ],
    today,
  )

  expect(await db.select().from(meetings).orderBy(asc(meetings.day))).toMatchObject([
    over,
    { ...begun, state: 'cancelled', sequence: 1, why: expect.stringContaining('Moved to ') },
    { day: tomorrow, state: 'planned', replacesId: begun.id },
    { id: coming.id, day: later, state: 'planned' },
  ])
})
