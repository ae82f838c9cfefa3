import { desc, eq, inArray } from 'drizzle-orm'
import { mails } from '#mail/mail.tables.ts'
import { familyIds } from '#people/families.db.server.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { readableLog } from './log-subjects.server.ts'

const mostMails = 20

export async function listFamilyMails(db: Db, accountId: string, timeZone: string) {
  const rows = await db
    .select({
      id: mails.id,
      to: mails.recipient,
      subject: mails.subject,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      error: mails.lastError,
    })
    .from(mails)
    .where(eq(mails.accountId, accountId))
    .orderBy(desc(mails.id))
    .limit(mostMails)
  return rows.map(({ createdAt, sentAt, error, ...mail }) => ({
    ...mail,
    at: dayAndTime(sentAt ?? createdAt, timeZone),
    state: sentAt ? ('sent' as const) : error ? ('failing' as const) : ('waiting' as const),
  }))
}

const mostChanges = 30

export async function readFamilyLog(db: Db, familyId: string, timeZone: string) {
  const rows = await db
    .select({ change: changes, words: changeNotes.words })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .where(inArray(changes.familyId, familyIds(familyId)))
    .orderBy(desc(changes.id))
    .limit(mostChanges)
  const lines = rows.map(({ change: { familyId: _, ...change }, words }) => ({ ...change, words }))
  return (await readableLog(db, lines)).map(({ at, ...line }) => ({ ...line, at: dayAndTime(at, timeZone) }))
}
