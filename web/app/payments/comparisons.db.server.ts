import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Span } from '#payments/gateway/gateway-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { charges } from './payments.tables.ts'
import { comparisons, type Difference, differences } from './reconciliation.tables.ts'

export type Comparison = typeof comparisons.$inferSelect
export type Found = Pick<Difference, 'kind' | 'transactionId' | 'chargeId' | 'amountCents' | 'words'>

/** Longer than any job. */
const lease = sql`now() + interval '30 minutes'`
/** Each comparison repeats some days, for transactions that appear late. */
const overlap = sql`interval '3 days'`
const longest = sql`now() - interval '90 days'`

const last = sql`(select max(compared_until) from comparisons where ended_at is not null)`
/** The first goes back to the first charge, at most as far as the gateway allows refunds. */
const first = sql`(select min(created_at) from charges)`

/**
 * Begins a comparison, or takes over one whose process died; undefined if one is under way or none is due. The single
 * row without an end is the leader's lock.
 */
export async function beginComparison(
  db: Db,
  by: string,
  { isRequested, marginSeconds }: { isRequested: boolean; marginSeconds: number },
): Promise<Comparison | undefined> {
  const [taken] = await db
    .update(comparisons)
    .set({ leasedUntil: lease })
    .where(and(isNull(comparisons.endedAt), lt(comparisons.leasedUntil, sql`now()`)))
    .returning()
  if (taken) return taken
  if (!isRequested && !(await isDueNow(db))) return undefined
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

/** A day after the last one, once a charge is a day old. */
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

export async function endComparison(tx: Db, id: number, counts: Counts) {
  const open = await tx.$count(differences, isOpen)
  const [ended] = await tx
    .update(comparisons)
    .set({ ...counts, differences: open, endedAt: sql`now()` })
    .where(and(eq(comparisons.id, id), isNull(comparisons.endedAt)))
    .returning()
  return ended
}

/** Retried after ten minutes. */
export const giveUpComparison = (db: Db, id: number) =>
  db
    .update(comparisons)
    .set({ leasedUntil: sql`now() + interval '10 minutes'` })
    .where(and(eq(comparisons.id, id), isNull(comparisons.endedAt)))

/** Below PostgreSQL's limit of parameters: with wrong keys every charge of a season differs. */
const rowsAtOnce = 500

/** Returns the new ones. Differences closed by a person stay closed. */
export async function storeDifferences(tx: Db, found: Found[]): Promise<Difference[]> {
  const stored: Difference[] = []
  for (let at = 0; at < found.length; at += rowsAtOnce) {
    const rows = found.slice(at, at + rowsAtOnce)
    stored.push(...(await tx.insert(differences).values(rows).onConflictDoNothing().returning()))
  }
  return stored
}

export const noteGone = (tx: Db, ids: number[]) =>
  tx
    .update(differences)
    .set({ goneAt: sql`now()` })
    .where(and(inArray(differences.id, ids), isNull(differences.goneAt)))

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

export async function seenToAmong(db: Db, transactionIds: string[]): Promise<string[]> {
  const isSeenTo = and(inArray(differences.transactionId, transactionIds), isNotNull(differences.closedAt))
  const rows = await db.select({ id: differences.transactionId }).from(differences).where(isSeenTo)
  return rows.map(({ id }) => id)
}

/** Refunded in the gateway's panel, and not yet assigned to a place. */
export const hasPanelRefund = async (db: Db, chargeId: string): Promise<boolean> =>
  (await db.$count(
    differences,
    and(eq(differences.chargeId, chargeId), eq(differences.kind, 'panel refund'), isOpen),
  )) > 0

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
