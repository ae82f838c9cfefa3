import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { freeHolds, offerPlaces } from '#registrations/places.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { endEntries } from '#registrations/waiting/end-entry.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { removeIneligible, toPersonIds } from '#waiting-list/remove-ineligible.server.ts'
import {
  type EntryInLine,
  endedOffers,
  entriesInLine,
  findLineSession,
  hasNoHold,
  isInLine,
  type LineSession,
  readHead,
  sessionsToTend,
} from '#waiting-list/waiting-line.db.server.ts'
import { addCalledMails, addEndedMails, addOfferMail } from '#waiting-list/waiting-mails.server.ts'
import { nextOffer, offerEnd, phaseAt } from './next-offer.ts'

type Step =
  | { do: 'offer'; entry: EntryInLine }
  | { do: 'open to all' }
  | { do: 'call' }
  | { do: 'end'; why: 'over' | 'taken away' }
  | undefined

/** Runs every few seconds. */
export async function makeOffers(world: World): Promise<void> {
  for (const { id, ...makeOffer } of await endedOffers(world.db))
    await world.db.transaction((tx) => endOffer(tx, world.env.siteUrl, { id, ...makeOffer }))
  for (const { id } of await sessionsToTend(world.db)) await tendLine(world, id)
}

/** One transaction for each step. */
export async function tendLine(world: World, sessionId: number): Promise<void> {
  let isMore = true
  while (isMore) isMore = await takeStep(world, sessionId)
  nudgeMail(world)
}

async function takeStep({ db, env }: World, sessionId: number): Promise<boolean> {
  const { step: seen } = await nextStep(db, sessionId)
  if (!seen) return false
  return db.transaction(async (tx) => {
    if (seen.do === 'offer' && !(await lockAccount(tx, seen.entry.accountId, 'no key update'))) return true
    await lockSessions(tx, [sessionId])
    const { session, step } = await nextStep(tx, sessionId)
    if (!session || !step) return true
    if (step.do === 'end') await endLine(tx, env.siteUrl, session, step.why)
    else if (step.do === 'call') await callLine(tx, env.siteUrl, session)
    else if (step.do === 'open to all')
      await tx.update(sessions).set({ kept: 0, keptSince: null }).where(eq(sessions.id, sessionId))
    // Another family is next by now, or the family was merged: its account is not locked.
    else if (seen.do === 'offer' && isSame(step.entry, seen.entry))
      await makeOffer(tx, env.siteUrl, session, step.entry)
    return true
  })
}

const isSame = (one: EntryInLine, other: EntryInLine) =>
  one.id === other.id && one.accountId === other.accountId

async function nextStep(db: Db, sessionId: number): Promise<{ session?: LineSession; step: Step }> {
  const session = await findLineSession(db, sessionId)
  if (!session || session.waiting === 0) return { step: undefined }
  return { session, step: await stepFor(db, session) }
}

async function stepFor(db: Db, session: LineSession): Promise<Step> {
  const { now, isActive, closedWords, kept, keptSince } = session
  if (!isActive) return { do: 'end', why: 'taken away' }
  const phase = phaseAt(now, session)
  if (phase === 'over') return { do: 'end', why: 'over' }
  if (closedWords) return undefined
  if (phase === 'first press') {
    const isNews = kept > 0 && (await db.$count(waitingEntries, notCalledSince(session.id, keptSince))) > 0
    return isNews ? { do: 'call' } : undefined
  }
  return nextOffer(session, await readHead(db, session.id, session), now, session)
}

const notCalledSince = (sessionId: number, since: Date | null) =>
  and(
    eq(waitingEntries.sessionId, sessionId),
    isInLine,
    sql`coalesce(${waitingEntries.calledAt} < ${since?.toISOString()}::timestamptz, true)`,
  )

/** Makes the next offer, unless a child was removed: then the entry's size changed, and it is judged again. */
async function makeOffer(tx: Db, siteUrl: string, session: LineSession, entry: EntryInLine): Promise<void> {
  const { id: sessionId } = session
  const { children, isFewer } = await removeIneligible(tx, siteUrl, session, entry)
  if (isFewer) return
  const until = offerEnd(session.now, session, session.timeZone)
  const { accountId } = entry
  const target = {
    entryId: entry.id,
    accountId,
    familyId: orNotFound(entry.familyId ?? undefined),
    sessionId,
    until,
  }
  await offerPlaces(tx, target, toPersonIds(children))
  await tx
    .update(waitingEntries)
    .set({ offeredAt: sql`now()`, offeredUntil: until })
    .where(eq(waitingEntries.id, entry.id))
  await addOfferMail(tx, siteUrl, entry, session, { children, until })
}

async function callLine(tx: Db, siteUrl: string, session: LineSession) {
  const called = await tx
    .update(waitingEntries)
    .set({ calledAt: sql`clock_timestamp()` })
    .where(notCalledSince(session.id, session.keptSince))
    .returning({ id: waitingEntries.id })
  const ids = called.map(({ id }) => id)
  await addCalledMails(
    tx,
    siteUrl,
    await entriesInLine(tx, session.id, inArray(waitingEntries.id, ids)),
    session,
  )
}

async function endLine(tx: Db, siteUrl: string, session: LineSession, why: 'over' | 'taken away') {
  const inLine = await entriesInLine(tx, session.id)
  await endEntries(tx, { sessionId: session.id, which: isInLine, why })
  await tx.update(sessions).set({ waiting: 0, kept: 0, keptSince: null }).where(eq(sessions.id, session.id))
  await addEndedMails(tx, siteUrl, inLine, session, why)
}

type OfferToEnd = { id: number; accountId: string; sessionId: number }

/** Of a session that is taken away, charges under way are waited for. */
async function endOffer(tx: Db, siteUrl: string, { id, accountId, sessionId }: OfferToEnd): Promise<void> {
  if (!(await lockAccount(tx, accountId, 'no key update'))) return
  await lockSessions(tx, [sessionId])
  const session = orNotFound(await findLineSession(tx, sessionId))
  if (!session.isActive) await freeOffer(tx, id)
  const wasTaken = (await tx.$count(registrations, eq(registrations.offerOf, id))) > 0
  const why = wasTaken ? 'accepted' : session.isActive ? 'expired' : 'taken away'
  const which = and(eq(waitingEntries.id, id), isNotNull(waitingEntries.offeredAt), hasNoHold)
  const ended = await endEntries(tx, { sessionId, which, why })
  if (why !== 'accepted') await addEndedMails(tx, siteUrl, ended, session, why)
}

/** Except those being paid. */
export const freeOffer = (tx: Db, entryId: number) =>
  freeHolds(tx, and(eq(registrations.offerOf, entryId), isNull(registrations.chargeId)))
