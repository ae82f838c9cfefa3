import { and, asc, eq, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { sessionText } from '#events/events.ts'
import { ageProblem } from '#events/fit/age-problem.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import { fullName } from '#people/people.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import type { ExceptionReason } from './exception-reasons.ts'

const asked = (db: Db) =>
  db
    .select({
      id: ageExceptions.id,
      personId: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      accountId: sql<string>`${people.accountId}`,
      email: accounts.email,
      familyId: accounts.familyId,
      family: families.number,
      sessionId: sessions.id,
      event: events.name,
      kind: events.kind,
      eventId: events.id,
      eventKey: events.key,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      agesFrom: sessions.agesFrom,
      agesTo: sessions.agesTo,
      agesOn: sessions.agesOn,
    })
    .from(ageExceptions)
    .innerJoin(people, eq(people.id, ageExceptions.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .innerJoin(families, eq(families.id, accounts.familyId))
    .innerJoin(sessions, eq(sessions.id, ageExceptions.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))

/** Oldest request first. */
export async function askedExceptions(db: Db) {
  const rows = await asked(db)
    .where(eq(ageExceptions.state, 'asked'))
    .orderBy(asc(ageExceptions.askedAt), asc(ageExceptions.id))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    family: row.family,
    eventKey: row.eventKey,
    event: row.event,
    sessionId: row.sessionId,
    session: sessionText(row),
    level: row.skillLevel,
    problem: ageProblem(row, row) ?? `${row.firstName} is of the right age now.`,
  }))
}

type Decision = { id: number; isGranted: boolean; reason: ExceptionReason; actor: Actor }

/** Decides once, and notifies the family. Holds no place. */
export async function decideException(world: World, { id, isGranted, reason, actor }: Decision) {
  await world.db.transaction(async (tx) => {
    const [row] = await asked(tx).where(eq(ageExceptions.id, id))
    if (!row) refuse('not-found')
    await lockAccount(tx, row.accountId)
    const state = isGranted ? ('granted' as const) : ('refused' as const)
    const decided = await tx
      .update(ageExceptions)
      .set({ state, reason, decidedBy: actor, decidedAt: sql`now()` })
      .where(and(eq(ageExceptions.id, id), eq(ageExceptions.state, 'asked')))
      .returning({ id: ageExceptions.id })
    if (decided.length === 0) refuse('not-possible', 'Another member has decided this already.')
    const { personId, sessionId, familyId, accountId } = row
    await addChange(tx, {
      ...{ actor, reason, familyId, personId, sessionId },
      what: isGranted ? 'exception granted' : 'exception refused',
      isOwnFamily: isActorsAccount(actor, accountId),
    })
    await notifyFamily(tx, world.env.siteUrl, row, isGranted)
  })
  nudgeMail(world)
}

type Row = Awaited<ReturnType<typeof asked>>[number]

function notifyFamily(tx: Db, siteUrl: string, row: Row, isGranted: boolean) {
  const { firstName, email: to, event, kind, eventId } = row
  const what = `${event}, ${sessionText(row)}`
  return addFamilyMail(
    tx,
    { kind: 'exception', to },
    isGranted
      ? {
          title: `${firstName} may play in ${event}`,
          paragraphs: [
            `You asked for an exception for ${firstName}, who is of another age than this session is for: ${what}.`,
            'We have agreed. No place is kept: register while there are places.',
          ],
          button: { text: 'Register', url: `${siteUrl}/pages/${kind}/${eventId}` },
        }
      : {
          title: `No exception for ${firstName}`,
          paragraphs: [
            `You asked for an exception for ${firstName}, who is of another age than this session is for: ${what}.`,
            'We could not agree this time. Write or call us if you have a question.',
          ],
          button: { text: 'See the season', url: `${siteUrl}/` },
        },
  )
}
