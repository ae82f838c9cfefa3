import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { tickets } from '#checkout/receipt-page/tickets.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { inLineWords } from './in-line.tsx'

/** Whoever is away for so long comes last when it comes back. */
const keptSeconds = 180
/** A checkout takes far less: the process that worked at it is gone. */
const workSeconds = 60
/** How long a process trusts that nobody stands in line. */
const trustMs = 1000

/** What one process knows by itself: how many checkouts it works at, and since when no line was seen. */
type Own = { underWay: number; emptyAt: number }
const owns = new WeakMap<World, Own>()

/**
 * Does the work of one checkout when it is this family's turn. Only so many are done at once; the others stand in line
 * as rows, first come by the database's clock, for all processes. Who has to wait is refused with how many are before
 * it and when to ask again; who does not ask again holds up nobody.
 */
export async function inTurn<Result>(
  world: World,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = owns.get(world) ?? { underWay: 0, emptyAt: Number.NEGATIVE_INFINITY }
  owns.set(world, own)
  const room = () => world.env.limits.checkoutsAtOnce - own.underWay
  // Others may have begun while the line was looked at.
  if (room() > 0 && (await isEmpty(world.db, own)) && room() > 0) {
    own.underWay += 1
    return work().finally(() => {
      own.underWay -= 1
    })
  }
  own.emptyAt = Number.NEGATIVE_INFINITY
  const { ahead, askAgainSeconds, isAdmitted } = await comeForward(world.db, accountId, room())
  if (!isAdmitted)
    refuse('in-line', `You are in line for the checkout. ${inLineWords(ahead)}`, {
      ahead,
      ask_again_seconds: askAgainSeconds,
    })
  // A ticket that stays ends by itself: what was done is done.
  const giveBack = () => world.db.delete(tickets).where(eq(tickets.accountId, accountId))
  return work().finally(() =>
    giveBack().catch((problem) => world.log.warn({ err: problem }, 'a ticket was left')),
  )
}

async function isEmpty(db: Db, own: Own) {
  if (performance.now() - own.emptyAt < trustMs) return true
  const [waiting] = await db.select({ id: tickets.accountId }).from(tickets).where(isWaiting).limit(1)
  if (!waiting) own.emptyAt = performance.now()
  return !waiting
}

const isWaiting = and(isNull(tickets.admittedAt), gt(tickets.awaitedUntil, sql`clock_timestamp()`))
const isAtWork = sql`${tickets.admittedAt} > clock_timestamp() - make_interval(secs => ${workSeconds})`
const isForgotten = sql`${tickets.awaitedUntil} < clock_timestamp() - make_interval(secs => ${keptSeconds})`

/** Takes a ticket, or shows it, and begins where those before it and those at work leave room. */
async function comeForward(db: Db, accountId: string, room: number) {
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
 * Each ticket counts once, before this one or at work, so that no two that ask at the same time both take the last
 * room. Who is far behind asks more seldom.
 */
async function showTicket(db: Db, accountId: string, room: number) {
  const own = sql`(select came_at from tickets where account_id = ${accountId})`
  const isBefore = sql`${isWaiting} and (${tickets.cameAt}, ${tickets.accountId}) < (${own}, ${accountId})`
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

/** How many stand before this family; null where it is not in line. */
export async function placeInLine(db: Db, accountId: string): Promise<number | null> {
  const mine = and(eq(tickets.accountId, accountId), isNull(tickets.admittedAt), sql`not ${isForgotten}`)
  const [standing] = await db.select({ id: tickets.accountId }).from(tickets).where(mine)
  return standing ? (await showTicket(db, accountId, 0)).ahead : null
}

/** Forgets who went away. */
export const sweepTickets = (db: Db) => db.delete(tickets).where(isForgotten)
