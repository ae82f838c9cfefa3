import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts, people } from '#people/people.tables.ts'
import { careCategories } from './care.ts'

/** After the family's parent, who is no row here. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey().defaultRandom(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    relation: text().notNull(),
    phone: text().notNull(),
    mayCollect: boolean().notNull().default(false),
    position: integer().notNull().default(0),
  },
  (row) => [index('contacts_person_idx').on(row.personId)],
)

/** Kept with the family's consent until `erasesOn`. */
export const careNotes = pgTable(
  'care_notes',
  {
    personId: uuid()
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    category: text({ enum: careCategories }).notNull(),
    note: text().notNull(),
    whatToDo: text().notNull().default(''),
    consentedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    consentedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** 30 days after the player's last registered meeting, unless renewed. */
    erasesOn: date(),
    /** The `erasesOn` of the last notice. */
    toldErasesOn: date(),
  },
  (row) => [
    index('care_notes_consented_by_idx').on(row.consentedBy),
    check('care_notes_category_check', sql`${row.category} in ('allergy', 'medicine', 'other')`),
    check('care_notes_length_check', sql`length(${row.note}) <= 2000 and length(${row.whatToDo}) <= 2000`),
  ],
)

/** The newest row counts; without one photos may not be shown. */
export const photoConsents = pgTable(
  'photo_consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    mayBeShown: boolean().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    by: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (row) => [
    index('photo_consents_person_idx').on(row.personId, row.id),
    index('photo_consents_by_idx').on(row.by),
  ],
)

/** A player account's parent, who gets copies of its mails once confirmed. */
export const guardianAddresses = pgTable(
  'guardian_addresses',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmedAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    index('guardian_addresses_unconfirmed_idx').on(row.askedAt).where(sql`${row.confirmedAt} is null`),
  ],
)
