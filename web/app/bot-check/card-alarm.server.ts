import { eq, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isBeyond, triesWithin } from '#platform/http/rate-limit.server.ts'
import { tries } from '#platform/http/tries.tables.ts'

const declines = 'declines:site'
const minutes = 10
const alarm = 'card-alarm'

type Here = Pick<World, 'db' | 'env' | 'log'>

/** Many declines on the whole site mean that somebody tests stolen cards. */
export async function countSiteDecline({ db, env, log }: Here): Promise<void> {
  await isBeyond(db, declines, { tries: Number.POSITIVE_INFINITY, minutes: 1 })
  const most = env.cardLimits.declinesForAlarm
  const declined = await triesWithin(db, declines, minutes)
  if (declined < most) return
  // The row is the alarm: the process that inserts it logs it. Its infinite time keeps it from the sweep.
  const row = { key: alarm, windowStart: sql`'infinity'::timestamptz` }
  const [begun] = await db.insert(tries).values(row).onConflictDoNothing().returning({ key: tries.key })
  if (begun) log.warn({ declined, minutes }, 'many cards are declined: the bot check is harder now')
}

export async function endCardAlarm({ db, env, log }: Here): Promise<void> {
  const declined = await triesWithin(db, declines, minutes)
  if (declined >= env.cardLimits.declinesForAlarm) return
  const [ended] = await db.delete(tries).where(eq(tries.key, alarm)).returning({ key: tries.key })
  if (ended) log.warn({ declined, minutes }, 'fewer cards are declined: the bot check is as before')
}

export const isAlarmed = async (db: Db) => (await db.$count(tries, eq(tries.key, alarm))) > 0
