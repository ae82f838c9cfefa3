import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { coachOnStaff } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { isUuid } from '#platform/page.server.ts'
import { dueOn, hasRunOut } from './registrations.db.server.ts'
import { orders, refunds, registrations } from './registrations.tables.ts'

const entryColumns = {
  id: registrations.id,
  personId: registrations.personId,
  createdAt: registrations.createdAt,
  dueOn,
  firstName: people.firstName,
  lastName: people.lastName,
  priceCents: registrations.priceCents,
  paidAt: registrations.paidAt,
  paidBy: registrations.paidBy,
  chargeId: registrations.chargeId,
  offlinePaymentId: registrations.offlinePaymentId,
  transactionId: charges.transactionId,
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

/** An account's registrations, with player, session, event and payment, earliest session last. Holds are not among them. */
export const registrationEntries = (db: Db, accountId: string, which?: SQL) =>
  entriesWhere(db, and(isOfFamily(accountId), isNull(registrations.heldUntil), which))

/** The same with the places whose payment the bank has yet to confirm. */
export const historyEntries = (db: Db, accountId: string) => entriesWhere(db, isInHistory(accountId))

/** What an order got, or a payment was for, with the places whose payment the bank has yet to confirm. */
export const orderEntries = (db: Db, accountId: string, { id, paysFor }: Order) =>
  entriesWhere(
    db,
    and(
      isInHistory(accountId),
      id ? eq(registrations.orderId, id) : inArray(registrations.id, placesIn(paysFor ?? '')),
    ),
  )

const isOfFamily = (accountId: string) =>
  and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))

const isInHistory = (accountId: string) =>
  and(isOfFamily(accountId), or(isNull(registrations.heldUntil), isNotNull(registrations.chargeId)))

/** One registration of this account, given up since or not. */
export const entryOf = async (db: Db, accountId: string, id: number) =>
  (await entriesWhere(db, and(eq(registrations.accountId, accountId), eq(registrations.id, id))))[0]

/** What a charge paid, given up since or not, and also once it is known that its money does not come. */
export const entriesPaidBy = (db: Db, { id, endedHow, paysFor }: Charge) =>
  entriesWhere(
    db,
    endedHow === 'not settled'
      ? inArray(registrations.id, placesIn(paysFor))
      : and(eq(registrations.chargeId, id), isNull(registrations.heldUntil)),
  )

/** Every registration and hold in these sessions, with its family's address, where it has one; family by family. */
export async function entriesIn(db: Db, sessionIds: number[]) {
  const rows = await db
    .select({
      ...entryColumns,
      isHeld: sql<boolean>`${registrations.heldUntil} is not null and ${registrations.chargeId} is null`,
      family: {
        accountId: accounts.id,
        familyId: accounts.familyId,
        email: accounts.email,
        name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      },
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(charges, and(eq(charges.id, registrations.chargeId), eq(charges.state, 'accepted')))
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
  return rows
}

export function entriesWhere(db: Db, where?: SQL) {
  return db
    .select(entryColumns)
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(charges, and(eq(charges.id, registrations.chargeId), eq(charges.state, 'accepted')))
    .where(where)
    .orderBy(desc(sessions.startsOn), asc(people.firstName), asc(registrations.id))
}

export const startsIn = (year: number) =>
  and(gte(sessions.startsOn, `${year}-01-01`), lt(sessions.startsOn, `${year + 1}-01-01`))
export const ofRegistration = (id: number) => eq(registrations.id, id)

const orderColumns = {
  chargeState: charges.state,
  transactionId: charges.transactionId,
  paysFor: charges.paysFor,
  means: charges.means,
  meansLabel: charges.meansLabel,
}
type Order = { id: string | null; paysFor: string | null }

/** An order of this account, by its own id or by the transaction that paid it. */
export async function orderOf(db: Db, accountId: string, id: string) {
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

/** A payment of this account for places that it had before, by its transaction. */
export async function paymentOf(db: Db, accountId: string, transactionId: string) {
  const [payment] = await db
    .select({ totalCents: charges.amountCents, ...orderColumns })
    .from(charges)
    .where(
      and(
        eq(charges.accountId, accountId),
        eq(charges.transactionId, transactionId),
        like(charges.paysFor, `${ofPlaces}%`),
      ),
    )
  return payment && { id: null, method: 'later' as const, ...payment }
}

const ofPlaces = 'registrations '
/** `registrations 7 12`: what a charge pays for, which it says also once it is no longer theirs. */
export const forPlaces = (ids: number[]) => ofPlaces + ids.join(' ')
const placesIn = (paysFor: string) => paysFor.slice(ofPlaces.length).split(' ').map(Number)

/** What was given back, or will be: of a charge, or of places that were paid otherwise. */
export const refundsOf = (db: Db, of: { chargeId: string } | { registrationIds: number[] }) =>
  db
    .select({
      registrationId: refunds.registrationId,
      chargeId: refunds.chargeId,
      amountCents: refunds.amountCents,
      state: refunds.state,
      transactionId: refunds.transactionId,
      endedAt: refunds.endedAt,
    })
    .from(refunds)
    .where(
      and(
        'chargeId' in of
          ? eq(refunds.chargeId, of.chargeId)
          : inArray(refunds.registrationId, of.registrationIds),
        inArray(refunds.state, ['done', 'queued', 'owed', 'returned']),
      ),
    )
    .orderBy(asc(refunds.createdAt))
