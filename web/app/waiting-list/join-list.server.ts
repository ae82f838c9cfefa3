import { and, eq, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { isFull } from '#events/events.ts'
import { ageProblem } from '#events/fit/age-problem.ts'
import { hasSignedRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { alreadyRegistered, opensMessage } from '#registrations/registration-rules.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { phaseAt } from '#waiting-list/offers/next-offer.ts'
import { type JoiningChild, listJoiningChildren } from './joining-children.db.server.ts'
import { findLineSession, type LineSession } from './waiting-line.db.server.ts'

export type Joining = {
  sessionId: number
  /** One child, or several who play together: both or neither. */
  personIds: string[]
}

/** Appends an entry to the line of a full session. */
export const joinList = (db: Db, visitor: Visitor, joining: Joining): Promise<{ entryId: number }> =>
  db.transaction((tx) => addEntry(tx, visitor, joining, { requiresRelease: true }))

type JoinOptions = { requiresRelease: boolean }

/** The desk may add a family without a signed release. */
export async function addEntry(
  tx: Db,
  { accountId }: Pick<Visitor, 'accountId'>,
  joining: Joining,
  { requiresRelease }: JoinOptions,
): Promise<{ entryId: number }> {
  const { sessionId } = joining
  const personIds = [...new Set(joining.personIds)]
  if (personIds.length === 0) refuse('not-possible', 'Choose who waits for it.')
  if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
  if (requiresRelease && !(await hasSignedRelease(tx, accountId)))
    refuse(
      'release-unsigned',
      'The release is not signed yet. Sign it in your account settings, then join the list.',
    )
  await lockSessions(tx, [sessionId])
  const session = orNotFound(await findLineSession(tx, sessionId))
  const children = await listJoiningChildren(tx, accountId, sessionId, personIds)
  if (children.length !== personIds.length) refuse('not-found', 'This player is no longer in your family.')
  checkSession(session)
  for (const child of children) checkChild(child, session)
  const turn = sql<number>`(select coalesce(max(turn), 0) + 1 from waiting_entries where session_id = ${sessionId})`
  const [entry] = await tx
    .insert(waitingEntries)
    .values({ accountId, sessionId, turn })
    .returning({ id: waitingEntries.id })
  const { id: entryId } = orNotFound(entry)
  await tx.insert(waitingPlayers).values(personIds.map((personId) => ({ entryId, personId, sessionId })))
  await tx
    .update(sessions)
    .set({ waiting: sql`${sessions.waiting} + ${personIds.length}` })
    .where(eq(sessions.id, sessionId))
  return { entryId }
}

function checkSession(session: LineSession) {
  const { isActive, now, timeZone, closedWords, opens, startsOn } = session
  if (!isActive) refuse('not-possible', 'This session is no longer offered.')
  if (todayIn(timeZone, now) > startsOn || phaseAt(now, session) === 'over')
    refuse('not-possible', 'This session has already started.')
  if (closedWords) refuse('not-possible', closedWords)
  if (opens) refuse('not-possible', opensMessage(opens))
  if (!isFull(session)) refuse('not-full', 'This session has places: you can register now.')
}

function checkChild(child: JoiningChild, session: LineSession) {
  const { firstName, isRegistered, isHeld, isWaiting, isExcepted } = child
  if (isRegistered) refuse('not-possible', alreadyRegistered(firstName))
  if (isHeld) refuse('not-possible', `A place in this session is kept for ${firstName} already.`)
  if (isWaiting) refuse('already-waiting', `${firstName} is on this list already.`)
  const problem = isExcepted ? undefined : ageProblem(child, session)
  if (problem) refuse('does-not-fit', problem)
}

/** Locks account, then session. Undefined if the entry is another family's, or has ended. */
export async function lockEntry(tx: Db, accountId: string, entryId: number) {
  if (!(await lockAccount(tx, accountId, 'no key update'))) return undefined
  const isTheirs = and(eq(waitingEntries.id, entryId), eq(waitingEntries.accountId, accountId))
  const [entry] = await tx
    .select({ sessionId: waitingEntries.sessionId })
    .from(waitingEntries)
    .where(isTheirs)
  if (!entry) return undefined
  await lockSessions(tx, [entry.sessionId])
  const [locked] = await tx.select().from(waitingEntries).where(isTheirs)
  return locked?.endedAt ? undefined : locked
}
