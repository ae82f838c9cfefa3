import { and, asc, eq, isNull, like, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces, keptWith } from '#registrations/places.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { leaveList } from '#waiting-list/offers/answer-offer.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import { anEvent, aProgramme, aSession, timeZone } from '../../test/builders/builders.ts'
import {
  aFamilyWithChildren,
  cartFor,
  type FamilyWithChildren,
  readCounts,
} from '../../test/builders/waiting-families.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { listFamilyEntries } from './family-entries.db.server.ts'
import { joinList } from './join-list.server.ts'

const seenCents = 18_000
const rounds = Number(process.env.RACES ?? 10)

type Family = Pick<FamilyWithChildren, 'visitor' | 'personIds'>

const register = (world: World, family: Family, sessionId: number) =>
  processCart(world, family.visitor, cartFor(family, sessionId))

/** So many families with a child each, in two statements. */
async function manyFamilies(db: Db, many: number): Promise<Family[]> {
  await db.execute(sql`with made as (
      insert into families (id) select gen_random_uuid() from generate_series(1, ${many}::int) returning id, number),
    signed_up as (
      insert into accounts (family_id, kind, email, first_name, last_name, password_hash, activated_at)
      select id, 'parent', 'stranger-' || number || '@example.test', 'Robin', 'Vale', '-', now() from made
      returning id, family_id),
    signed as (
      insert into releases (account_id, version, how, by, address)
      select id, 'test', 'sign-up', 'family:' || family_id, '192.0.2.7' from signed_up)
    insert into people (account_id, family_id, role, first_name, last_name, birthday)
    select id, family_id, 'family', 'Pip', 'Vale', '2016-04-12' from signed_up`)
  const { id: accountId, familyId, email } = accounts
  const rows = await db
    .select({ accountId, familyId, email, personId: people.id })
    .from(accounts)
    .innerJoin(people, eq(people.accountId, accounts.id))
    .where(like(email, 'stranger-%'))
  return rows.map(({ personId, ...row }) => {
    const account = {
      familyId: orNotFound(row.familyId ?? undefined),
      email: orNotFound(row.email ?? undefined),
    }
    return { visitor: { accountId: row.accountId, ...account, kind: 'parent' }, personIds: [personId] }
  })
}

/** As many at a time as have a connection within its time limit on a slow machine. */
async function registerInWaves(db: Db, strangers: Family[], sessionId: number) {
  const ended: PromiseSettledResult<unknown>[] = []
  for (let from = 0; from < strangers.length; from += 50) {
    const wave = strangers.slice(from, from + 50)
    ended.push(...(await Promise.allSettled(wave.map((one) => register(aWorld(db), one, sessionId)))))
  }
  return ended
}

/** A session that is full, with so many children of each family in line for it. */
async function aLine(db: Db, places: number, line: number[]) {
  const { id: eventId } = await anEvent(db, { priceCents: seenCents })
  const { id: sessionId } = await aSession(db, { eventId, startsOn: '2037-06-15', places })
  for (let at = 0; at < places; at += 1)
    await register(aWorld(db), await aFamilyWithChildren(db, 1), sessionId)
  const families: Family[] = []
  for (const children of line) {
    const family = await aFamilyWithChildren(db, children)
    families.push(family)
    await joinList(db, family.visitor, { sessionId, personIds: family.personIds })
  }
  return { sessionId, families }
}

const freeOne = (db: Db, id: number) =>
  db.transaction((tx) => freePlaces(tx, eq(registrations.id, id), byFamily(null)))

/** Each entry of the session in the order of the line: how it ended, else whether it has an offer. */
async function listLine(db: Db, sessionId: number) {
  const rows = await db
    .select()
    .from(waitingEntries)
    .where(eq(waitingEntries.sessionId, sessionId))
    .orderBy(asc(waitingEntries.turn))
  return rows.map(({ endedWhy, offeredAt }) => endedWhy ?? (offeredAt ? 'offered' : 'in line'))
}

test('of 500 strangers and 40 families in line, the first two that fit get the two places that come free', async ({
  freshDatabase: { db },
}) => {
  const line = Array.from({ length: 40 }, (_, at) => (at === 0 ? 2 : 1))
  // The twins at the head need both places: one comes free now, and one after them.
  await aProgramme(db)
  const { sessionId } = await aLine(db, 4, line)
  const strangers = await manyFamilies(db, 500)
  const [first, second] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.sessionId, sessionId))
  const processes = [aWorld(db), aWorld(db)]

  const [freed, offers, registered] = await Promise.all([
    Promise.all([freeOne(db, orNotFound(first).id), freeOne(db, orNotFound(second).id)]),
    Promise.all([...processes, ...processes].map((world) => makeOffers(world))),
    registerInWaves(db, strangers, sessionId),
  ])
  await Promise.all(processes.map((world) => makeOffers(world)))

  expect([freed.flat().length, offers.length]).toEqual([2, 4])
  expect(registered.filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect(await listLine(db, sessionId)).toEqual(['offered', ...line.slice(1).map(() => 'in line')])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 4, kept: 0, waiting: 39 })
}, 120_000)

