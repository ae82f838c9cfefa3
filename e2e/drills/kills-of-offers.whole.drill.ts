import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { byFamily, freePlaces } from '../../web/app/registrations/places.server.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { waitingEntries } from '../../web/app/registrations/waiting/waiting-list.tables.ts'
import { anEvent, aSession, timeZone } from '../../web/test/builders/builders.ts'
import { limits } from '../../web/test/builders/limits.ts'
import { listEntries, readCounts } from '../../web/test/builders/waiting-families.ts'
import { subjectsTo } from './support/agreement.ts'
import { areWaiting, hold } from './support/held-rows.ts'
import { openTown, type Town, until } from './support/town.ts'

let town: Town
beforeAll(async () => {
  town = await openTown({ settings: { ...limits({ settleEverySeconds: 1 }), LOG_LEVEL: 'error' } })
})
afterAll(() => town.close())

/** A session of one place, which a family has, and two families in line for it. */
async function aLine() {
  const { db } = town
  const day = addDays(todayIn(timeZone), 30)
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  const { id: sessionId } = await aSession(db, { eventId, startsOn: day, endsOn: day, places: 1 })
  const [owner, first, second] = [
    await town.family({ sessionId }),
    await town.family({ sessionId }),
    await town.family({ sessionId }),
  ]
  expect((await owner.checkOut('later')).status).toBe(200)
  for (const family of [first, second]) {
    const joining = { session_id: sessionId, player_ids: family.players.map(({ id }) => id) }
    expect((await family.call('/join-waiting-list', joining)).status).toBe(200)
  }
  const isPlace = and(eq(registrations.sessionId, sessionId), isNull(registrations.heldUntil))
  const stands = async () => ({
    ...(await readCounts(db, sessionId)),
    entries: (await listEntries(db, sessionId)).map(({ state }) => state),
  })
  return {
    ...{ sessionId, first, second, stands },
    giveUp: () => db.transaction((tx) => freePlaces(tx, isPlace, byFamily(null))),
    become: (entries: string[]) =>
      until(async () => (await stands()).entries.join() === entries.join(), 15, entries.join()),
  }
}

/** The place came free, and is offered to the first family. */
async function anOffer() {
  const line = await aLine()
  await line.giveUp()
  await line.become(['offered', 'in line'])
  return line
}

const offered = { taken: 1, kept: 0, waiting: 1, entries: ['offered', 'in line'] }

test('killed between a place that came free and its offer, the place is kept for those in line, and offered once the site runs again', async () => {
  const { giveUp, stands, become, first, second } = await aLine()
  const lock = await hold(town, 'lock table waiting_entries in share mode')
  await giveUp()
  await until(areWaiting(town, 1, 'update "waiting_entries"%'), 15, 'an offer waiting to be written')
  expect(await town.kill()).toBe('SIGKILL')
  await lock.release()
  expect(await stands()).toEqual({ taken: 0, kept: 1, waiting: 2, entries: ['in line', 'in line'] })

  await town.restart()

  await become(['offered', 'in line'])
  expect(await stands()).toEqual(offered)
  expect(await subjectsTo(town, first)).toEqual([expect.stringMatching(/^A place is yours until /)])
  expect(await subjectsTo(town, second)).toEqual([])
})

test('killed while an offer runs out, its place is neither lost nor given twice: the next family is offered it', async () => {
  const { sessionId, stands, become } = await anOffer()
  const lock = await hold(town, `select from sessions where id = ${sessionId} for update`)
  await town.db
    .update(registrations)
    .set({ heldUntil: sql`now() - interval '1 second'` })
    .where(and(eq(registrations.sessionId, sessionId), isNotNull(registrations.heldUntil)))
  await until(areWaiting(town, 1, '%"sessions"%'), 15, 'a sweep waiting for its session')
  expect(await town.kill()).toBe('SIGKILL')
  await lock.release()
  expect(await stands()).toEqual(offered)

  await town.restart()

  await become(['expired', 'offered'])
  expect(await stands()).toMatchObject({ taken: 1, kept: 0, waiting: 0 })
})

test('killed while a family declines, its offer stands, and the same press declines it once', async () => {
  const { sessionId, stands, become, first } = await anOffer()
  const isOffered = and(eq(waitingEntries.sessionId, sessionId), isNotNull(waitingEntries.offeredAt))
  const [entry] = await town.db.select({ id: waitingEntries.id }).from(waitingEntries).where(isOffered)
  const decline = () => first.call('/leave-waiting-list', { entry_id: orNotFound(entry).id })
  const lock = await hold(town, 'lock table waiting_entries in share mode')
  const unheard = decline().catch(() => undefined)
  await until(areWaiting(town, 1, 'update "waiting_entries"%'), 15, 'a declined offer waiting to be written')
  expect(await town.kill()).toBe('SIGKILL')
  await lock.release()
  expect(await unheard).toBeUndefined()
  expect(await stands()).toEqual(offered)

  await town.restart()

  expect((await decline()).status).toBe(200)
  await become(['declined', 'offered'])
  expect(await stands()).toMatchObject({ taken: 1, kept: 0, waiting: 0 })
  expect((await decline()).status).toBe(404)
})
