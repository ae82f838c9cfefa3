import { eq } from 'drizzle-orm'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { joinList } from '#waiting-list/join-list.server.ts'
import { aWorld } from '../harness/world.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from './builders.ts'

type SessionFacts = Partial<typeof sessions.$inferInsert>

/** A family with so many children, who are 8 to 12 years old. */
export async function aFamilyWithChildren(db: Db, children: number) {
  const account = await anAccount(db)
  const players = []
  for (let at = 0; at < children; at += 1)
    players.push(await aPlayer(db, { accountId: account.id, firstName: `Child${at}` }))
  const visitor: Visitor = account.visitor
  return { account, visitor, players, personIds: players.map(({ id }) => id) }
}
export type FamilyWithChildren = Awaited<ReturnType<typeof aFamilyWithChildren>>

export const cartFor = (
  { personIds }: Pick<FamilyWithChildren, 'personIds'>,
  sessionId: number,
  method: 'later' | 'card' = 'later',
) => ({
  method,
  places: personIds.map((personId) => ({ personId, sessionId, seenCents: 18_000 })),
  idempotencyKey: crypto.randomUUID(),
})

/** A session in a month, all of whose places are taken. */
export async function aFullSession(db: Db, places = 2, facts: SessionFacts = {}) {
  await aProgramme(db)
  const event = await anEvent(db, { priceCents: 18_000 })
  const startsOn = addDays(todayIn(timeZone), 30)
  const session = await aSession(db, { eventId: event.id, startsOn, endsOn: startsOn, places, ...facts })
  for (let at = 0; at < places; at += 1) {
    const family = await aFamilyWithChildren(db, 1)
    await processCart(aWorld(db), family.visitor, cartFor(family, session.id))
  }
  return { event, session, sessionId: session.id }
}

/** A family in line for a session with all of its children, both or neither. */
export async function aWaitingFamily(db: Db, sessionId: number, children = 1) {
  const family = await aFamilyWithChildren(db, children)
  const { entryId } = await joinList(db, family.visitor, { sessionId, personIds: family.personIds })
  return { ...family, entryId }
}

/** Registered players give so many places of a session up, the last ones first. */
export async function giveUp(db: Db, sessionId: number, places: number): Promise<void> {
  const rows = await db.select().from(registrations).where(eq(registrations.sessionId, sessionId))
  const given = rows.filter(({ heldUntil, removedAt }) => !heldUntil && !removedAt).slice(-places)
  for (const { id } of given)
    await db.transaction((tx) => freePlaces(tx, eq(registrations.id, id), byFamily(null)))
}

export async function readCounts(db: Db, sessionId: number) {
  const { taken, kept, waiting } = sessions
  const [row] = await db.select({ taken, kept, waiting }).from(sessions).where(eq(sessions.id, sessionId))
  return row
}

/** How the entries of a session stand, in the order in which they were made: whom, by their number, they still have. */
export async function listEntries(db: Db, sessionId: number) {
  const entries = await db
    .select()
    .from(waitingEntries)
    .where(eq(waitingEntries.sessionId, sessionId))
    .orderBy(waitingEntries.id)
  const players = await db.select().from(waitingPlayers).where(eq(waitingPlayers.sessionId, sessionId))
  return entries.map(({ id, offeredAt, endedWhy }) => ({
    state: endedWhy ?? (offeredAt ? 'offered' : 'in line'),
    children: players.filter(({ entryId, endedAt }) => entryId === id && !endedAt).length,
  }))
}
