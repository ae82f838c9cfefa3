import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, Refusal } from '#platform/refusal.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import { byFamily, freePlaces, keptWith } from '#registrations/places.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { leaveList } from '#waiting-list/offers/answer-offer.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'
import { joinList } from './join-list.server.ts'
import { moveToHead } from './move-ahead.server.ts'
import { entriesInLine } from './waiting-line.db.server.ts'

/** `WAITING_RUNS=2000 npx vitest waiting-list-runs` is a long run, new each time; with its `WAITING_SEED` it is the same once more. */
const { WAITING_RUNS, WAITING_SEED, TEST_DATABASE_URL } = process.env
const runs = Number(WAITING_RUNS ?? (TEST_DATABASE_URL ? 15 : 3))
const firstSeed = Number(WAITING_SEED ?? (WAITING_RUNS ? Date.now() % 2 ** 31 : 1))
if (WAITING_RUNS) console.info(`WAITING_SEED=${firstSeed}`)
const [stepsOfRun, familiesInAll, price] = [25, 14, 18_000]

/** A generator of numbers from 0 to 1 (mulberry32), the same for the same seed. */
function seededRandom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Family = { visitor: Visitor & { familyId: string }; personIds: string[] }

async function aFamily(db: Db): Promise<Family> {
  const account = await anAccount(db)
  const { id: accountId, familyId } = account
  const twins = [await aPlayer(db, { accountId, familyId }), await aPlayer(db, { accountId, familyId })]
  const visitor = { accountId, familyId: orNotFound(familyId ?? undefined), email: account.email ?? '' }
  return { visitor: { ...visitor, kind: 'parent' }, personIds: twins.map(({ id }) => id) }
}

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
test.beforeEach(async () => {
  await gateway.setFaults()
})

