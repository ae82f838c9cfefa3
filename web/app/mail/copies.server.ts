import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/database/database.server.ts'
import { mails } from './mail.tables.ts'
import { kindsWithCopy } from './mail-kinds.ts'
import { paragraph } from './mail-layout.ts'

const line = 'This is a copy of what we wrote to {name}.'
const lineFor = (sentence: string, name: SQL) => sql`replace(${sentence}::text, '{name}', ${name})`
const name = sql`accounts.first_name`
const escapedName = sql`replace(replace(${name}, '&', '&amp;'), '<', '&lt;')`

/** Adds mails, and their copies to confirmed guardians, in one statement. Returns the family of each mail. */
export function addWithCopies(db: Db, rows: PgInsertValue<typeof mails>[]) {
  const mail = db.$with('mail').as(db.insert(mails).values(rows).returning())
  const copies = sql`insert into mails
      (account_id, family_id, kind, recipient, is_copy, reply_to, source, subject, attachments, text, html)
    select mail.account_id, mail.family_id, mail.kind, guardian_addresses.email, true, mail.reply_to, mail.source,
      mail.subject, mail.attachments, ${lineFor(line, name)} || ${'\n\n'}::text || mail.text,
      replace(mail.html, '<h1 ', ${lineFor(paragraph(line), escapedName)} || '<h1 ')
    from mail
    join accounts on accounts.id = mail.account_id
    join guardian_addresses on guardian_addresses.account_id = accounts.id
    where ${inArray(mail.kind, kindsWithCopy)} and guardian_addresses.confirmed_at is not null
      and guardian_addresses.email <> mail.recipient`
  const copy = db.$with('copy', {}).as(copies)
  return db.with(mail, copy).select({ id: mail.id, familyId: mail.familyId }).from(mail)
}
