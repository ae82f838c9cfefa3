import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { type stampNames, stamps } from './site-state.tables.ts'

type StampName = (typeof stampNames)[number]

export const setStamp = (
  db: Db,
  name: StampName,
  at: Date | ReturnType<typeof sql> = sql`now()`,
  note?: string,
) =>
  db
    .insert(stamps)
    .values({ name, at, note })
    .onConflictDoUpdate({ target: stamps.name, set: { at: sql`excluded.at`, note: sql`excluded.note` } })

export async function findStamp(db: Db, name: StampName) {
  const [stamp] = await db
    .select({ at: stamps.at, note: stamps.note })
    .from(stamps)
    .where(eq(stamps.name, name))
  return stamp
}

export const removeStamp = (db: Db, name: StampName) => db.delete(stamps).where(eq(stamps.name, name))

/** After a restore nothing is sent until a person allows it, since it may have been sent before. */
export const standsStill = sql`exists (select 1 from ${stamps} where ${stamps.name} = 'standstill')`

export const isStandingStill = async (db: Db) => (await findStamp(db, 'standstill')) !== undefined
