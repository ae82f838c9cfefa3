import { and, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { retention } from '#platform/retention.ts'
import { mails } from './mail.tables.ts'

/** What these mails say goes; that one was sent, to whom and when, stays until the row goes too. */
export const eraseWords = (db: Db, which: SQL | undefined) =>
  db
    .update(mails)
    .set({ subject: '', text: '', html: '', attachments: [], bodyErasedAt: sql`now()` })
    .where(and(which, isNull(mails.bodyErasedAt)))

/** Mails hold names and addresses: they are not kept for long, and their words for less. */
export async function sweepMails(db: Db): Promise<void> {
  const written = sql`coalesce(${mails.sentAt}, ${mails.createdAt})`
  await db.delete(mails).where(lt(written, sql`now() - make_interval(days => ${retention.mailDays})`))
  await eraseWords(db, lt(mails.sentAt, sql`now() - make_interval(days => ${retention.mailWordsDays})`))
}
