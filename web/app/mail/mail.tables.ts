import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Paper } from '#mail/pdf/paper.ts'
import { type MailSource, mailKinds } from './mail-kinds.ts'

/** A paper becomes a PDF when the mail is sent; a calendar file is sent as it is. */
export type Attachment =
  | { filename: string; paper: Paper; calendar?: undefined }
  | { filename: string; calendar: string; paper?: undefined }

/** The outbox: a mail is written in the transaction of its event, and sent afterwards. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Whatever address it went to: it is deleted with the account. */
    accountId: uuid(),
    familyId: uuid(),
    /** Null: written by a version without kinds. */
    kind: text({ enum: mailKinds }),
    recipient: text().notNull(),
    /** To the confirmed guardian of a player account (`copies.server.ts`). */
    isCopy: boolean().notNull().default(false),
    replyTo: text(),
    /** Its Message-ID, against duplicates. Null until the first try in rows of a version without it. */
    messageId: uuid().defaultRandom(),
    source: jsonb().$type<MailSource>(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    leasedUntil: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    sentAt: timestamp({ withTimezone: true }),
    lastError: text(),
    /** When content and papers were erased. */
    bodyErasedAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    index('mails_account_idx').on(row.accountId),
    index('mails_family_idx').on(row.familyId),
    index('mails_over_idx').on(sql`coalesce(${row.sentAt}, ${row.createdAt})`),
    index('mails_due_idx').on(row.dueAt).where(sql`${row.sentAt} is null`),
    index('mails_kind_idx').on(row.kind, row.id),
    index('mails_sent_idx').on(row.id).where(sql`${row.sentAt} is not null`),
    index('mails_recipient_idx').on(sql`lower(${row.recipient}) text_pattern_ops`),
    index('mails_words_idx')
      .on(row.sentAt)
      .where(sql`${row.sentAt} is not null and ${row.bodyErasedAt} is null`),
  ],
)
