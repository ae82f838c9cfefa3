import { and, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { retention } from '#platform/retention.ts'
import { mails } from './mail.tables.ts'

/** Erases content; the row still says that a mail was sent, to whom and when. */
export const eraseMailText = (db: Db, condition: SQL | undefined) =>
  db
    .update(mails)
    .set({ subject: '', text: '', html: '', attachments: [], bodyErasedAt: sql`now()` })
    .where(and(condition, isNull(mails.bodyErasedAt)))

/** Mails hold personal data: content and rows expire. */
export async function sweepMails(db: Db): Promise<void> {
  const written = sql`coalesce(${mails.sentAt}, ${mails.createdAt})`
  await db.delete(mails).where(lt(written, sql`now() - make_interval(days => ${retention.mailDays})`))
  await eraseMailText(db, lt(mails.sentAt, sql`now() - make_interval(days => ${retention.mailTextDays})`))
}
