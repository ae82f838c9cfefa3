import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { lineMessage } from './line-banner.tsx'
import { tickets } from './tickets.tables.ts'

/** After this absence a ticket goes to the end of the line. */
const absenceSeconds = 180
/** Far longer than a checkout takes: its process has died. */
const workSeconds = 60
/** How long a process caches that the line is empty. */
const emptyCacheMs = 1000

/** Per process: checkouts under way, and when the line was last seen empty. */
type LocalState = { underWay: number; emptyAt: number }
const localStates = new WeakMap<World, LocalState>()

/**
 * Limits concurrent checkouts. Above the limit families queue as rows in `tickets`, first in, first out by the
 * database's clock, for all processes; they are refused with their place and a time to retry. Tickets not renewed
 * expire.
 */
export async function withCheckoutLimit<Result>(
  world: World,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const local = localStates.get(world) ?? { underWay: 0, emptyAt: Number.NEGATIVE_INFINITY }
  localStates.set(world, local)
  const room = () => world.env.limits.checkoutsAtOnce - local.underWay
  // Others may have begun during the query.
  if (room() > 0 && (await isEmpty(world.db, local)) && room() > 0) {
    local.underWay += 1
    return work().finally(() => {
      local.underWay -= 1
    })
  }
  local.emptyAt = Number.NEGATIVE_INFINITY
  const { ahead, askAgainSeconds, isAdmitted } = await takeTicket(world.db, accountId, room())
  if (!isAdmitted)
    refuse('in-line', `You are in line for the checkout. ${lineMessage(ahead)}`, {
      ahead,
      ask_again_seconds: askAgainSeconds,
    })
  // The work is done; a ticket that could not be deleted expires.
  const giveBack = () => world.db.delete(tickets).where(eq(tickets.accountId, accountId))
  return work().finally(() =>
    giveBack().catch((problem) => world.log.warn({ err: problem }, 'a ticket was left')),
  )
}

async function isEmpty(db: Db, local: LocalState) {
  if (performance.now() - local.emptyAt < emptyCacheMs) return true
  const [waiting] = await db.select({ id: tickets.accountId }).from(tickets).where(isWaiting).limit(1)
  if (!waiting) local.emptyAt = performance.now()
  return !waiting
}

const isWaiting = and(isNull(tickets.admittedAt), gt(tickets.awaitedUntil, sql`clock_timestamp()`))
const isAtWork = sql`${tickets.admittedAt} > clock_timestamp() - make_interval(secs => ${workSeconds})`
const isForgotten = sql`${tickets.awaitedUntil} < clock_timestamp() - make_interval(secs => ${absenceSeconds})`

/** Takes or renews a ticket, and admits it if those ahead and at work leave room. */
async function takeTicket(db: Db, accountId: string, room: number) {
  await db
    .insert(tickets)
    .values({ accountId })
    .onConflictDoUpdate({
      target: tickets.accountId,
      set: { cameAt: sql`case when ${isForgotten} then clock_timestamp() else ${tickets.cameAt} end` },
    })
  return showTicket(db, accountId, room)
}

/**
 * Counts each ticket once, as ahead or at work, so that two concurrent requests never both take the last room. Tickets
 * far behind retry less often.
 */
async function showTicket(db: Db, accountId: string, room: number) {
  const cameAt = sql`(select came_at from tickets where account_id = ${accountId})`
  const isBefore = sql`${isWaiting} and (${tickets.cameAt}, ${tickets.accountId}) < (${cameAt}, ${accountId})`
  const counted = db.$with('counted').as(
    db
      .select({
        ahead: sql<number>`(count(*) filter (where ${isBefore}))::int`.as('ahead'),
        atWork:
          sql<number>`(count(*) filter (where ${isAtWork} and ${tickets.accountId} <> ${accountId}))::int`.as(
            'at_work',
          ),
      })
      .from(tickets),
  )
  const askAgain = sql<number>`least(30, 2 + ${counted.ahead} / 50)`
  const [shown] = await db
    .with(counted)
    .update(tickets)
    .set({
      admittedAt: sql`case when ${counted.ahead} + ${counted.atWork} < ${room} then clock_timestamp() end`,
      awaitedUntil: sql`clock_timestamp() + make_interval(secs => ${askAgain} + 10)`,
    })
    .from(counted)
    .where(eq(tickets.accountId, accountId))
    .returning({ ahead: counted.ahead, askAgainSeconds: askAgain, admittedAt: tickets.admittedAt })
  return { ahead: 0, askAgainSeconds: 2, ...shown, isAdmitted: Boolean(shown?.admittedAt) }
}

/** Null if not in line. */
export async function linePosition(db: Db, accountId: string): Promise<number | null> {
  const mine = and(eq(tickets.accountId, accountId), isNull(tickets.admittedAt), sql`not ${isForgotten}`)
  const [standing] = await db.select({ id: tickets.accountId }).from(tickets).where(mine)
  return standing ? (await showTicket(db, accountId, 0)).ahead : null
}

export const sweepTickets = (db: Db) => db.delete(tickets).where(isForgotten)
