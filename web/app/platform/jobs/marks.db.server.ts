import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { type markNames, marks } from './marks.tables.ts'

type MarkName = (typeof markNames)[number]

/** Writes that something was done, now or at the time of `at`. */
export const setMark = (
  db: Db,
  name: MarkName,
  at: Date | ReturnType<typeof sql> = sql`now()`,
  note?: string,
) =>
  db
    .insert(marks)
    .values({ name, at, note })
    .onConflictDoUpdate({ target: marks.name, set: { at: sql`excluded.at`, note: sql`excluded.note` } })

export async function markOf(db: Db, name: MarkName) {
  const [mark] = await db.select({ at: marks.at, note: marks.note }).from(marks).where(eq(marks.name, name))
  return mark
}

export const removeMark = (db: Db, name: MarkName) => db.delete(marks).where(eq(marks.name, name))

/** After a restore nothing goes out, since it may have gone out already, until a person says so. */
export const standsStill = sql`exists (select 1 from ${marks} where ${marks.name} = 'standstill')`

export const isStandingStill = async (db: Db) => (await markOf(db, 'standstill')) !== undefined
