import { eq } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { moneyActs } from '#offline-payments/money-acts/money-acts.tables.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/db.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { toSessionId } from '#season/drafts/draft-edits.ts'
import { aMember, aSession, timeZone } from '../builders/builders.ts'
import { aCareNote } from '../builders/care.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { signedInToken } from '../harness/api-client.ts'

/** Who asks at the desk, in the order of the columns of `authorization-desk.ts`. */
export const askers = [
  ...(['nobody', 'family', 'other coach', 'coach', 'reader'] as const),
  ...(['registrar', 'treasurer', 'owner', 'revoked'] as const),
]
type Asker = (typeof askers)[number]

/** Words of families that no asker sees who may not. */
export const familyWords = ['Wolframina', 'Marchbanks']

/** Each kind of asker, and one of each thing that an address of the desk can name: all of it the coach's, none the other's. */
export async function deskAskers(world: World) {
  const { db } = world
  const { account, pip, rows, payment } = await aDebtor(db, {
    firstName: 'Wolframina',
    lastName: 'Marchbanks',
  })
  const orange = orNotFound(rows[1])
  const paid = { ...payment, amountCents: orange.priceCents, registrationIds: [orange.id] }
  const { id: paymentId } = await recordPayment(world, paid)
  await saveCareNote(db, { accountId: account.id, personId: pip.id }, aCareNote)
  const [coach, other] = [await aMember(db, ['coach']), await aMember(db, ['coach'])]
  const day = todayIn(timeZone)
  const sessionId = orNotFound(rows[0]).sessionId
  const [meeting] = await db
    .insert(meetings)
    .values({ sessionId, day, starts: '00:00', ends: '23:59' })
    .returning()
  await db.insert(sessionCoaches).values([
    { sessionId, accountId: coach.id },
    { sessionId: (await aSession(db)).id, accountId: other.id },
  ])
  const waiving = { kind: 'waive', cents: 100, reason: 'other', state: 'refused' } as const
  const of = { familyId: account.familyId, registrationId: orNotFound(rows[0]).id }
  const act = { id: crypto.randomUUID(), ...of, ...waiving, askedBy: `member:${coach.id}` as const }
  await db.insert(moneyActs).values(act)
  const entry = await anEntry(db, account.id, pip.id)
  const revoked = await aMember(db, ['owner', 'registrar'], { lastDay: addDays(day, -1) })
  const owner = await aMember(db, ['owner'])
  const tokens: Record<Asker, string | undefined> = {
    nobody: undefined,
    family: await signedInToken(world, account.id),
    'other coach': other.token,
    coach: coach.token,
    reader: (await aMember(db, ['reader'])).token,
    registrar: (await aMember(db, ['registrar'])).token,
    treasurer: (await aMember(db, ['treasurer'])).token,
    owner: owner.token,
    revoked: revoked.token,
  }
  return {
    tokens,
    ids: {
      account: account.id,
      email: account.email,
      player: pip.id,
      number: Number(payment.invoice.slice(5)),
      payment: paymentId,
      registration: orNotFound(rows[0]).id,
      act: act.id,
      entry,
      session: sessionId,
      ...(await placeInSeason(db, sessionId)),
      meeting: orNotFound(meeting).id,
      /** Somebody on the team, who has a role to end. */
      member: coach.id,
    },
  }
}

export type DeskIds = Awaited<ReturnType<typeof deskAskers>>['ids']

/** A player who waits for a session, alone. */
async function anEntry(db: Db, accountId: string, personId: string): Promise<number> {
  const { id: sessionId } = await aSession(db, { places: 1, taken: 1, waiting: 1 })
  const [entry] = await db.insert(waitingEntries).values({ accountId, sessionId, turn: 1 }).returning()
  const { id: entryId } = orNotFound(entry)
  await db.insert(waitingPlayers).values({ entryId, personId, sessionId })
  return entryId
}

/** How the season's pages name a session. */
async function placeInSeason(db: Db, sessionId: number) {
  const [row] = await db
    .select({ event: events.key, starts: sessions.startsOn, number: sessions.number })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(sessions.id, sessionId))
  const { event, ...session } = orNotFound(row)
  return { event, sessionKey: toSessionId(session) }
}

/** Ids of the same kinds that nobody has. */
export const noDeskIds = (): DeskIds => ({
  account: crypto.randomUUID(),
  email: 'nobody-at-all@example.test',
  player: crypto.randomUUID(),
  number: 900_000_004,
  payment: 900_000_005,
  registration: 900_000_006,
  act: crypto.randomUUID(),
  entry: 900_000_007,
  session: 900_000_001,
  event: 'no-such-event',
  sessionKey: '2027-77',
  meeting: crypto.randomUUID(),
  member: crypto.randomUUID(),
})
