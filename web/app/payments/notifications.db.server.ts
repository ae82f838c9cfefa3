import { and, eq, lt, sql } from 'drizzle-orm'
import type { WebhookMessage } from '#payments/gateway/webhook-messages.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { areDueFirst } from '#platform/database/due-first.server.ts'
import { retention } from '#platform/retention.ts'
import { notifications } from './reconciliation.tables.ts'

export type Notification = typeof notifications.$inferSelect

/** Idempotent: repeated messages are counted. */
export async function storeNotification(
  db: Db,
  message: WebhookMessage,
  isToBeFollowed: boolean,
): Promise<void> {
  await db
    .insert(notifications)
    .values({
      ...message,
      ...(isToBeFollowed ? { dueAt: sql`now()` } : { outcome: 'nothing to do' }),
    })
    .onConflictDoUpdate({
      target: [notifications.kind, notifications.subjectId, notifications.happenedAt],
      set: { timesReceived: sql`least(${notifications.timesReceived} + 1, 1000000)` },
    })
}

export async function leaseNotification(db: Db, leaseSeconds: number): Promise<Notification | undefined> {
  const [leased] = await db
    .update(notifications)
    .set({
      dueAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
      tries: sql`${notifications.tries} + 1`,
    })
    .where(areDueFirst(notifications.id, notifications.dueAt, 1))
    .returning()
  return leased
}

export const noteFollowed = (db: Db, id: number, outcome: string) =>
  db.update(notifications).set({ dueAt: null, outcome }).where(eq(notifications.id, id))

/** Backoff: 1, 2, 4 … minutes, then every hour; null: no more. */
export const notePostponed = (db: Db, id: number, outcome: string, waitSeconds: number | null) => {
  const dueAt = waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})`
  return db.update(notifications).set({ dueAt, outcome }).where(eq(notifications.id, id))
}

export const sweepNotifications = (db: Db) => {
  const isOld = lt(
    notifications.receivedAt,
    sql`now() - make_interval(days => ${retention.notificationDays})`,
  )
  return db.delete(notifications).where(and(isOld, sql`${notifications.dueAt} is null`))
}
