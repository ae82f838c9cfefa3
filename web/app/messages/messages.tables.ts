import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { families } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'

/** One mail per family, however many children and sessions. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** For the previous version, which has one session per message; `message_sessions` counts. */
    sessionId: integer().references(() => sessions.id),
    subject: text().notNull(),
    text: text().notNull(),
    /** As in `changes`. */
    writtenBy: text().$type<Actor>().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    index('messages_session_idx').on(row.sessionId),
    index('messages_written_by_idx').on(row.writtenBy),
  ],
)

export const messageSessions = pgTable(
  'message_sessions',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
  },
  (row) => [
    primaryKey({ name: 'message_sessions_pkey', columns: [row.messageId, row.sessionId] }),
    index('message_sessions_session_idx').on(row.sessionId),
  ],
)

export const messageFamilies = pgTable(
  'message_families',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id),
    familyId: uuid()
      .notNull()
      .references(() => families.id),
    mailId: integer().references(() => mails.id, { onDelete: 'set null' }),
  },
  (row) => [
    primaryKey({ name: 'message_families_pkey', columns: [row.messageId, row.familyId] }),
    index('message_families_family_idx').on(row.familyId),
    index('message_families_mail_idx').on(row.mailId),
  ],
)
