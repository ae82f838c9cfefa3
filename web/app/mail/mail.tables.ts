import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Paper } from '#mail/pdf/paper.ts'
import { type MailSource, mailKinds } from './mail-kinds.ts'

/** A paper is set as a PDF when the mail is sent; a calendar file goes as it is. */
export type Attachment =
  | { filename: string; paper: Paper; calendar?: undefined }
  | { filename: string; calendar: string; paper?: undefined }

/** The outbox. A mail is written in the transaction of what it tells, and sent afterwards. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Whose it is, whatever address it went to: it goes with the account. */
    accountId: uuid(),
    familyId: uuid(),
    /** What it is about. Null: written by a version that knew no kinds. */
    kind: text({ enum: mailKinds }),
    recipient: text().notNull(),
    /** To the confirmed guardian of the player whose account it is (`copies.server.ts`). */
    isCopy: boolean().notNull().default(false),
    /** Whom an answer goes to, where that is not the sender. */
    replyTo: text(),
    /** Its Message-ID: one that is sent twice is known as the same. Null until its first try, where a version wrote it that knew none. */
    messageId: uuid().defaultRandom(),
    /** What it was written from, by which it can be written afresh. */
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
    /** When its words and papers were emptied, which the row outlives (`erase-words.server.ts`). */
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
