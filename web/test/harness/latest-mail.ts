import { desc, eq } from 'drizzle-orm'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'

/** The newest mail (to `recipient`), with the link to a page of the site that stands in it, and that link's token. */
export async function latestMail(db: Db, recipient?: string) {
  const isTo = recipient === undefined ? undefined : eq(mails.recipient, recipient)
  const [mail] = await db.select().from(mails).where(isTo).orderBy(desc(mails.id)).limit(1)
  const link = mail?.text.match(/https?:\S+\/pages\/\S+/)?.[0] ?? ''
  return { ...orNotFound(mail), link, token: link.split('?')[0]?.split('/').pop() ?? '' }
}
