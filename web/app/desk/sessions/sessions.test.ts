import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { events } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { perPage } from '#platform/list-page.ts'
import { orNotFound } from '#platform/refusal.ts'
import { aSession, timeZone } from '../../../test/builders/builders.ts'
import { aCourt } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { type SessionFilter, sessionsFrom } from './sessions.db.server.ts'

const today = todayIn(timeZone)

test('sessions are listed by their event, coach and day, when they are full, almost full, closed or past, with their number', async ({
  db,
}) => {
  const { session: full, coach } = await aCourt(db, 1)
  const few = await aSession(db, { startsOn: addDays(today, 30), places: 16, taken: 13 })
  const past = await aSession(db, { startsOn: addDays(today, -90) })
  const closed = await aSession(db, { startsOn: addDays(today, 40), isActive: false })
  const event = await eventOf(db, few.eventId)
  const ids = async (filter: SessionFilter) =>
    (await sessionsFrom(db, new Date(), filter)).sessions.map(({ id }) => id)

  expect(await ids({})).toEqual([full.id, few.id, closed.id])
  expect(await ids({ state: 'full' })).toEqual([full.id])
  expect(await ids({ state: 'few' })).toEqual([few.id])
  expect(await ids({ state: 'closed' })).toEqual([closed.id])
  expect(await ids({ state: 'past' })).toEqual([past.id])
  expect(await ids({ coach: coach.id })).toEqual([full.id])
  expect(await ids({ event })).toEqual([few.id])
  expect(await ids({ day: today })).toEqual([full.id])
  expect(await ids({ day: past.startsOn })).toEqual([past.id])
  expect(await ids({ day: past.startsOn, state: 'full' })).toEqual([])

  for (let nth = 0; nth < perPage; nth += 1) await aSession(db, { startsOn: addDays(today, 60) })
  const second = await sessionsFrom(db, new Date(), { page: 2 })
  expect([second.many, second.pages, second.sessions.length]).toEqual([perPage + 3, 2, 3])
})

const eventOf = async (db: Db, id: number) =>
  orNotFound((await db.select().from(events).where(eq(events.id, id)))[0]).key
