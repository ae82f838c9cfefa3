import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { coachOnStaff } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { type Due, withBalance } from '#ledger/balance.ts'
import {
  chargesIn,
  type Payment,
  paidCentsFor,
  paymentIn,
  selectPaidPlaces,
  selectPaymentRefunds,
} from '#ledger/postings.db.server.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isUuid } from '#platform/http/page.server.ts'
import { withNames } from './named-places.db.server.ts'
import {
  dueOn,
  hasRunOut,
  isOwed,
  isOwedBack,
  isRemovedAndOwed,
  owedBackCents,
  standingColumns,
} from './registrations.db.server.ts'
import { offlinePayments, orders, refunds, registrations } from './registrations.tables.ts'
import { type HowPaid, toPaidWay } from './ways-to-pay.ts'

const entryColumns = {
  id: registrations.id,
  personId: registrations.personId,
  createdAt: registrations.createdAt,
  dueOn,
  firstName: people.firstName,
  lastName: people.lastName,
  priceCents: registrations.priceCents,
  ...standingColumns,
  paidCents: paidCentsFor(registrations.id),
  isHeld: sql<boolean>`${registrations.heldUntil} is not null`,
  removedAt: registrations.removedAt,
  transactionId: charges.transactionId,
  means: charges.means,
  recordedHow: offlinePayments.how,
  recordedId: offlinePayments.id,
  recordedAt: offlinePayments.recordedAt,
  meansLabel: charges.meansLabel,
  session: {
    id: sessions.id,
    number: sessions.number,
    startsOn: sessions.startsOn,
    endsOn: sessions.endsOn,
    description: sessions.description,
    revision: sessions.revision,
  },
  event: {
    id: events.id,
    key: events.key,
    name: events.name,
    kind: events.kind,
    location: events.location,
    coach: coachOnStaff,
    bring: events.bring,
  },
}
export type RegistrationEntry = Awaited<ReturnType<typeof entriesWhere>>[number]

const withMoney = <Row extends Due & HowPaid>(row: Row) => ({
  ...withBalance(row),
  way: toPaidWay(row),
})

/** An account's registrations, latest session first, without holds. */
export const registrationEntries = (db: Db, accountId: string, filter?: SQL) =>
  entriesWhere(db, and(belongsToAccount(accountId), isNull(registrations.heldUntil), filter))

/**
 * Including places whose payment is being confirmed, and given-up places for which the family owes (these have
 * `removedAt`).
 */
export const historyEntries = (db: Db, accountId: string) =>
  entriesWhere(db, or(isInHistory(accountId), and(eq(registrations.accountId, accountId), isRemovedAndOwed)))

export const owedEntries = (db: Db, accountId: string, filter?: SQL) =>
  entriesWhere(db, and(eq(registrations.accountId, accountId), isOwed, filter))

/** The places of an order or of a payment, including those whose payment is being confirmed. */
export const orderEntries = (db: Db, accountId: string, { id, paysFor }: Order) =>
  entriesWhere(
    db,
    and(
      isInHistory(accountId),
      id ? eq(registrations.orderId, id) : inArray(registrations.id, parsePaysFor(paysFor ?? '')),
    ),
  )

const belongsToAccount = (accountId: string) =>
  and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))

const isInHistory = (accountId: string) =>
  and(belongsToAccount(accountId), or(isNull(registrations.heldUntil), isNotNull(registrations.chargeId)))

export const findEntry = async (db: Db, accountId: string, id: number) =>
  (await entriesWhere(db, and(eq(registrations.accountId, accountId), eq(registrations.id, id))))[0]

/** Also given-up places, and those whose money is not settled. */
export const entriesPaidBy = (db: Db, { id: chargeId }: Charge) => entriesWhere(db, wasPaidBy({ chargeId }))

/** Also where the payment was moved away since. */
export const wasPaidBy = (payment: Payment) =>
  sql`${registrations.id} in (select id from (${selectPaidPlaces(payment)}) as paid)`

/** Joins the charge or the recorded payment by which each was paid. */
export const withPayment = <Query extends PgSelect>(places: Query, payment: ReturnType<typeof paymentIn>) =>
  places
    .leftJoinLateral(payment, sql`true`)
    .leftJoin(charges, eq(charges.id, payment.chargeId))
    .leftJoin(offlinePayments, eq(offlinePayments.id, payment.recordedId))

