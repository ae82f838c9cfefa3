import { and, asc, eq, exists, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { dollars } from '#platform/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { startsIn } from './registrations.db.server.ts'
import { offlinePayments, refunds, registrations } from './registrations.tables.ts'

export type How = 'check' | 'cash' | 'venmo'
export type OfflinePayment = {
  /** The number on the family's invoice: "2027-1004" is family 1004, year 2027. */
  invoice: string
  amountCents: number
  how: How
  /** Which registrations; without any, all that the invoice lists. */
  registrationIds: number[]
  note: string
  by: string
}

const invoiceNumber = /^(\d{4})-(\d{1,9})$/

/** Families whose e-mail, name or invoice number matches, with what they owe, have paid by hand, and are owed. */
export async function findFamilies(db: Db, text: string) {
  const byInvoice = invoiceNumber.exec(text)
  const like = `%${text.replace(/[%_\\]/g, '\\$&')}%`
  const isNamed = sql`${people.firstName} || ' ' || ${people.lastName} ilike ${like}`
  const named = db
    .select({ one: sql`1` })
    .from(people)
    .where(and(eq(people.accountId, accounts.id), isNamed))
  const families = await db
    .select({ id: accounts.id, number: accounts.number, email: accounts.email })
    .from(accounts)
    .where(
      byInvoice ? eq(accounts.number, Number(byInvoice[2])) : or(ilike(accounts.email, like), exists(named)),
    )
    .orderBy(asc(accounts.number))
    .limit(20)
  const ids = families.map(({ id }) => id)
  if (ids.length === 0) return []
  const unpaid = await unpaidOf(db, inArray(registrations.accountId, ids))
  const recorded = await db
    .select()
    .from(offlinePayments)
    .where(inArray(offlinePayments.accountId, ids))
    .orderBy(asc(offlinePayments.id))
  const owed = await db
    .select({ id: refunds.id, accountId: refunds.accountId, amountCents: refunds.amountCents })
    .from(refunds)
    .where(and(inArray(refunds.accountId, ids), eq(refunds.state, 'owed')))
  const ofFamily = <Row extends { accountId: string | null }>(rows: Row[], id: string) =>
    rows.filter(({ accountId }) => accountId === id)
  return families.map(({ id, number, email }) => ({
    number,
    email,
    unpaid: ofFamily(unpaid, id).map(({ accountId: _, ...row }) => ({
      ...row,
      invoice: `${row.year}-${number}`,
    })),
    recorded: ofFamily(recorded, id).map(({ accountId: _, ...row }) => row),
    owed: ofFamily(owed, id).map(({ accountId: _, ...row }) => row),
  }))
}

/** Records money that came by check, cash or Venmo: it must be exactly what the named registrations cost. */
export function recordPayment(db: Db, payment: OfflinePayment) {
  const [, year, number] =
    invoiceNumber.exec(payment.invoice) ?? refuse('not-found', 'An invoice number looks like 2027-1004.')
  return db.transaction(async (tx) => {
    const [family] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.number, Number(number)))
    const { id: accountId } = family ?? refuse('not-found', `No family has the invoice ${payment.invoice}.`)
    const all = await unpaidOf(tx, and(eq(registrations.accountId, accountId), startsIn(Number(year))))
    const chosen = choose(all, payment)
    const { amountCents, how, note, by } = payment
    const [saved] = await tx
      .insert(offlinePayments)
      .values({ accountId, amountCents, how, note, recordedBy: by })
      .returning({ id: offlinePayments.id })
    const { id } = found(saved)
    const paid = await tx
      .update(registrations)
      .set({ offlinePaymentId: id, paidAt: sql`now()`, paidBy: how })
      .where(
        and(
          inArray(
            registrations.id,
            chosen.map((row) => row.id),
          ),
          isPayable,
        ),
      )
      .returning({ id: registrations.id })
    if (paid.length !== chosen.length) refuse('being-paid')
    return { id, registrations: chosen.map(({ accountId: _, ...row }) => row) }
  })
}

type Unpaid = Awaited<ReturnType<typeof unpaidOf>>[number]

function choose(all: Unpaid[], { registrationIds, amountCents, invoice }: OfflinePayment): Unpaid[] {
  if (all.length === 0) refuse('total-changed', `Nothing is unpaid on invoice ${invoice}.`)
  const strange = registrationIds.find((id) => !all.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of invoice ${invoice}.`)
  const chosen = registrationIds.length > 0 ? all.filter(({ id }) => registrationIds.includes(id)) : all
  const costCents = chosen.reduce((sum, { priceCents }) => sum + priceCents, 0)
  if (costCents === amountCents) return chosen
  return refuse(
    'total-changed',
    `${dollars(amountCents)} is not what is due: ${chosen.length === 1 ? 'the registration costs' : `the ${chosen.length} registrations cost`} ${dollars(costCents)}. Name the registrations that were paid.`,
  )
}

/** Takes a recorded payment back: its registrations are unpaid again, the record stays. */
export function takeBackPayment(db: Db, id: number, by: string) {
  return db.transaction(async (tx) => {
    const [taken] = await tx
      .update(offlinePayments)
      .set({ takenBackAt: sql`now()`, takenBackBy: by })
      .where(and(eq(offlinePayments.id, id), isNull(offlinePayments.takenBackAt)))
      .returning()
    if (!taken) refuse('not-found', `There is no payment ${id} that could be taken back.`)
    const isOf = and(eq(registrations.offlinePaymentId, id), isNull(registrations.removedAt))
    const unpaid = await tx
      .update(registrations)
      .set({ offlinePaymentId: null, paidAt: null, paidBy: null })
      .where(isOf)
      .returning({ id: registrations.id })
    const wasOwed = sql`${refunds.registrationId} in (select id from registrations where offline_payment_id = ${id})`
    await tx
      .update(refunds)
      .set({ state: 'failed', reason: 'the payment was taken back', endedAt: sql`now()` })
      .where(and(eq(refunds.state, 'owed'), wasOwed))
    return { ...taken, registrations: unpaid.length }
  })
}

/** The owed money went back to the family. */
export async function noteReturned(db: Db, refundId: string) {
  const isOwed = and(eq(refunds.id, refundId), eq(refunds.state, 'owed'))
  const [noted] = await db
    .update(refunds)
    .set({ state: 'returned', endedAt: sql`now()` })
    .where(isOwed)
    .returning()
  return noted ?? refuse('not-found', `Nothing owed has the id ${refundId}.`)
}

const isPayable = and(
  isNull(registrations.paidAt),
  isNull(registrations.chargeId),
  isNull(registrations.removedAt),
  isNull(registrations.heldUntil),
)

function unpaidOf(db: Db, which: ReturnType<typeof and>) {
  return db
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      player: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      event: events.name,
      number: sessions.number,
      startsOn: sessions.startsOn,
      year: sql<number>`extract(year from ${sessions.startsOn})::int`,
      priceCents: registrations.priceCents,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(isPayable, which))
    .orderBy(asc(registrations.id))
}