const refused = (problem: unknown) => {
  if (!(problem instanceof Refusal)) throw problem
}
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** A run of acts on one session, each of which may be refused. */
async function aRun(world: World, families: Family[], eventId: number, seed: number) {
  const { db } = world
  const chance = seededRandom(seed)
  const below = (most: number) => Math.floor(chance() * most)
  const pickAny = <Item>(items: Item[]) => items[below(items.length)]
  const places = 1 + below(4)
  const { id: sessionId } = await aSession(db, {
    ...{ eventId, number: seed, startsOn: inAMonth, endsOn: inAMonth, places },
  })
  const open = (filter = isNotNull(waitingEntries.offeredAt)) =>
    db
      .select()
      .from(waitingEntries)
      .where(and(eq(waitingEntries.sessionId, sessionId), isNull(waitingEntries.endedAt), filter))
      .orderBy(asc(waitingEntries.id))
  const inLine = () => open(isNull(waitingEntries.offeredAt))
  const findFamily = (accountId: string) =>
    orNotFound(families.find(({ visitor }) => visitor.accountId === accountId))
  const checkOut = (family: Family, personIds: string[], method: 'later' | 'card' = 'later') => {
    const places = personIds.map((personId) => ({ personId, sessionId, seenCents: price }))
    const cart = { method, places, idempotencyKey: crypto.randomUUID() }
    // For the desk no limit of carts holds.
    return processCart(world, family.visitor, cart, { actor: 'command:volunteer' })
  }
  const offered = async () => {
    const entry = pickAny(await open())
    if (!entry) return undefined
    const isTheirs = and(eq(registrations.offerOf, entry.id), isNotNull(registrations.heldUntil))
    const holds = await db.select({ personId: registrations.personId }).from(registrations).where(isTheirs)
    return { entry, family: findFamily(entry.accountId), personIds: holds.map(({ personId }) => personId) }
  }

  const acts: Record<string, () => Promise<unknown>> = {
    'a family joins': join,
    'another family joins': join,
    async 'a stranger registers'() {
      const family = orNotFound(pickAny(families))
      const personId = orNotFound(pickAny(family.personIds))
      const { taken, kept, places: all } = await sessionNow()
      const has = and(eq(registrations.personId, personId), eq(registrations.sessionId, sessionId))
      const isHeld = (await db.$count(registrations, and(has, isNull(registrations.removedAt)))) > 0
      const before = all === null ? 1 : all - taken - kept
      await checkOut(family, [personId])
      if (!isHeld) expect(before, 'a stranger took a place that was kept').toBeGreaterThan(0)
    },
    'a place is given up': giveUp,
    'another place is given up': giveUp,
    async 'an offer is accepted'() {
      const offer = await offered()
      if (offer?.personIds.length) await checkOut(offer.family, offer.personIds)
    },
    async 'one of two is accepted'() {
      const offer = await offered()
      if (offer?.personIds[0]) await checkOut(offer.family, offer.personIds.slice(0, 1))
    },
    async 'an offer is declined'() {
      const offer = await offered()
      if (offer) await leaveList(world, offer.family.visitor, offer.entry.id)
    },
    async 'a family leaves'() {
      const entry = pickAny(await inLine())
      if (entry) await leaveList(world, findFamily(entry.accountId).visitor, entry.id)
    },
    async 'an offer runs out'() {
      const offer = await offered()
      if (offer) await runOut(eq(registrations.offerOf, offer.entry.id))
    },
    async 'the card of an offer is declined'() {
      const offer = await offered()
      if (offer?.personIds.length) await payDeclined(offer.family, offer.personIds)
    },
    async 'the card of a family is declined'() {
      const family = orNotFound(pickAny(families))
      await payDeclined(family, [orNotFound(pickAny(family.personIds))])
    },
    'what a family holds runs out': () => runOut(isNull(registrations.offerOf)),
    async 'a child is deleted'() {
      const family = orNotFound(pickAny(families))
      const { accountId, familyId } = family.visitor
      const personId = orNotFound(pickAny(family.personIds))
      await deletePlayer(db, { accountId }, personId)
      const { id } = await aPlayer(db, { accountId, familyId })
      family.personIds = [...family.personIds.filter((other) => other !== personId), id]
    },
    'places are raised': () => setPlaces((all) => all + 1 + below(2)),
    'places are lowered': () => setPlaces((all, taken) => Math.max(1, taken, all - 1)),
    async 'a family is moved ahead'() {
      const entry = pickAny(await inLine())
      if (!entry) return
      await db.transaction(async (tx) => {
        await lockSessions(tx, [sessionId])
        await moveToHead(tx, entry)
      })
    },
    async 'half a day goes by'() {
      await db
        .update(sessions)
        .set({ keptSince: sql`kept_since - interval '12 hours'` })
        .where(eq(sessions.id, sessionId))
    },
  }

  async function join() {
    const family = orNotFound(pickAny(families))
    const personIds = chance() < 0.4 ? family.personIds : [orNotFound(pickAny(family.personIds))]
    await joinList(db, family.visitor, { sessionId, personIds })
  }

  /** What a card that is declined had held is never offered to others before its end, where a family waits. */
  async function payDeclined(family: Family, personIds: string[]) {
    const { lines } = await checkOut(family, personIds, 'card')
    const registrationIds = lines.map(({ registrationId }) => registrationId)
    const places = inArray(registrations.id, registrationIds)
    const { waiting } = await sessionNow()
    const wereOffered = await db.$count(registrations, and(places, isNotNull(registrations.offerOf)))
    const paid = await pay(world, family.visitor, {
      ...{ nonce: 'fake-processor-declined-visa-nonce', registrationIds },
      ...{ amountCents: price * lines.length, idempotencyKey: crypto.randomUUID() },
    })
    expect(paid).toMatchObject({ state: 'declined' })
    const held = await db.$count(registrations, and(places, isNotNull(registrations.heldUntil)))
    expect(held, 'held after a declined card').toBe(waiting > 0 ? lines.length : wereOffered)
  }

  async function runOut(filter: SQL) {
    const isHeld = and(filter, eq(registrations.sessionId, sessionId), isNotNull(registrations.heldUntil))
    await db.update(registrations).set({ heldUntil: sql`now() - interval '1 second'` }).where(isHeld)
    await sweepHolds(world)
  }

  async function giveUp() {
    const isPlace = and(eq(registrations.sessionId, sessionId), isNull(registrations.heldUntil))
    const rows = await db
      .select({ id: registrations.id })
      .from(registrations)
      .where(and(isPlace, isNull(registrations.removedAt)))
      .orderBy(asc(registrations.id))
    const row = pickAny(rows)
    if (row) await db.transaction((tx) => freePlaces(tx, eq(registrations.id, row.id), byFamily(null)))
  }

  async function sessionNow() {
    const { taken, kept, waiting, keptSince, places: all } = sessions
    const [row] = await db
      .select({ taken, kept, waiting, keptSince, places: all })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
    return orNotFound(row)
  }

  const setPlaces = (next: (places: number, taken: number) => number) =>
    db.transaction(async (tx) => {
      await lockSessions(tx, [sessionId])
      const { places: all, taken } = await sessionNow()
      const more = next(orNotFound(all ?? undefined), taken)
      await tx
        .update(sessions)
        .set({ places: more, ...keptWith(more) })
        .where(eq(sessions.id, sessionId))
    })

  /** What is offered goes by the line: nobody before an entry for which the places were enough. */
  async function offerAndCompare() {
    const before = await sessionNow()
    const line = await entriesInLine(db, sessionId)
    await makeOffers(world)
    const still = new Set((await inLine()).map(({ id }) => id))
    let free = orNotFound(before.places ?? undefined) - before.taken
    const now = await db
      .select({ id: registrations.offerOf, first: sql<number>`min(${registrations.id})` })
      .from(registrations)
      .where(eq(registrations.sessionId, sessionId))
      .groupBy(registrations.offerOf)
      .orderBy(sql`min(${registrations.id})`)
    const made = now.flatMap(({ id }) => line.find((entry) => entry.id === id) ?? [])
    for (const entry of made) {
      const passed = line.filter(({ turn, id, size }) => turn < entry.turn && still.has(id) && size <= free)
      expect(passed, 'passed over').toEqual([])
      free -= entry.size
    }
    const head = (await entriesInLine(db, sessionId))[0]
    expect(head && head.size <= free, 'the head of the line has no offer').toBeFalsy()
  }

  async function expectExact() {
    const { taken, kept, waiting, places: all } = await sessionNow()
    const isThere = and(eq(registrations.sessionId, sessionId), isNull(registrations.removedAt))
    expect(taken, 'taken').toBe(await db.$count(registrations, isThere))
    const line = await entriesInLine(db, sessionId)
    expect(waiting, 'waiting').toBe(line.reduce((sum, { size }) => sum + size, 0))
    expect(kept, 'kept').toBeLessThanOrEqual(waiting)
    expect(taken + kept, 'places').toBeLessThanOrEqual(orNotFound(all ?? undefined))
    const holds = await db
      .select({ entry: registrations.offerOf, many: sql<number>`count(*)::int` })
      .from(registrations)
      .where(and(isThere, isNotNull(registrations.offerOf)))
      .groupBy(registrations.offerOf)
    for (const { entry, many } of holds)
      expect(many, 'an offer holds more than its children').toBeLessThanOrEqual(
        await db.$count(waitingPlayers, eq(waitingPlayers.entryId, orNotFound(entry ?? undefined))),
      )
  }

  for (const family of families.slice(0, places)) await checkOut(family, family.personIds.slice(0, 1))
  for (let at = 0; at < 3; at += 1) await join().catch(refused)

  const notified: string[] = []
  for (let step = 0; step < stepsOfRun; step += 1) {
    const [name, act] = orNotFound(pickAny(Object.entries(acts)))
    notified.push(name)
    try {
      await act().catch(refused)
      await expectExact()
      if (chance() < 0.7) {
        await offerAndCompare()
        await expectExact()
      }
    } catch (problem) {
      throw new Error(`seed ${seed}: ${notified.join(', ')}`, { cause: problem })
    }
  }
  await db.update(sessions).set({ isActive: false }).where(eq(sessions.id, sessionId))
  await makeOffers(world)
  expect(await sessionNow(), 'a session that is taken away').toMatchObject({ waiting: 0, kept: 0 })
  expect([...(await open()), ...(await inLine())], 'a session that is taken away').toEqual([])
  await expectExact()
}

test('whatever families and the desk do, places go to those who wait in their order, and nobody has two', async ({
  freshDatabase: { db },
}) => {
  const world = aWorld(db, gateway.settings)
  await aProgramme(db)
  const { id: eventId } = await anEvent(db, { priceCents: price })
  const families: Family[] = []
  for (let at = 0; at < familiesInAll; at += 1) families.push(await aFamily(db))
  for (let run = 0; run < runs; run += 1) await aRun(world, families, eventId, firstSeed + run)
}, 3_600_000)