/** All registrations and holds of these sessions, sorted by family; without those that have run out. */
export async function entriesIn(db: Db, sessionIds: number[]) {
  const payment = paymentIn(db, registrations.id)
  const entries = db
    .select({
      ...entryColumns,
      paymentCents: sql<number | null>`${payment.cents}`,
      /** An offer of the waiting list. */
      isOffer: sql<boolean>`${registrations.offerOf} is not null`,
      family: {
        accountId: accounts.id,
        familyId: accounts.familyId,
        email: accounts.email,
        name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      },
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .$dynamic()
  const rows = await withNames(withPayment(entries, payment))
    .where(
      and(
        inArray(registrations.sessionId, sessionIds),
        isNull(registrations.removedAt),
        sql`not coalesce(${hasRunOut}, false)`,
      ),
    )
    .orderBy(
      asc(accounts.email),
      asc(accounts.id),
      desc(sessions.startsOn),
      asc(people.firstName),
      asc(registrations.id),
    )
  return rows.map(withMoney)
}

export async function entriesWhere(db: Db, where?: SQL) {
  const payment = paymentIn(db, registrations.id)
  const entries = db
    .select({ ...entryColumns, paymentCents: sql<number | null>`${payment.cents}` })
    .from(registrations)
    .$dynamic()
  const rows = await withNames(withPayment(entries, payment))
    .where(where)
    .orderBy(desc(sessions.startsOn), asc(people.firstName), asc(registrations.id))
  return rows.map(withMoney)
}

export const startsIn = (year: number) =>
  and(gte(sessions.startsOn, `${year}-01-01`), lt(sessions.startsOn, `${year + 1}-01-01`))
export const hasRegistrationId = (id: number) => eq(registrations.id, id)

const orderColumns = {
  chargeState: charges.state,
  transactionId: charges.transactionId,
  paysFor: charges.paysFor,
  amountCents: charges.amountCents,
  creditCents: charges.creditCents,
  means: charges.means,
  meansLabel: charges.meansLabel,
}
type Order = { id: string | null; paysFor: string | null }

export async function findOrder(db: Db, accountId: string, id: string) {
  const [order] = await db
    .select({ id: orders.id, method: orders.method, totalCents: orders.totalCents, ...orderColumns })
    .from(orders)
    .leftJoin(charges, eq(charges.orderId, orders.id))
    .where(
      and(
        eq(orders.accountId, accountId),
        or(eq(charges.transactionId, id), isUuid(id) ? eq(orders.id, id) : undefined),
      ),
    )
    .orderBy(sql`${charges.state} = 'accepted' desc nulls last`, desc(charges.createdAt))
    .limit(1)
  return order
}

/** A payment for places that were registered before, by its transaction. */
export async function findPayment(db: Db, accountId: string, transactionId: string) {
  const [payment] = await db
    .select({ totalCents: charges.amountCents, ...orderColumns })
    .from(charges)
    .where(
      and(
        eq(charges.accountId, accountId),
        eq(charges.transactionId, transactionId),
        like(charges.paysFor, `${paysForPrefix}%`),
      ),
    )
  return payment && { id: null, method: 'later' as const, ...payment }
}

const paysForPrefix = 'registrations '
/** `registrations 7 12`: kept on the charge after its places were released. */
export const formatPaysFor = (ids: number[]) => paysForPrefix + ids.join(' ')
export const parsePaysFor = (paysFor: string) => paysFor.slice(paysForPrefix.length).split(' ').map(Number)

/** With the last charge that still has money in them, even if a recorded payment came later. */
export async function withTransactions(db: Db, entries: RegistrationEntry[]): Promise<RegistrationEntry[]> {
  const ids = entries.flatMap(({ id, recordedId }) => (recordedId === null ? [] : id))
  if (ids.length === 0) return entries
  const paid = chargesIn(db, ids).as('paid')
  const rows = await db
    .select({ placeId: paid.placeId, transactionId: charges.transactionId })
    .from(paid)
    .innerJoin(charges, eq(charges.id, paid.chargeId))
    .orderBy(asc(paid.lastId))
  const last = new Map(rows.map(({ placeId, transactionId }) => [placeId, transactionId]))
  return entries.map((entry) => ({ ...entry, transactionId: last.get(entry.id) ?? entry.transactionId }))
}

/** Refunds of a payment, made or queued. */
export const listPaymentRefunds = (db: Db, payment: Payment) =>
  db
    .select({
      registrationId: refunds.registrationId,
      chargeId: refunds.chargeId,
      amountCents: refunds.amountCents,
      transactionId: refunds.transactionId,
      endedAt: refunds.endedAt,
    })
    .from(refunds)
    .where(or(isRefundOf(payment), isQueuedFor(payment)))
    .orderBy(asc(refunds.createdAt))

const isRefundOf = (payment: Payment) =>
  sql`${refunds.id} in (select id from (${selectPaymentRefunds(payment)}) as back)`
const isQueuedFor = (payment: Payment) =>
  'chargeId' in payment ? and(eq(refunds.chargeId, payment.chargeId), eq(refunds.state, 'queued')) : undefined

export function listOwedBack(db: Db, source: Payment, ids: number[]) {
  const payment = paymentIn(db, registrations.id)
  const isIt =
    'chargeId' in source ? eq(payment.chargeId, source.chargeId) : eq(payment.recordedId, source.recordedId)
  return db
    .select({ registrationId: registrations.id, cents: owedBackCents })
    .from(registrations)
    .innerJoinLateral(payment, isIt)
    .where(and(inArray(registrations.id, ids), isOwedBack))
}
