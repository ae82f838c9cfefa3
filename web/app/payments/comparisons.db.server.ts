import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Span } from '#payments/gateway/gateway-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { comparisons, type Difference, differences } from './books.tables.ts'
import { charges } from './payments.tables.ts'

export type Comparison = typeof comparisons.$inferSelect
export type Found = Pick<Difference, 'kind' | 'transactionId' | 'chargeId' | 'amountCents' | 'words'>

/** As long as the longest job of ours may take. */
const lease = sql`now() + interval '30 minutes'`
/** What is seen late is seen the next time: each comparison looks at some days once more. */
const overlap = sql`interval '3 days'`
const longest = sql`now() - interval '90 days'`

const last = sql`(select max(compared_until) from comparisons where ended_at is not null)`
/** The first of all looks at everything, but no further back than it can be mended at the gateway. */
const first = sql`(select min(created_at) from charges)`

/**
 * Begins a comparison, or takes one over whose process has died; undefined where one is under way or none is due. A
 * single row without an end is the leader's.
 */
export async function beginComparison(
  db: Db,
  by: string,
  { isWanted, marginSeconds }: { isWanted: boolean; marginSeconds: number },
): Promise<Comparison | undefined> {
  const [taken] = await db
    .update(comparisons)
    .set({ leasedUntil: lease })
    .where(and(isNull(comparisons.endedAt), lt(comparisons.leasedUntil, sql`now()`)))
    .returning()
  if (taken) return taken
  if (!isWanted && !(await isDueNow(db))) return undefined
  const [begun] = await db
    .insert(comparisons)
    .values({
      by,
      comparedFrom: sql`greatest(coalesce(${last} - ${overlap}, ${first}, now()), ${longest})`,
      comparedUntil: sql`now() - make_interval(secs => ${marginSeconds})`,
      leasedUntil: lease,
    })
    .onConflictDoNothing()
    .returning()
  return begun
}

/** A day after the last one, once there is a charge that is a day old. */
async function isDueNow(db: Db): Promise<boolean> {
  const noneSince = sql`not exists (select from comparisons where ended_at > now() - interval '1 day')`
  const [oldest] = await db
    .select({ id: charges.id })
    .from(charges)
    .where(and(lt(charges.createdAt, sql`now() - interval '1 day'`), noneSince))
    .orderBy(charges.createdAt)
    .limit(1)
  return oldest !== undefined
}

export type Counts = { seen: number; foreign: number }

const isOpen = and(isNull(differences.goneAt), isNull(differences.closedAt))

/** Writes its end; undefined where another process took it over and ended it. */
export async function endComparison(tx: Db, id: number, counts: Counts) {
  const open = await tx.$count(differences, isOpen)
  const [ended] = await tx
    .update(comparisons)
    .set({ ...counts, differences: open, endedAt: sql`now()` })
    .where(and(eq(comparisons.id, id), isNull(comparisons.endedAt)))
    .returning()
  return ended
}

/** A comparison that failed is begun anew soon, by whoever comes first. */
export const giveUpComparison = (db: Db, id: number) =>
  db
    .update(comparisons)
    .set({ leasedUntil: sql`now() + interval '10 minutes'` })
    .where(and(eq(comparisons.id, id), isNull(comparisons.endedAt)))

/** As many as one statement can hold: with other keys every charge of a season differs. */
const rowsAtOnce = 500

/** Keeps what was found; answers those that are new. What a person has closed stays closed. */
export async function keepDifferences(tx: Db, found: Found[]): Promise<Difference[]> {
  const kept: Difference[] = []
  for (let at = 0; at < found.length; at += rowsAtOnce) {
    const rows = found.slice(at, at + rowsAtOnce)
    kept.push(...(await tx.insert(differences).values(rows).onConflictDoNothing().returning()))
  }
  return kept
}

export const noteGone = (tx: Db, ids: number[]) =>
  tx
    .update(differences)
    .set({ goneAt: sql`now()` })
    .where(and(inArray(differences.id, ids), isNull(differences.goneAt)))

/** Those that are open, a page after the one with the id `after`. */
export const openDifferences = (db: Db, after = 0, limit = 50): Promise<Difference[]> =>
  db
    .select()
    .from(differences)
    .where(and(isOpen, gt(differences.id, after)))
    .orderBy(asc(differences.id))
    .limit(limit)

export async function openDifference(db: Db, id: number): Promise<Difference> {
  const [difference] = await withNumber(db, id)
  return difference ?? refuseClosed(id)
}

/** Locked, so that two people do not see to it at once. */
export async function lockDifference(tx: Db, id: number): Promise<Difference> {
  const [difference] = await withNumber(tx, id).for('update')
  return difference ?? refuseClosed(id)
}

const withNumber = (db: Db, id: number) =>
  db
    .select()
    .from(differences)
    .where(and(eq(differences.id, id), isOpen))

const refuseClosed = (id: number) => refuse('not-found', `No open difference has the number ${id}.`)

export const closeDifference = (tx: Db, id: number, closedBy: string, note: string) =>
  tx.update(differences).set({ closedAt: sql`now()`, closedBy, note }).where(eq(differences.id, id))

/** Those of these transactions to which a person has seen. */
export async function seenToAmong(db: Db, transactionIds: string[]): Promise<string[]> {
  const isSeenTo = and(inArray(differences.transactionId, transactionIds), isNotNull(differences.closedAt))
  const rows = await db.select({ id: differences.transactionId }).from(differences).where(isSeenTo)
  return rows.map(({ id }) => id)
}

/** Whether money of this charge was given back at the gateway itself, and nobody has said for what. */
export const hasPanelRefund = async (db: Db, chargeId: string): Promise<boolean> =>
  (await db.$count(
    differences,
    and(eq(differences.chargeId, chargeId), eq(differences.kind, 'panel refund'), isOpen),
  )) > 0

/** What our books say was taken in a span of time. */
export const takenIn = (db: Db, { from, until }: Span) =>
  db
    .select({
      chargeId: charges.id,
      transactionId: sql<string>`${charges.transactionId}`,
      amountCents: charges.amountCents,
    })
    .from(charges)
    .where(
      and(
        eq(charges.state, 'accepted'),
        isNotNull(charges.transactionId),
        gte(charges.createdAt, from),
        lt(charges.createdAt, until),
      ),
    )
