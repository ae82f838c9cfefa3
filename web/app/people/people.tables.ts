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
 * A family, which outlives its account: without one it has no name left. One per account. Rows that say whose they are
 * (`family_id`) have no foreign key to it, since it is never deleted while they are there, and no checkout locks it.
 */
export const families = pgTable(
  'families',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** On its invoices, by which its checks and transfers are known. */
    number: integer().notNull().default(nextNumber),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The family that it turned out to be, never one that was merged itself. Its rows go on naming this one. */
    mergedInto: uuid().references((): AnyPgColumn => families.id),
  },
  (row) => [
    uniqueIndex('families_number_key').on(row.number),
    index('families_created_idx').on(row.createdAt),
    index('families_merged_into_idx').on(row.mergedInto).where(sql`${row.mergedInto} is not null`),
  ],
)

/** What an undo of a merge puts back, as rows of their tables. */
export type MergedRows = {
  account: { id: string } & Record<string, unknown>
  people: { id: string }[]
  releases: object[]
  formerNames: object[]
  /** The family that went, and those that had been merged into it. */
  families: string[]
  /** Receipts name their account alone. */
  receipts: number[]
  /** So do entries of waiting lists. A merge of before knew none. */
  entries?: number[]
  /** Since when the family that stays has signed, and by which releases of the other. */
  staying: { releaseSignedAt: string | null; releases: number[] }
  /** Which player of the family that stays took over which rows of a player of the other. */
  samePlayers: { from: string; to: string; rows: Record<string, (number | string)[]>; contacts: object[] }[]
}

/** Two families made one. `saved` is there as long as it can be undone. */
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
    /** Null where a version that knew no families made it: `completeFamilies` gives it one. */
    familyId: uuid().references(() => families.id),
    /** Its family's number, for the version that knew no families. */
    number: integer().notNull().default(nextNumber),
    kind: text({ enum: ['parent', 'player'] }).notNull(),
    /** Null: the family gets paper, and nobody can log in. */
    email: text(),
    /** When another one took its place last. */
    emailChangedAt: timestamp({ withTimezone: true }),
    /** Its holder, who is named on papers: from the sign-up, changed in the account settings alone. */
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Null until the holder has chosen one by a mailed link: made at the desk, or signed up with more than once. */
    passwordHash: text(),
    /** Who made it, where its holder did not. */
    madeBy: text().$type<Actor>(),
    activatedAt: timestamp({ withTimezone: true }),
    /** For the version that knew no `releases`: written by none since. */
    liabilityVersion: text(),
    liabilityAgreedAt: timestamp({ withTimezone: true }).defaultNow(),
    liabilityAddress: text(),
    /** When its holder accepted a release first. It only leads to those who have not: what counts are the `releases`. */
    releaseSignedAt: timestamp({ withTimezone: true }),
    isDemo: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When an activation link was mailed last. */
    linkSentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastLoginAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the holder was told that the account, long unused, will be erased. */
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

/** A release of liability that was accepted: which text, when, how, by whom, and from which network address. */
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

/** What a holder was called until then, so that papers given before stay as they were. */
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

/** Words that are found by their beginnings, through a GIN index. */
const wordList = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** `parent`: the account's adult and emergency contact. `myself`: the holder of a player account. `family`: the rest. */
export const people = pgTable(
  'people',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null: a deleted player, of whom nothing is left but the registrations that refer to it. */
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
    /** What the person is found by, folded (`search.ts`); null until it was written. */
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

/** A browser that is signed in. The cookie holds the token, the row its hash. */
export const signIns = pgTable(
  'sign_ins',
  {
    tokenHash: text().primaryKey(),
    /** Names the session in lists: the token itself opens it. */
    id: uuid().notNull().defaultRandom(),
    /** "Firefox on Windows", as the browser says; empty where it says nothing. */
    device: text().notNull().default(''),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the second step was taken in this browser; null where it was not. */
    secondFactorAt: timestamp({ withTimezone: true }),
  },
  (row) => [index('sign_ins_account_idx').on(row.accountId), index('sign_ins_expires_idx').on(row.expiresAt)],
)

/** Links sent by mail. Taking one deletes it, so that it works once. */
export const tokens = pgTable(
  'tokens',
  {
    tokenHash: text().primaryKey(),
    purpose: text({
      enum: ['activation', 'password-reset', 'email-change', 'guardian', 'welcome'],
    }).notNull(),
    /** The address that an 'email-change' moves the account to, or that a 'guardian' confirms. */
    newEmail: text(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (row) => [index('tokens_account_idx').on(row.accountId), index('tokens_expires_idx').on(row.expiresAt)],
)
