import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#people/people.tables.ts'
import { type Role, roles } from './roles.ts'

/** Expired dates are shown and warned of, and lock nobody out. */
export const members = pgTable('members', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  joinedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  backgroundCheckUntil: date(),
  safetyTrainingUntil: date(),
  /** The last warning of a date. */
  warnedAt: timestamp({ withTimezone: true }),
})

/** Both days inclusive. */
export const memberRoles = pgTable(
  'member_roles',
  {
    accountId: uuid()
      .notNull()
      .references(() => members.accountId, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    firstDay: date().notNull(),
    lastDay: date(),
  },
  (row) => [
    primaryKey({ name: 'member_roles_pkey', columns: [row.accountId, row.role] }),
    check(
      'member_roles_role_check',
      sql`${row.role} in ('owner', 'registrar', 'treasurer', 'coach', 'reader')`,
    ),
    check('member_roles_days_check', sql`${row.lastDay} is null or ${row.lastDay} >= ${row.firstDay}`),
  ],
)

export const invitations = pgTable('invitations', {
  tokenHash: text().primaryKey(),
  email: text().notNull(),
  roles: jsonb().$type<{ role: Role; firstDay: string; lastDay: string | null }[]>().notNull(),
  /** As in `changes`. */
  invitedBy: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** Sealed with a key that is not in this database. */
export const authenticators = pgTable('authenticators', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  /** Null until its first valid code. */
  confirmedAt: timestamp({ withTimezone: true }),
  /** The time step of the newest accepted code: each is good once. */
  lastStep: integer().notNull().default(0),
})

export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    counter: integer().notNull().default(0),
    transports: jsonb().$type<string[]>().notNull().default([]),
    name: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (row) => [index('passkeys_account_idx').on(row.accountId)],
)

/** Each is good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    usedAt: timestamp({ withTimezone: true }),
  },
  (row) => [index('recovery_codes_account_idx').on(row.accountId)],
)
