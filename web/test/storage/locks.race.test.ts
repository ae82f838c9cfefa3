import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { pay } from '#checkout/pay/pay.server.ts'
import { freeVisitorHolds, sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, password } from '../builders/builders.ts'
import { test } from '../harness/database.ts'
import { aWorld, type Gateway } from '../harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const priceCents = 18_000
const file = await readSeasonFile(join(import.meta.dirname, '../../../season.yaml'), 'season.yaml')

/** A family with two players in the same two sessions, and all that it may do next, each as a call to be made. */
async function aBusyFamily(db: Db, sessionIds: number[], { isDemo = false, isDeclined = false }) {
  const world = aWorld(db, gateway.settings)
  const { visitor } = await anAccount(db, { isDemo })
  const { id: personId } = await aPlayer(db, { accountId: visitor.accountId })
  const { id: other } = await aPlayer(db, { accountId: visitor.accountId })
  const cart = (method: 'card' | 'later', ids: number[], who = personId) => ({
    method,
    places: ids.map((sessionId) => ({ personId: who, sessionId, seenCents: priceCents })),
    idempotencyKey: crypto.randomUUID(),
  })
  const { lines } = await processCart(world, visitor, cart('later', sessionIds))
  const isKind = { personId, kind: 'clinic' as const }
  const held = sessionIds.map((sessionId) => ({ personId: other, sessionId }))
  return {
    world,
    pay: async () => {
      const held = await processCart(world, visitor, cart('card', [...sessionIds].reverse(), other))
      return pay(world, visitor, {
        nonce: isDeclined ? 'fake-processor-declined-visa-nonce' : 'fake-valid-nonce',
        amountCents: held.totalCents,
        registrationIds: held.lines.map(({ registrationId }) => registrationId),
        idempotencyKey: crypto.randomUUID(),
      })
    },
    giveUp: () => freeVisitorHolds(world, visitor, held),
    leave: lines.map(
      ({ registrationId }) =>
        () =>
          unregister(world, visitor, { registrationId, ...isKind }),
    ),
    deletePlayer: () => deletePlayer(db, visitor, other),
    deleteAccount: () =>
      deleteAccount(world, visitor, password, { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }),
  }
}

const mixed = <Call>(calls: Call[]) =>
  calls
    .map((call) => ({ call, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ call }) => call)

test('sixty mixed calls for the same sessions all end: each is done or refused, and no place is lost', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const { id: eventId } = await anEvent(db, { priceCents })
  const sessionIds = [(await aSession(db, { eventId })).id, (await aSession(db, { eventId })).id]
  const families = await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      aBusyFamily(db, sessionIds, { isDemo: at < 2, isDeclined: at % 2 === 0 }),
    ),
  )
  const season = () =>
    importSeason(db, file, { write: true, withDemo: false, siteUrl: 'https://tennis.example' })
  const calls: (() => Promise<unknown>)[] = families.flatMap(({ world, ...family }) => [
    family.pay,
    family.giveUp,
    ...family.leave,
    family.deletePlayer,
    family.deleteAccount,
    () => sweepHolds(world),
  ])
  calls.push(season, season)

  const ends = await Promise.allSettled(mixed(calls).map((call) => call()))

  expect(calls.length).toBeGreaterThan(60)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Refusal)
  for (const id of sessionIds) {
    const [session] = await db.select().from(sessions).where(eq(sessions.id, id))
    const isThere = sql`${registrations.sessionId} = ${id} and ${registrations.removedAt} is null`
    expect(session?.taken).toBe(await db.$count(registrations, isThere))
  }
  const isHere = sql`datname = current_database() and deadlocks > 0`
  expect(await db.$count(sql`pg_stat_database`, isHere), 'databases with deadlocks').toBe(0)
})

test('of twelve families that want the five places of a session at the same moment, five have one and seven hear that it is full', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const { id: eventId } = await anEvent(db, { priceCents })
  const { id: sessionId } = await aSession(db, { eventId, places: 5 })
  const world = aWorld(db)
  const families = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { visitor } = await anAccount(db)
      return { visitor, player: await aPlayer(db, { accountId: visitor.accountId }) }
    }),
  )

  const ends = await Promise.allSettled(
    families.map(({ visitor, player }) => {
      const place = { personId: player.id, sessionId, seenCents: priceCents }
      const attempt = { method: 'later' as const, idempotencyKey: crypto.randomUUID() }
      return processCart(world, visitor, { ...attempt, places: [place] })
    }),
  )

  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(refused.map(({ facts }) => facts?.codes)).toEqual(Array.from({ length: 7 }, () => ['full']))
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
  expect(session?.taken).toBe(5)
  expect(await db.$count(registrations, eq(registrations.sessionId, sessionId))).toBe(5)
})
