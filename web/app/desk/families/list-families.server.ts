import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm'
import { donations } from '#donations/donations.tables.ts'
import { events, sessions } from '#events/events.tables.ts'
import { familyNumber, paperNumber } from '#invoices/invoice.ts'
import { postings } from '#ledger/postings.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { familyNow, writtenFor } from '#people/families.db.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import { matchesFamily } from '#people/search.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { type ListPage, pageOffset, perPage, toListPage } from '#platform/list-page.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { familiesByState, isPlace } from './family-states.server.ts'
import { type FamilyState, familyStateNames } from './family-states.ts'

/** Conditions are combined with `and`. */
export type FamilyFilter = {
  text?: string
  state?: FamilyState | undefined
  /** By a place; `event` likewise. */
  session?: number | undefined
  event?: string | undefined
  /** Created within so many days. */
  newDays?: number | undefined
  sort?: 'newest' | undefined
  page?: number | undefined
}

export type FamilyList = Awaited<ReturnType<typeof listFamilies>>

/** One page of families, by holder or newest first, and the total. */
export async function listFamilies(db: Db, today: Day, filter: FamilyFilter) {
  const condition = isListed(db, today, filter)
  const many = await (condition ? countFamilies(db, condition) : db.$count(accounts, hasAccount))
  const page = toListPage(many, filter.page)
  const rows = await familiesAt(db, today, condition ?? hasAccount, { page, sort: filter.sort })
  return {
    ...page,
    families: rows.map(({ states, ...row }) => ({ ...row, states: standing(states) })),
  }
}

const hasAccount = isNotNull(accounts.familyId)

/** Undefined: everybody. By state also deleted accounts, as counted by Today. */
function isListed(db: Db, today: Day, { text = '', state, session, event, newDays }: FamilyFilter) {
  const inSession = session === undefined ? event && eq(events.key, event) : eq(sessions.id, session)
  const filters = [
    inSession && inArray(families.id, familiesWith(db, inSession)),
    newDays && sql`${families.createdAt} >= now() - make_interval(days => ${newDays})`,
    text.trim() && isFound(db, text),
  ].filter((filter) => typeof filter === 'object')
  if (state) return and(inArray(families.id, familiesByState(db, today)[state]), ...filters)
  return filters.length > 0 ? and(hasAccount, ...filters) : undefined
}

const familiesWith = (db: Db, inSession: SQL) =>
  db
    .select({ id: familyNow })
    .from(registrations)
    .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(isPlace, inSession))

/** By name, email, phone, or the number of a family, invoice or receipt. */
function isFound(db: Db, text: string) {
  const paper = paperNumber(text)
  return paper ? inArray(families.id, familiesByPaper(db, paper)) : matchesFamily(text, familyNumber(text))
}

function familiesByPaper(db: Db, { series, number }: { series: string; number: number }) {
  if (series === 'R')
    return db
      .select({ id: familyNow })
      .from(charges)
      .leftJoin(writtenFor, eq(writtenFor.id, charges.familyId))
      .where(eq(charges.number, number))
  if (series === 'D')
    return db
      .select({ id: familyNow })
      .from(donations)
      .leftJoin(writtenFor, eq(writtenFor.id, donations.familyId))
      .where(eq(donations.number, number))
  const byPayment = db
    .select({ id: familyNow })
    .from(offlinePayments)
    .leftJoin(writtenFor, eq(writtenFor.id, offlinePayments.familyId))
    .where(eq(offlinePayments.number, number))
  // Receipts of earlier versions had the number of their place.
  const byPlace = db
    .select({ id: familyNow })
    .from(registrations)
    .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
    .innerJoin(postings, eq(postings.registrationId, registrations.id))
    .innerJoin(offlinePayments, eq(offlinePayments.id, postings.recordedId))
    .where(and(eq(registrations.id, number), isNull(offlinePayments.number)))
  return byPayment.union(byPlace)
}

async function countFamilies(db: Db, condition: SQL | undefined) {
  const [row] = await db
    .select({ many: count() })
    .from(families)
    .leftJoin(accounts, eq(accounts.familyId, families.id))
    .where(condition)
  return row?.many ?? 0
}

type PageOptions = { page: ListPage; sort: FamilyFilter['sort'] }

const familiesAt = (db: Db, today: Day, condition: SQL | undefined, { page, sort }: PageOptions) => {
  const rows = db
    .select({
      id: families.id,
      number: families.number,
      accountId: sql`${accounts.id}`.as('account_id'),
      email: accounts.email,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(families)
    .leftJoin(accounts, eq(accounts.familyId, families.id))
    .where(condition)
    .orderBy(...inOrder({ ...accounts, number: families.number }, sort))
    .limit(perPage)
    .offset(pageOffset(page))
    .as('page')
  const inState = familiesByState(db, today)
  const states = familyStateNames.map(
    (state) => sql`${sql.raw(`'${state}'`)}, ${rows.id} in ${inState[state]}`,
  )
  return db
    .select({
      number: rows.number,
      email: rows.email,
      firstName: rows.firstName,
      lastName: rows.lastName,
      players: sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object(
          'id', people.id, 'name', people.first_name || ' ' || people.last_name)
          order by people.created_at, people.id), '[]')
        from people where people.account_id = page.account_id and people.role <> 'parent')`,
      states: sql<Record<FamilyState, boolean | null>>`json_build_object(${sql.join(states, sql`, `)})`,
    })
    .from(rows)
    .orderBy(...inOrder(rows, sort))
}

type Named = Record<'lastName' | 'firstName' | 'number', AnyColumn>

const inOrder = ({ lastName, firstName, number }: Named, sort: FamilyFilter['sort']) =>
  sort === 'newest' ? [desc(number)] : [asc(lastName), asc(firstName), asc(number)]

/** Overdue implies unpaid: shown once. */
const standing = (states: Record<FamilyState, boolean | null>) =>
  familyStateNames.filter((state) => states[state] && !(state === 'unpaid' && states.overdue))
