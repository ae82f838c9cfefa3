import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { donations } from '#donations/donations.tables.ts'
import { paymentIn } from '#ledger/postings.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { type Receipt, receipts } from '#registrations/receipts.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'

type NewReceipt = typeof receipts.$inferInsert

/** One that was given stays. */
export const addReceipt = (tx: Db, receipt: NewReceipt) =>
  tx.insert(receipts).values(receipt).onConflictDoNothing()

/** A charge of the account, with the receipt of what it paid. */
export async function chargeWithReceipt(db: Db, accountId: string, which: SQL) {
  const [row] = await db
    .select({ charge: charges, receipt: receipts })
    .from(charges)
    .leftJoin(receipts, eq(receipts.chargeId, charges.id))
    .where(and(eq(charges.accountId, accountId), which))
  return row
}
export const ofTransaction = (transactionId: string) => eq(charges.transactionId, transactionId)
export const ofCharge = (id: string) => eq(charges.id, id)

/** The receipts of what was recorded for a place, the newest first. */
export const receiptsOfPlace = (db: Db, accountId: string, registrationId: number): Promise<Receipt[]> =>
  db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.accountId, accountId),
        isNull(receipts.chargeId),
        sql`${receipts.places} @> ${JSON.stringify([{ id: registrationId }])}::jsonb`,
      ),
    )
    .orderBy(desc(receipts.id))

/** The receipt of a recorded payment; the newest, where each of its places had one. */
export async function receiptOfRecorded(db: Db, accountId: string, recordedId: number) {
  const isIt = and(eq(receipts.accountId, accountId), eq(receipts.recordedId, recordedId))
  return (await db.select().from(receipts).where(isIt).orderBy(desc(receipts.id)).limit(1))[0]
}

/** From now on a recorded payment does not pay these places. */
export const markTakenBack = (tx: Db, recordedId: number, ids: number[]) =>
  tx
    .update(receipts)
    .set({
      places: sql`(select jsonb_agg(case when ${inArray(sql`(place ->> 'id')::int`, ids)}
        then place || jsonb_build_object('takenBackAt', now()) else place end order by nth)
        from jsonb_array_elements(${receipts.places}) with ordinality as each(place, nth))`,
    })
    .where(and(eq(receipts.recordedId, recordedId), sql`${receipts.places} <> '[]'::jsonb`))

const isUnwritten = (db: Db) =>
  and(
    or(eq(charges.state, 'accepted'), eq(charges.endedHow, 'not settled')),
    isNotNull(charges.accountId),
    notExists(db.select({ id: receipts.id }).from(receipts).where(eq(receipts.chargeId, charges.id))),
    notExists(db.select({ id: donations.id }).from(donations).where(eq(donations.chargeId, charges.id))),
  )

const hasComeFor = (recordedId: AnyColumn) =>
  sql`exists (select from postings where registration_id = ${registrations.id}
    and recorded_id = ${recordedId} and kind = 'paid')`

/** A recorded payment came for it of which no receipt is written down; credit that was moved to it has its own. */
function hasNoReceipt(db: Db) {
  const payment = paymentIn(db, registrations.id)
  const isOfPlace = sql`${receipts.places} @> jsonb_build_array(jsonb_build_object('id', ${registrations.id}))`
  // One with a number has one paper, also for places that its credit has paid since.
  const isOfWhole = sql`exists (select from offline_payments where id = ${receipts.recordedId} and number is not null)`
  const isWritten = db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.recordedId, payment.recordedId), or(isOfPlace, isOfWhole)))
  return and(
    isNotNull(registrations.accountId),
    exists(
      db
        .select({ id: payment.recordedId })
        .from(payment)
        .where(and(isNotNull(payment.recordedId), hasComeFor(payment.recordedId), notExists(isWritten))),
    ),
  )
}

export const chargesWithoutReceipt = (db: Db, accountId: string) =>
  db
    .select()
    .from(charges)
    .where(and(eq(charges.accountId, accountId), isUnwritten(db)))
    .orderBy(asc(charges.createdAt))

export const entriesWithoutReceipt = (db: Db, accountId: string) =>
  entriesWhere(db, and(eq(registrations.accountId, accountId), hasNoReceipt(db)))

/** The accounts that have paid for something of which no receipt is written down. */
export async function accountsWithoutReceipt(db: Db): Promise<string[]> {
  const byCharge = await db
    .selectDistinct({ id: sql<string>`${charges.accountId}` })
    .from(charges)
    .where(isUnwritten(db))
  const byPlace = await db
    .selectDistinct({ id: sql<string>`${registrations.accountId}` })
    .from(registrations)
    .where(hasNoReceipt(db))
  return [...new Set([...byCharge, ...byPlace].map(({ id }) => id))]
}
