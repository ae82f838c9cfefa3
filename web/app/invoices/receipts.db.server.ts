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

/** Idempotent: the first receipt stays. */
export const addReceipt = (tx: Db, receipt: NewReceipt) =>
  tx.insert(receipts).values(receipt).onConflictDoNothing()

export async function chargeWithReceipt(db: Db, accountId: string, filter: SQL) {
  const [row] = await db
    .select({ charge: charges, receipt: receipts })
    .from(charges)
    .leftJoin(receipts, eq(receipts.chargeId, charges.id))
    .where(and(eq(charges.accountId, accountId), filter))
  return row
}
export const hasTransaction = (transactionId: string) => eq(charges.transactionId, transactionId)
export const hasChargeId = (id: string) => eq(charges.id, id)

/** Receipts of recorded payments, the newest first. */
export const listPlaceReceipts = (db: Db, accountId: string, registrationId: number): Promise<Receipt[]> =>
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

/** The newest, where each of its places had one. */
export async function findRecordedReceipt(db: Db, accountId: string, recordedId: number) {
  const isIt = and(eq(receipts.accountId, accountId), eq(receipts.recordedId, recordedId))
  return (await db.select().from(receipts).where(isIt).orderBy(desc(receipts.id)).limit(1))[0]
}

/** The recorded payment no longer pays these places. */
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

const wasPaidByRecorded = (recordedId: AnyColumn) =>
  sql`exists (select from postings where registration_id = ${registrations.id}
    and recorded_id = ${recordedId} and kind = 'paid')`

/** Paid by a recorded payment without a receipt; credit that was moved to it has its own. */
function hasNoReceipt(db: Db) {
  const payment = paymentIn(db, registrations.id)
  const coversPlace = sql`${receipts.places} @> jsonb_build_array(jsonb_build_object('id', ${registrations.id}))`
  // A numbered payment has one receipt, also for places that its credit has paid since.
  const isNumbered = sql`exists (select from offline_payments where id = ${receipts.recordedId} and number is not null)`
  const isWritten = db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.recordedId, payment.recordedId), or(coversPlace, isNumbered)))
  return and(
    isNotNull(registrations.accountId),
    exists(
      db
        .select({ id: payment.recordedId })
        .from(payment)
        .where(
          and(isNotNull(payment.recordedId), wasPaidByRecorded(payment.recordedId), notExists(isWritten)),
        ),
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
