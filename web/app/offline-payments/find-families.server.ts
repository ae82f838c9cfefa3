import { and, asc, eq, exists, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { invoiceNumber } from '#invoices/invoice.ts'
import { readPaymentCredit } from '#ledger/credit.db.server.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { isNumbered } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { namedPlaces, placesPaidBy } from '#registrations/named-places.db.server.ts'
import { isOwed, isUnpaid } from '#registrations/registrations.db.server.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'

/** Families by email, invoice number or any member's name, with unpaid places, recorded payments and open amounts. */
export async function findFamilies(db: Db, text: string) {
  const families = await familiesLike(db, text)
  const ids = families.map(({ id }) => id)
  if (ids.length === 0) return []
  const unpaid = await namedPlaces(db, and(inArray(registrations.accountId, ids), isUnpaid))
  const recorded = await listRecordedPayments(db, ids)
  const open = await listOpenAmounts(db, ids)
  return families.map(({ id, number, email }) => ({
    number,
    email,
    unpaid: withoutAccount(unpaid, id).map((row) => ({
      ...row,
      invoice: `${toYear(row.startsOn)}-${number}`,
    })),
    recorded: withoutAccount(recorded, id),
    open: withoutAccount(open, id),
  }))
}

const withoutAccount = <Row extends { accountId: string | null }>(rows: Row[], id: string) =>
  rows.filter(({ accountId }) => accountId === id).map(({ accountId: _, ...row }) => row)

/** Twenty at most. */
export function familiesLike(db: Db, text: string) {
  const invoice = invoiceNumber(text)
  const like = `%${plainText(text).replace(/[%_\\]/g, '\\$&')}%`
  const isLike = (text: SQL) => sql`${plain(text)} like ${like}`
  const named = db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.accountId, accounts.id), isLike(fullNameSql(people))))
  return db
    .select({ id: accounts.id, number: families.number, email: accounts.email })
    .from(accounts)
    .innerJoin(families, eq(families.id, accounts.familyId))
    .where(
      invoice
        ? isNumbered(invoice.family)
        : or(isLike(sql`${accounts.email}`), isLike(fullNameSql(accounts)), exists(named)),
    )
    .orderBy(asc(families.number))
    .limit(20)
}

const fullNameSql = ({ firstName, lastName }: typeof people | typeof accounts) =>
  sql`${firstName} || ' ' || ${lastName}`

/** Without case and accents, so that "zoe" finds Zoë: in JavaScript, and again in SQL. */
const plainText = (text: string) =>
  text.trim().replace(/\s+/g, ' ').normalize('NFD').replace(accents, '').replaceAll('’', "'").toLowerCase()
const accents = /[\u0300-\u036f]/g
const plain = (text: SQL) =>
  sql`lower(replace(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'), '’', ''''))`

export async function listRecordedPayments(db: Db, accountIds: string[]) {
  const { timeZone } = await readProgramme(db)
  const { id, accountId, amountCents, how, reference, note, receivedOn, takenBackCents } = offlinePayments
  const { togetherId, recordedBy, recordedAt } = offlinePayments
  const payments = await db
    .select({
      ...{ id, accountId, amountCents, how, reference, note, receivedOn, takenBackCents },
      ...{ togetherId, recordedBy, recordedAt },
    })
    .from(offlinePayments)
    .where(inArray(offlinePayments.accountId, accountIds))
    .orderBy(asc(offlinePayments.id))
  const ids = payments.map(({ id }) => id)
  const paid = await placesPaidBy(db, 'recordedId', ids)
  const credit = await readPaymentCredit(db, 'recordedId', ids)
  const actorName = await actorNames(
    db,
    payments.map(({ recordedBy }) => recordedBy),
  )
  return payments.map(({ recordedBy, recordedAt, ...payment }) => ({
    ...payment,
    recordedBy: actorName(recordedBy),
    recordedOn: todayIn(timeZone, recordedAt),
    paid: paid.filter(({ paymentId }) => paymentId === payment.id),
    creditCents: credit.get(payment.id) ?? 0,
  }))
}

/** Other payments by the same check that still stand. */
export const listSameCheck = (db: Db, togetherId: string, besides: number) =>
  db
    .select({
      number: families.number,
      leftCents: sql<number>`${offlinePayments.amountCents} - ${offlinePayments.takenBackCents}`,
    })
    .from(offlinePayments)
    .innerJoin(families, eq(families.id, offlinePayments.familyId))
    .where(
      and(
        eq(offlinePayments.togetherId, togetherId),
        ne(offlinePayments.id, besides),
        lt(offlinePayments.takenBackCents, offlinePayments.amountCents),
      ),
    )
    .orderBy(asc(families.number))

/** Without those being paid online. */
export type Unpaid = Awaited<ReturnType<typeof listUnpaid>>[number]

export const listUnpaid = (db: Db, filter: SQL | undefined) => namedPlaces(db, and(isOwed, filter))
