import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Actor } from '#platform/actor.ts'

export const familyNumbers = pgSequence('family_numbers', { startWith: 1001 })
const nextNumber = sql`nextval('family_numbers')`

/**
 * Outlives its account, without a name then. `family_id` columns have no foreign key: families are not deleted while
 * rows name them, and checkouts must not lock them.
 */
export const families = pgTable(
  'families',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** On invoices, to match checks and transfers. */
    number: integer().notNull().default(nextNumber),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Never a merged family itself. Older rows keep this id. */
    mergedInto: uuid().references((): AnyPgColumn => families.id),
  },
  (row) => [
    uniqueIndex('families_number_key').on(row.number),
    index('families_created_idx').on(row.createdAt),
    index('families_merged_into_idx').on(row.mergedInto).where(sql`${row.mergedInto} is not null`),
  ],
)

/** Rows that undoing a merge restores. */
export type MergedRows = {
  account: { id: string } & Record<string, unknown>
  people: { id: string }[]
  releases: object[]
  formerNames: object[]
  /** With those merged into it before. */
  families: string[]
  /** Receipts have an account only. */
  receipts: number[]
  /** So have entries of waiting lists. Absent in merges of an earlier version. */
  entries?: number[]
  /** State of the remaining family, and releases of the other one that it took over. */
  staying: { releaseSignedAt: string | null; releases: number[] }
  /** Rows moved from one player to the same player of the remaining family. */
  samePlayers: { from: string; to: string; rows: Record<string, (number | string)[]>; contacts: object[] }[]
}

/** `saved` is present while the merge can be undone. */
export const familyMerges = pgTable(
  'family_merges',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    fromFamilyId: uuid()
      .notNull()
      .references(() => families.id),
    intoFamilyId: uuid()
      .notNull()
      .references(() => families.id),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    by: text().$type<Actor>().notNull(),
    saved: jsonb().$type<MergedRows>(),
  },
  (row) => [
    index('family_merges_from_idx').on(row.fromFamilyId),
    index('family_merges_into_idx').on(row.intoFamilyId),
    index('family_merges_saved_idx').on(row.at).where(sql`${row.saved} is not null`),
  ],
)

export const accounts = pgTable(
  'accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null in rows of an earlier version: `completeFamilies` fills it. */
    familyId: uuid().references(() => families.id),
    /** The family's number, for an earlier version. */
    number: integer().notNull().default(nextNumber),
    kind: text({ enum: ['parent', 'player'] }).notNull(),
    /** Null: the family gets paper, and nobody can log in. */
    email: text(),
    emailChangedAt: timestamp({ withTimezone: true }),
    /** The holder's, as printed on papers; changed in the account settings only. */
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Null until chosen by a mailed link: made at the desk, or signed up more than once. */
    passwordHash: text(),
    /** Null: by its holder. */
    madeBy: text().$type<Actor>(),
    activatedAt: timestamp({ withTimezone: true }),
    /** For an earlier version without `releases`; no longer written. */
    liabilityVersion: text(),
    liabilityAgreedAt: timestamp({ withTimezone: true }).defaultNow(),
    liabilityAddress: text(),
    /** The first acceptance, for the index of unsigned accounts; `releases` is authoritative. */
    releaseSignedAt: timestamp({ withTimezone: true }),
    isDemo: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    linkSentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastLoginAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the holder got the notice that the inactive account will be erased. */
    erasureToldAt: timestamp({ withTimezone: true }),
  },
  (row) => [
    uniqueIndex('accounts_email_key').on(row.email),
    uniqueIndex('accounts_number_key').on(row.number),
    index('accounts_family_idx').on(row.familyId),
    index('accounts_name_idx').on(row.lastName, row.firstName),
    index('accounts_last_login_idx').on(row.lastLoginAt),
    index('accounts_unsigned_idx').on(row.id).where(sql`${row.releaseSignedAt} is null`),
    index('accounts_demo_idx').on(row.id).where(sql`${row.isDemo}`),
    index('accounts_never_activated_idx').on(row.linkSentAt).where(sql`${row.activatedAt} is null`),
  ],
)

export const releaseWays = ['sign-up', 'welcome', 'site', 'paper'] as const

export const releases = pgTable(
  'releases',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    how: text({ enum: releaseWays }).notNull(),
    by: text().$type<Actor>().notNull(),
    /** None for paper. */
    address: text(),
  },
  (row) => [
    uniqueIndex('releases_account_version_key').on(row.accountId, row.version),
    check('releases_how_check', sql`${row.how} in ('sign-up', 'welcome', 'site', 'paper')`),
  ],
)

/** A holder's former names, for papers of their time. */
export const formerNames = pgTable(
  'former_names',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    until: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [index('former_names_account_idx').on(row.accountId)],
)

const wordList = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** `parent`: the account's adult and emergency contact. `myself`: a player account's holder. `family`: the rest. */
export const people = pgTable(
  'people',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null: a deleted player, to whom only registrations refer. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    familyId: uuid(),
    role: text({ enum: ['parent', 'myself', 'family'] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    birthday: date(),
    skillLevel: text(),
    isActive: boolean().notNull().default(true),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Search terms (`search.ts`); null until written. */
    search: wordList(),
  },
  (row) => [
    index('people_account_idx').on(row.accountId),
    index('people_family_idx').on(row.familyId),
    index('people_search_idx').using('gin', row.search),
    index('people_not_searchable_idx').on(row.id).where(sql`${row.search} is null`),
    uniqueIndex('people_one_parent_and_self_key')
      .on(row.accountId, row.role)
      .where(sql`${row.role} <> 'family'`),
    check('people_role_check', sql`${row.role} in ('parent', 'myself', 'family')`),
  ],
)
export type Person = typeof people.$inferSelect

/** The cookie holds the token, the row its hash. */
export const signIns = pgTable(
  'sign_ins',
  {
    tokenHash: text().primaryKey(),
    /** For lists, since the token opens the session. */
    id: uuid().notNull().defaultRandom(),
    /** "Firefox on Windows", from the User-Agent; empty if unknown. */
    device: text().notNull().default(''),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    secondFactorAt: timestamp({ withTimezone: true }),
  },
  (row) => [index('sign_ins_account_idx').on(row.accountId), index('sign_ins_expires_idx').on(row.expiresAt)],
)

/** Good once: taking one deletes it. */
export const tokens = pgTable(
  'tokens',
  {
    tokenHash: text().primaryKey(),
    purpose: text({
      enum: ['activation', 'password-reset', 'email-change', 'guardian', 'welcome'],
    }).notNull(),
    /** The new address of an 'email-change', or a 'guardian' to confirm. */
    newEmail: text(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (row) => [index('tokens_account_idx').on(row.accountId), index('tokens_expires_idx').on(row.expiresAt)],
)