test('of 2,000 in line the head is offered the place, the last knows its turn, and on the last day all are told', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const { sessionId } = await aLine(db, 1, [])
  const families = await manyFamilies(db, 2000)
  const isPlace = and(eq(registrations.sessionId, sessionId), isNull(registrations.removedAt))
  await db.execute(sql`with entry as (
      insert into waiting_entries (account_id, session_id, turn)
      select id, ${sessionId}::int, row_number() over (order by email) from accounts
      where email like 'stranger-%' returning id, account_id)
    insert into waiting_players (entry_id, person_id, session_id)
    select entry.id, people.id, ${sessionId}::int from entry join people using (account_id)`)
  await db.update(sessions).set({ waiting: 2000 }).where(eq(sessions.id, sessionId))
  const inOrder = families.toSorted((left, right) => (left.visitor.email < right.visitor.email ? -1 : 1))
  const [head, last] = [orNotFound(inOrder[0]).visitor, orNotFound(inOrder.at(-1)).visitor]
  const [place] = await db.select({ id: registrations.id }).from(registrations).where(isPlace)

  await freeOne(db, orNotFound(place).id)
  await makeOffers(aWorld(db))

  expect(await listFamilyEntries(db, head.accountId)).toMatchObject([{ state: 'offered' }])
  expect(await listFamilyEntries(db, last.accountId)).toMatchObject([{ place: 1999, families: 1999 }])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 0, waiting: 1999 })

  const tomorrow = addDays(todayIn(timeZone), 1)
  await db.update(sessions).set({ startsOn: tomorrow, endsOn: tomorrow }).where(eq(sessions.id, sessionId))
  const [entry] = await listFamilyEntries(db, head.accountId)
  await leaveList(aWorld(db), head, orNotFound(entry).id)
  await makeOffers(aWorld(db))
  await makeOffers(aWorld(db))

  const isCall = like(mails.subject, 'A place came free in %')
  expect(await db.$count(mails, isCall)).toBe(1999)
  expect(await readCounts(db, sessionId)).toEqual({ taken: 0, kept: 1, waiting: 1999 })
}, 120_000)

test('three more places go to the party of two at the head and to the next family', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const { sessionId } = await aLine(db, 2, [2, 1, 1])
  const strangers = await manyFamilies(db, 20)
  const raise = db.transaction(async (tx) => {
    await lockSessions(tx, [sessionId])
    await tx
      .update(sessions)
      .set({ places: 5, ...keptWith(5) })
      .where(eq(sessions.id, sessionId))
  })

  const [, , , registered] = await Promise.all([
    raise,
    makeOffers(aWorld(db)),
    makeOffers(aWorld(db)),
    Promise.allSettled(strangers.map((stranger) => register(aWorld(db), stranger, sessionId))),
  ])
  await makeOffers(aWorld(db))

  expect(registered.filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect(await listLine(db, sessionId)).toEqual(['offered', 'offered', 'in line'])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 5, kept: 0, waiting: 1 })
})

test('accepted and declined in two browsers at once, an offer is one of both', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const world = aWorld(db)
  for (let round = 0; round < rounds; round += 1) {
    const { sessionId, families } = await aLine(db, 1, [1])
    const family = orNotFound(families[0])
    const isTaken = and(eq(registrations.sessionId, sessionId), isNull(registrations.removedAt))
    const [place] = await db.select({ id: registrations.id }).from(registrations).where(isTaken)
    await freeOne(db, orNotFound(place).id)
    await makeOffers(world)
    const [entry] = await db.select().from(waitingEntries).where(eq(waitingEntries.sessionId, sessionId))
    const { id: entryId } = orNotFound(entry)

    await Promise.allSettled([
      register(world, family, sessionId),
      leaveList(world, family.visitor, entryId),
      register(world, family, sessionId),
      leaveList(world, family.visitor, entryId),
      makeOffers(world),
    ])
    await makeOffers(world)

    const [end] = await listLine(db, sessionId)
    expect(end).toMatch(/^(accepted|declined)$/)
    // Declined first, the place may have been registered after that as anybody's: it was not kept any more.
    const many = await db.$count(registrations, isTaken)
    expect(many, end).toBeGreaterThanOrEqual(end === 'accepted' ? 1 : 0)
    expect(await readCounts(db, sessionId)).toEqual({ taken: many, kept: 0, waiting: 0 })
  }
})
