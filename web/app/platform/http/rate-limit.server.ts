import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { tries } from './tries.tables.ts'

export type Limit = { tries: number; minutes: number }

export async function countTry(db: Db, key: string, limit: Limit) {
  if (await isBeyond(db, key, limit)) refuseBeyond(key)
}

export function refuseBeyond(key: string, message?: string): never {
  countRefusal(`too many tries: ${key.split(':')[0]}`)
  refuse('too-many-tries', message)
}

/** A single statement, so that it is exact over any number of processes. A rollback undoes the count. */
export async function isBeyond(db: Db, key: string, limit: Limit): Promise<boolean> {
  return (await countEach(db, [[key, limit]])).beyond !== undefined
}

/** Stops at the first key beyond its limit. All callers keep one order of keys, also in taking back: else deadlock. */
export async function countEach(db: Db, limited: [key: string, Limit][]) {
  const parameters = limited.flatMap(([key, { minutes, tries: most }], at) => [
    [`key ${at}`, key],
    [`seconds ${at}`, minutes * 60],
    [`most ${at}`, most],
  ])
  const [row] = await counting(db, limited.length).execute(Object.fromEntries(parameters))
  const counts = row?.counts ?? []
  return { beyond: limited.find(([, { tries: most }], at) => (counts[at] ?? 0) > most)?.[0], counts }
}

const counting = prepared((db, size: number) => {
  const name = (at: number) => `counted_${at}`
  const counted = Array.from({ length: size }, (_, at) => {
    const [key, seconds] = [sql.placeholder(`key ${at}`), sql.placeholder(`seconds ${at}`)]
    const windowStart = sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds})`
    const most = sql.placeholder(`most ${at - 1}`)
    const isReached = at > 0 ? sql` from ${sql.identifier(name(at - 1))} where count <= ${most}` : undefined
    const added = db
      .insert(tries)
      .select(sql`select ${key}, ${windowStart}, 1${isReached}`)
      .onConflictDoUpdate({
        target: [tries.key, tries.windowStart],
        set: { count: sql`${tries.count} + 1` },
      })
    return db.$with(name(at)).as(added.returning({ count: tries.count }))
  })
  const each = counted.map((tried) => sql`(select count from ${tried})`)
  return db
    .with(...counted)
    .select({ counts: sql<(number | null)[]>`array[${sql.join(each, sql`, `)}]` })
    .from(sql`(select) as once`)
    .prepare('')
})

const isWithin = (key: string, minutes: number) =>
  and(eq(tries.key, key), gt(tries.windowStart, sql`now() - make_interval(mins => ${minutes})`))

/** Exact where its windows are much shorter than `minutes`. */
export async function triesWithin(db: Db, key: string, minutes: number): Promise<number> {
  const [counted] = await db
    .select({ sum: sql<number>`coalesce(sum(${tries.count}), 0)::int` })
    .from(tries)
    .where(isWithin(key, minutes))
  return counted?.sum ?? 0
}

const takeTryBack = (db: Db, key: string, { minutes }: Limit) =>
  db
    .update(tries)
    .set({ count: sql`greatest(${tries.count} - 1, 0)` })
    .where(isWithin(key, minutes))

/** Locks the keys of one window in one order, and none whose count is 0. */
export const takeTriesBack = (db: Db, keys: string[], minutes: number) => {
  const { key, windowStart, count } = tries
  const counted = or(...keys.map((one) => isWithin(one, minutes)))
  const rows = db
    .select({ key, windowStart })
    .from(tries)
    .where(and(counted, gt(count, 0)))
  const locked = db.$with('locked').as(rows.orderBy(key).for('update'))
  return db
    .with(locked)
    .update(tries)
    .set({ count: sql`${count} - 1` })
    .from(locked)
    .where(and(eq(key, locked.key), eq(windowStart, locked.windowStart)))
}

/** For one-time values; the row outlives `until`, so that a value stays used. */
export async function isFirstUse(db: Db, key: string, until: Date): Promise<boolean> {
  const used = db.insert(tries).values({ key, windowStart: until }).onConflictDoNothing()
  return (await used.returning({ key: tries.key })).length > 0
}

export const forgetTries = (db: Db, key: string) => db.delete(tries).where(eq(tries.key, key))

/** In the order in which they are counted, against deadlocks. */
export const takeBackAndForget = (db: Db, key: string, limit: Limit, forgotten: string) => {
  const taken = db.$with('taken').as(takeTryBack(db, key, limit).returning({ key: tries.key }))
  const isAfterIt = sql`(select count(*) from ${taken}) >= 0`
  return db
    .with(taken)
    .delete(tries)
    .where(and(isAfterIt, eq(tries.key, forgotten)))
}

/** One IPv6 customer has a /64 network, which counts as one. */
export function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

export const sweepTries = (db: Db) =>
  db.delete(tries).where(lt(tries.windowStart, sql`now() - make_interval(days => ${retention.tryDays})`))
