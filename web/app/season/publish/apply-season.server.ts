import { asc, eq, inArray } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { sessionCoaches } from '#meetings/meetings.tables.ts'
import { syncMeetings } from '#meetings/sync-meetings.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { accountsByEmail } from '#season/coaches.db.server.ts'
import type { Season } from '#season/file/season-file.server.ts'
import type { PlacedProblem } from '#season/file/season-problems.ts'
import type { SeasonPlan } from '#season/forms/planning.ts'
import { planSeason } from './season-plan.server.ts'
import { readState, type SeasonState } from './season-state.server.ts'
import { withRows } from './session-plan.server.ts'

/** Previews a season's changes. Takes no locks, so a preview blocks nobody. */
export async function previewSeason(db: Db, season: Season, today: Day): Promise<SeasonPlan> {
  const plan = planSeason(await readState(db), season, today)
  return { ...plan, problems: [...plan.problems, ...(await findUnknownCoaches(db, season))] }
}

/**
 * Applies the season inside the caller's transaction, which must hold the season lock. Locks only sessions that change;
 * with a problem nothing is written.
 */
export async function applySeason(tx: Db, season: Season, today: Day): Promise<SeasonPlan> {
  const { sessionIds, ...first } = await previewSeason(tx, season, today)
  if (first.problems.length > 0) return { sessionIds, ...first }
  if (sessionIds.length > 0) await lock(tx, sessionIds)
  // Places may have been taken until now.
  const plan = planSeason(await readState(tx), season, today)
  if (plan.problems.length > 0) return plan
  for (const write of plan.writes) await write(tx)
  return plan
}

const lock = (tx: Db, ids: number[]) =>
  tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, ids))
    .orderBy(asc(sessions.id))
    .for('update')

/** Coaches and meetings follow the sessions as stored now. */
export async function followSessions(tx: Db, season: Season, today: Day): Promise<void> {
  const state = await readState(tx)
  await writeCoaches(tx, season, state)
  const eventsById = new Map(state.events.map((event) => [event.id, event]))
  const plans = state.sessions.map((session) => ({
    ...session,
    sessionId: session.id,
    isOn: session.isActive && (eventsById.get(session.eventId)?.isActive ?? false),
  }))
  await syncMeetings(tx, plans, today)
}

async function writeCoaches(tx: Db, season: Season, state: SeasonState) {
  const known = await findCoachAccounts(tx, season)
  for (const { session, before } of withRows(state, season).flatMap(({ pairs }) => pairs)) {
    const { coaches } = session
    if (!before || !coaches || before.coaches.join() === coaches.join()) continue
    await tx.delete(sessionCoaches).where(eq(sessionCoaches.sessionId, before.id))
    const ids = coaches.flatMap((email) => known.get(email) ?? [])
    const rows = ids.map((accountId) => ({ sessionId: before.id, accountId }))
    if (rows.length > 0) await tx.insert(sessionCoaches).values(rows)
  }
}

function findCoachAccounts(db: Db, { events }: Season): Promise<Map<string, string>> {
  const emails = new Set(events.flatMap((event) => event.sessions.flatMap(({ coaches }) => coaches ?? [])))
  return accountsByEmail(db, [...emails])
}

/** A coach needs an account; those of the demonstration are made with it. */
async function findUnknownCoaches(db: Db, season: Season): Promise<PlacedProblem[]> {
  const known = await findCoachAccounts(db, season)
  const demoEmails = new Set(season.demo?.accounts.map(({ email }) => email))
  return season.events.flatMap(({ sessions: eventSessions }) =>
    eventSessions.flatMap(({ path, coaches = [] }) =>
      coaches
        .filter((email) => !known.has(email) && !demoEmails.has(email))
        .map((email) => ({
          path: [...path, 'coaches'],
          message: `coaches has ${email}, who has no account; invite them to the team first, or write somebody who has one`,
        })),
    ),
  )
}
