import { eq, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isBeyond, triesWithin } from '#platform/http/rate-limit.server.ts'
import { tries } from '#platform/http/tries.tables.ts'

const declines = 'declines:site'
const minutes = 10
const alarm = 'card-alarm'

type Here = Pick<World, 'db' | 'env' | 'log'>

/** Counts a declined card of the whole site: many at once are somebody who tries out stolen ones. */
export async function countSiteDecline({ db, env, log }: Here): Promise<void> {
  await isBeyond(db, declines, { tries: Number.POSITIVE_INFINITY, minutes: 1 })
  const most = env.cardLimits.declinesForAlarm
  const declined = await triesWithin(db, declines, minutes)
  if (declined < most) return
  // The row is the alarm: whichever process writes it tells of it. No sweep finds it, since it has no end yet.
  const row = { key: alarm, windowStart: sql`'infinity'::timestamptz` }
  const [begun] = await db.insert(tries).values(row).onConflictDoNothing().returning({ key: tries.key })
  if (begun) log.warn({ declined, minutes }, 'many cards are declined: the bot check is harder now')
}

/** Ends the alarm once fewer cards are declined. */
export async function endCardAlarm({ db, env, log }: Here): Promise<void> {
  const declined = await triesWithin(db, declines, minutes)
  if (declined >= env.cardLimits.declinesForAlarm) return
  const [ended] = await db.delete(tries).where(eq(tries.key, alarm)).returning({ key: tries.key })
  if (ended) log.warn({ declined, minutes }, 'fewer cards are declined: the bot check is as before')
}

/** Whether somebody seems to be trying out cards. */
export const isAlarmed = async (db: Db) => (await db.$count(tries, eq(tries.key, alarm))) > 0
