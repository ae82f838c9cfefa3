import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { familyAt } from '#desk/family/family.server.ts'
import { sessions } from '#events/events.tables.ts'
import { families } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import {
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  timeZone,
} from '../../../test/builders/builders.ts'
import { aPlaceIn } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { moveAheadAtDesk, putInLine, registerFromList } from './desk-line.server.ts'

const actor: Actor = `member:${crypto.randomUUID()}`
const why = { reason: 'goodwill', words: '' } as const

const outcomesOf = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries))
    .map((end) => (end.status === 'fulfilled' ? 'done' : String(end.reason.message)))
    .sort()

async function aFamily(db: Db) {
  const { id, familyId } = await anAccount(db)
  const [family] = await db.select().from(families).where(eq(families.id, familyId))
  return {
    family: await familyAt(db, orNotFound(family).number),
    personIds: [(await aPlayer(db, { accountId: id, firstName: 'Ada' })).id],
  }
}

test('of two desks one puts a family in line, one moves it ahead, and one gives it the place that it is offered', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const world = aWorld(db)
  const event = await anEvent(db, { priceCents: 18_000 })
  const startsOn = addDays(todayIn(timeZone), 30)
  const { id: sessionId } = await aSession(db, {
    ...{ eventId: event.id, startsOn, endsOn: startsOn, places: 1, taken: 1 },
  })
  const { registrationId } = await aPlaceIn(db, sessionId, { firstName: 'Bea' })
  const [first, second] = [await aFamily(db), await aFamily(db)]
  const put = ({ family, personIds }: typeof first) =>
    putInLine(world, family, { sessionId, personIds }, actor)
  await put(first)

  expect(await outcomesOf([put(second), put(second)])).toEqual(['Ada is on this list already.', 'done'])
  const isSecond = and(eq(waitingEntries.accountId, second.family.accountId), isNull(waitingEntries.endedAt))
  const { id: entryId } = orNotFound((await db.select().from(waitingEntries).where(isSecond))[0])
  const move = () => moveAheadAtDesk(world, second.family, entryId, why, actor)
  expect(await outcomesOf([move(), move()])).toEqual([
    'This family is at the head of the list already.',
    'done',
  ])
  await db.transaction((tx) => freePlaces(tx, eq(registrations.id, registrationId), byFamily(null)))
  await makeOffers(world)
  const accept = () =>
    registerFromList(
      world,
      second.family,
      { entryId, seenCents: 18_000, idempotencyKey: crypto.randomUUID() },
      actor,
    )
  // The second gets a refusal.
  expect(await outcomesOf([accept(), accept()])).toContain('done')

  const isTheirs = and(eq(registrations.accountId, second.family.accountId), isNull(registrations.heldUntil))
  expect(await db.$count(registrations, isTheirs)).toBe(1)
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
  expect(session).toMatchObject({ taken: 1, kept: 0, waiting: 1 })
  expect(await db.$count(changes, eq(changes.what, 'registered at the desk'))).toBe(1)
  expect(await db.$count(changes, eq(changes.what, 'moved ahead on the waiting list'))).toBe(1)
})
